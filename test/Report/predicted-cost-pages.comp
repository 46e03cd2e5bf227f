// Rows that are walked in sweeps over more than is translated at once (128 MiB):
// every page is visited again by each of the sweeps. Not where a sweep reaches
// less, and where the id does not move an address by one distance. The stores
// come to each of their 128 pages once.
//
// DEFINE: %{facts} = %wglint --facts --fail-on=never --output-format=json --target=nvidia-hopper
// RUN: %{facts} --dispatch=32,8192,1 %s | %check_json 'round(doc["facts"][0]["predictedCost"]["counts"]["pageVisits"]) in range(8192 * 128, 8193 * 128 + 1)' 'doc["facts"][0]["predictedCost"]["pagesNs"] > 1e6'
// RUN: %{facts} --dispatch=256,1024,1 -D WX=32 -D WY=8 %s | %check_json 'round(doc["facts"][0]["predictedCost"]["counts"]["pageVisits"]) in range(1024 * 128, 1026 * 128)'
// RUN: %{facts} --dispatch=8,8192,1 %s | %check_json 'round(doc["facts"][0]["predictedCost"]["counts"]["pageVisits"]) == 128'
// RUN: %{facts} --dispatch=32,8192,1 -D 'AT=(p.x*8192u+p.y)%%65536u' %s | %check_json 'doc["facts"][0]["predictedCost"]["counts"]["pageVisits"] <= 128'
#version 450
#ifndef WX
#define WX 256
#define WY 1
#endif
#ifndef AT
#define AT p.x * 8192u + p.y
#endif
layout(local_size_x = WX, local_size_y = WY) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  b[p.y * 8192u + p.x] = a[AT];
}
