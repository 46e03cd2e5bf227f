// Expansion as in C, as far as GLSL has it: one token a line.
// RUN: %wglint-opt --print=tokens %s | tr '\n' ' ' | FileCheck %s
// RUN: %wglint-opt --print=tokens %s -DGIVEN=7 | tr '\n' ' ' | FileCheck %s --check-prefix=GIVEN
#version 450
#define OBJECT 1 + 2
#define ADD(a, b) ((a) + (b))
#define EMPTY()
#define SELF SELF + 1
#define PING PONG
#define PONG PING
#define CALL(f, x) f(x)
#define NAME(a, b) a##b
#define PLANE(a, DArray) a##2DArray##_t + 3 DArray
#define LATER(x) NAME(x, _t)
#define COUNT three
#ifndef GIVEN
#define GIVEN 0
#endif
// CHECK: object 1 + 2 ;
object OBJECT;
// CHECK-SAME: nested ( ( ( ( 1 ) + ( 1 + 2 ) ) ) + ( f ( a , b ) ) ) ;
nested ADD(ADD(1, OBJECT), f(a, b));
// CHECK-SAME: alone ADD ; empty ;
alone ADD; empty EMPTY();
// CHECK-SAME: self SELF + 1 ; ping PING ;
self SELF; ping PING;
// CHECK-SAME: call ( ( 1 ) + ( 2 ) ) ;
#define COMMA ,
call CALL(ADD, 1 COMMA 2);
// CHECK-SAME: paste vec3 three_t image1D <<= image2DArray_t + 3 D ;
paste NAME(vec, 3) LATER(COUNT) NAME(image, 1D) NAME(<<, =) PLANE(image, D);
// CHECK-SAME: lines [[# @LINE + 1]] [[# @LINE + 1]] 450 ;
lines __LINE__ __LINE__ __VERSION__;
// CHECK-SAME: rest 0x1Fu 1.5e-3f .5 a . xy 10ul ;
rest 0x1Fu 1.5e-3f .5 a.xy 10ul; // a comment
// CHECK-SAME: joined name ; spread ( ( 1 ) + ( 2 ) ) ;
joined na\
me; spread ADD /* a
comment */ (
  1,
  2);
#line 100
// CHECK-SAME: moved 101 ;
moved __LINE__;
#undef OBJECT
// CHECK-SAME: gone OBJECT ; given 0 ;
// GIVEN: given 7 ;
gone OBJECT; given GIVEN;
