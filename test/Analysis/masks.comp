// Conditions on lanes divide the active mask.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=lanes --target=nvidia-hopper %s | FileCheck --check-prefix=MASK %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float evens[]; };
layout(std430, binding = 1) buffer B { float odds[]; };
layout(std430, binding = 2) buffer C { float upper[]; };
layout(std430, binding = 3) buffer D { float case0[]; };
layout(std430, binding = 4) buffer E { float case12[]; };
layout(std430, binding = 5) buffer F { float others[]; };
layout(std430, binding = 6) buffer G { float picked[]; };
layout(std430, binding = 7) buffer H { float both[]; };
layout(std430, binding = 8) buffer I { float rest[]; };

void main() {
  uint i = gl_LocalInvocationID.x;
  if (i < 40u) {
    if ((i & 1u) == 0u)
      // 16 lanes over 128 bytes, then lanes 32, 34, 36 and 38.
      evens[i] = 0.0;
    else
      odds[i] = 0.0;
  } else {
    // Lanes 40 to 63: bytes 160 to 255 of the second subgroup alone.
    upper[i] = 0.0;
  }
  // CHECK-LABEL: store global 'evens'
  // CHECK-SAME: exact
  // CHECK: per request 1..4, ideal 1..2
  // CHECK-NEXT: workgroup: requests 2, sectors 5, ideal 3
  // MASK-LABEL: store global 'evens'
  // MASK-NEXT: subgroup 0, mask 0x55555555: 0 - 8 - 16 -
  // CHECK-LABEL: store global 'odds'
  // CHECK: workgroup: requests 2, sectors 5, ideal 3
  // CHECK-LABEL: store global 'upper'
  // CHECK: per request 3, ideal 3
  // CHECK-NEXT: workgroup: requests 1, sectors 3, ideal 3
  // MASK-LABEL: store global 'upper'
  // MASK-NEXT: subgroup 1, mask 0xffffff00: - - - - - - - - 160 164

  switch (i & 3u) {
  case 0u:
    case0[i] = 0.0;
    break;
  case 1u:
  case 2u:
    case12[i] = 0.0;
    break;
  default:
    others[i] = 0.0;
  }
  // The default's block comes first in the module.
  // CHECK-LABEL: store global 'others'
  // CHECK: workgroup: requests 2, sectors 8, ideal 2
  // MASK-LABEL: store global 'others'
  // MASK-NEXT: mask 0x88888888
  // CHECK-LABEL: store global 'case0'
  // CHECK: workgroup: requests 2, sectors 8, ideal 2
  // CHECK-LABEL: store global 'case12'
  // CHECK: workgroup: requests 2, sectors 8, ideal 4
  // MASK-LABEL: store global 'case12'
  // MASK-NEXT: mask 0x66666666

  // The first subgroup has a stride of 4 bytes, the second one of 8.
  picked[i < 32u ? i : 2u * i] = 0.0;
  // CHECK-LABEL: store global 'picked'
  // CHECK-NOT: lane stride
  // CHECK: per request 4..8, ideal 4
  // CHECK-NEXT: workgroup: requests 2, sectors 12, ideal 8

  // Lanes 16 to 19 and 24 to 27, then four groups of four.
  if (i >= 16u && (i & 7u) < 4u)
    both[i] = 0.0;
  // CHECK-LABEL: store global 'both'
  // CHECK: per request 2..4, ideal 1..2
  // CHECK-NEXT: workgroup: requests 2, sectors 6, ideal 3
  // MASK-LABEL: store global 'both'
  // MASK-NEXT: mask 0xf0f0000

  if (i >= 48u)
    return;
  rest[i] = 0.0;
  // CHECK-LABEL: store global 'rest'
  // CHECK-SAME: exact
  // CHECK: per request 2..4, ideal 2..4
  // CHECK-NEXT: workgroup: requests 2, sectors 6, ideal 6
}
