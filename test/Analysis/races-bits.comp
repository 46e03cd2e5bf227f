// Of a word that is an array of flags some bits are looked at while others are set:
// only where they are known to be the same ones is it a race that decides anything.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> (i & 31u) & 1u' -D'SET=atomicOr(seen[next / 32u], 1u << (next & 31u))' %t/others.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & (1u << (i & 31u))' -D'SET=atomicAnd(seen[next / 32u], ~(1u << (next & 31u)))' %t/others.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & 0xFFFFu' -D'SET=atomicOr(seen[next / 32u], 0x10000u)' %t/others.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> 16u' -D'SET=atomicXor(seen[next / 32u], 0xFFFFu)' %t/others.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=bitfieldExtract(seen[i / 32u], int(i & 31u), 1)' -D'SET=atomicOr(seen[next / 32u], 1u << (next & 31u))' %t/others.comp
// RUN: %edit s/expected-remark/expected-warning/ %t/others.comp > %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u]' -D'SET=atomicOr(seen[next / 32u], 1u << (next & 31u))' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & 0x1FFFFu' -D'SET=atomicOr(seen[next / 32u], 0x10000u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> 16u & 3u' -D'SET=atomicOr(seen[next / 32u], 0x20000u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & 1u' -D'SET=atomicAdd(seen[next / 32u], 2u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> (i & 31u)' -D'SET=atomicOr(seen[next / 32u], 1u << (next & 31u))' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> 28u & 1u' -D'SET=atomicOr(seen[next / 32u], o2[i] > 1u ? 0x10000000u : 0u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> which & 1u' -D'SET=atomicOr(seen[next / 32u], 1u << which)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & 0xFFu' -D'SET=atomicOr(seen[next / 32u], o2[i])' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] & 1u' -D'SET=uint mask = 1u; atomicOr(seen[next / 32u], mask)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=bitfieldExtract(seen[i / 32u], 4, 1)' -D'SET=atomicOr(seen[next / 32u], 0x10u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=uint(int(seen[i / 32u]) >> 28 & 0x11)' -D'SET=atomicOr(seen[next / 32u], 0x80000000u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> (i & 31u) & 1u' -D'SET=atomicAnd(seen[next / 32u], 0u)' %t/same.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -D'LOOK=seen[i / 32u] >> bit & 1u' -D'SET=atomicOr(seen[next / 32u], 1u << (next & 31u))' %t/others.comp

//--- others.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint o[]; };
layout(std430, binding = 1) readonly buffer In { uint o2[]; };
uniform uint which;
shared uint seen[2];

void main() {
  uint i = gl_LocalInvocationID.x, next = (i + 1u) & 63u;
  if (i < 2u)
    seen[i] = 0u;
  barrier();
  uint bit = 0u;
  for (uint k = 4u; k > 0u; k /= 2u)
    bit = bit / 2u + k * i;
  uint look = LOOK;
  SET; // expected-remark {{atomically changes byte 0 of 'seen', which invocation}}
  o[gl_GlobalInvocationID.x] = look;
}
