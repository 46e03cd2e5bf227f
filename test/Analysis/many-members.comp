// Blocks may have any number of members: what is said of member 3 is said of member 66 as well.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=uniform-data-in-buffer %t/numbers.comp
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=loop-invariant-load %t/arrays.comp

//--- numbers.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Settings {
  float m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
  float m10, m11, m12, m13, m14, m15, m16, m17, m18, m19;
  float m20, m21, m22, m23, m24, m25, m26, m27, m28, m29;
  float m30, m31, m32, m33, m34, m35, m36, m37, m38, m39;
  float m40, m41, m42, m43, m44, m45, m46, m47, m48, m49;
  float m50, m51, m52, m53, m54, m55, m56, m57, m58, m59;
  float m60, m61, m62, m63, m64, m65, m66, m67, m68, m69;
} settings;
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
void main() {
  // expected-remark@+1 {{load from 'settings.m66': all lanes have one address}}
  result[gl_GlobalInvocationID.x] = settings.m66;
}

//--- arrays.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Tables {
  float t0[8], t1[8], t2[8], t3[8], t4[8], t5[8], t6[8], t7[8], t8[8], t9[8];
  float t10[8], t11[8], t12[8], t13[8], t14[8], t15[8], t16[8], t17[8], t18[8], t19[8];
  float t20[8], t21[8], t22[8], t23[8], t24[8], t25[8], t26[8], t27[8], t28[8], t29[8];
  float t30[8], t31[8], t32[8], t33[8], t34[8], t35[8], t36[8], t37[8], t38[8], t39[8];
  float t40[8], t41[8], t42[8], t43[8], t44[8], t45[8], t46[8], t47[8], t48[8], t49[8];
  float t50[8], t51[8], t52[8], t53[8], t54[8], t55[8], t56[8], t57[8], t58[8], t59[8];
  float t60[8], t61[8], t62[8], t63[8], t64[8], t65[8], t66[8], t67[8], t68[8], t69[8];
} tables;
layout(std430, binding = 1) buffer Out { float result[]; };
layout(binding = 2) uniform Params { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < count; ++k)
    // expected-remark@+1 {{'tables.t66'}}
    result[i * count + k] += tables.t66[3];
}
