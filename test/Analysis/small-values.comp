// What a request costs where the unknown between its lanes is small after all: what it
// costs where that value is given.

// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/head.glsl %t/columns.glsl > %t/columns.comp
// RUN: not %wglint --output-format=json --facts %t/columns.comp | %check_json '[a["atSmallValues"] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [{"unknown": "count", "perRequest": [{"value": 1, "sectors": 4}, {"value": 2, "sectors": 8}, {"value": 4, "sectors": 16}, {"value": 8, "sectors": 32}]}]'
// RUN: %wglint --output-format=json --facts --assume=count=1 %t/columns.comp | %check_json '[(a["perRequest"]["sectors"], a["atSmallValues"]) for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [(4, None)]'
// RUN: not %wglint --output-format=json --facts --assume=count=4 %t/columns.comp | %check_json '[a["perRequest"]["sectors"] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [16]'

// Where the column is not known, requests start anywhere in a sector.
// RUN: cat %t/head.glsl %t/rows.glsl > %t/rows.comp
// RUN: not %wglint --output-format=json --facts %t/rows.comp | %check_json '[a["atSmallValues"]["perRequest"][1] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [{"value": 2, "sectors": {"min": 8, "max": 9}}]'
// RUN: %wglint --output-format=json --facts --assume=count=2 %t/rows.comp | %check_json '[a["perRequest"]["sectors"] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [8]'

// What a comparison rules out is not there.
// RUN: %edit 's/uint i =/if (count < 4u) return; &/' %t/columns.comp > %t/wide.comp
// RUN: not %wglint --output-format=json --facts %t/wide.comp | %check_json '[[v["value"] for v in a["atSmallValues"]["perRequest"]] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [[4, 8]]'

// Nothing is said where something else is assumed of it that would not hold.
// RUN: %edit 's/i \* count/(i %% count) * count + i \/ count/' %t/columns.comp > %t/transposed.comp
// RUN: not %wglint --output-format=json --facts %t/transposed.comp | %check_json '[a["atSmallValues"] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [None]'

// Of two unknowns it is not known which one is small.
// RUN: %edit 's/i \* count/& * other/' %t/columns.comp > %t/both.comp
// RUN: not %wglint --output-format=json --facts %t/both.comp | %check_json '[a["atSmallValues"] for a in doc["facts"][0]["accesses"] if a["variable"] == "src"] == [None]'

#--- head.glsl
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count, other;
#--- columns.glsl
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i * count + 16u * gl_GlobalInvocationID.y];
}
#--- rows.glsl
void main() {
  float sum = 0.0;
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < count; ++k)
    sum += src[i * count + k];
  dst[i] = sum;
}
