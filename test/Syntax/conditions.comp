// RUN: %wglint-opt --print=tokens %s | tr '\n' ' ' | FileCheck %s --implicit-check-not=wrong
#version 450
#define ONE 1
#define HAS_ONE defined(ONE)
#define TWICE(x) ((x) * 2)
#if 1 + 2 * 3 == 7 && (7 - 4 - 2) == ONE && -7 / 2 == -3 && (1 << 4 | 3) == 19
// CHECK: first
first
#else
wrong
#endif
#if 0
wrong ' " /* a stray quote and a comment that ends here */
#if 1
wrong
#else
wrong
#endif
#elif TWICE(ONE) == 2
// CHECK-SAME: second
second
#elif 1 / 0
wrong
#endif
#if !defined ONE || !(HAS_ONE)
wrong
#elif unknown || defined(unknown)
wrong
#else
// CHECK-SAME: third
third
#endif
// What does not matter is not calculated.
#if 0 && 1 / 0 || ONE && ~0 == -1 && 0x7fffffff + 1 < 0
// CHECK-SAME: fourth
fourth
#endif
// The compiler's own macros count.
#ifdef GL_KHR_shader_subgroup_basic
// CHECK-SAME: fifth
fifth
#endif
#if defined(GL_made_up) || defined(GL_ES) || __VERSION__ != 450
wrong
#endif
