// A predicted cost needs a dispatch, a device whose rates are known and the
// totals of every access; strided stores cost more than those side by side.
//
// RUN: %wglint --facts --fail-on=never --output-format=json --target=nvidia-hopper --dispatch=1024,1,1 %s | %check_json 'doc["facts"][0]["predictedCost"]["counts"]["subgroups"] == 8192' 'doc["facts"][0]["predictedCost"]["counts"]["requests"] == 16384' 'doc["facts"][0]["predictedCost"]["counts"]["l2Sectors"] == 65536' 'doc["facts"][0]["predictedCost"]["counts"]["lines"] == 16384' 'doc["facts"][0]["predictedCost"]["counts"]["partialSectors"] == 0'
// RUN: %wglint --facts --fail-on=never --output-format=json --target=nvidia-hopper --dispatch=1024,1,1 -D STRIDE=16u %s | %check_json 'doc["facts"][0]["predictedCost"]["counts"]["l2Sectors"] == 32768 + 262144' 'doc["facts"][0]["predictedCost"]["counts"]["lines"] == 8192 * (1 + 16)' 'doc["facts"][0]["predictedCost"]["counts"]["partialSectors"] == 262144 * 7 // 8'
// RUN: %wglint --facts --fail-on=never --output-format=json --target=nvidia-hopper %s | %check_json 'doc["facts"][0]["predictedCost"] is None'
// RUN: %wglint --facts --fail-on=never --output-format=json --target=apple --dispatch=1024,1,1 %s | %check_json 'doc["facts"][0]["predictedCost"] is None'
#version 450
#ifndef STRIDE
#define STRIDE 1u
#endif
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  b[i * STRIDE] = a[i];
}
