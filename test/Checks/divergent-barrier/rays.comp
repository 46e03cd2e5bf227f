// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan %s

// What a ray meets is data; what it was given is not.
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Hits { float hits[]; };
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, 0, 255, vec3(i), 0.0, vec3(1), 1.0);
  while (rayQueryProceedEXT(query)) {}
  if (rayQueryGetRayFlagsEXT(query) != 0u) return;
  tile[l] = 1.0;
  barrier();
  float distance = tile[63u - l];
  if (rayQueryGetIntersectionTEXT(query, true) > 0.5) return;
  // expected-error@+1 {{data decides for each invocation whether it reaches this barrier (returned by a ray query)}}
  barrier();
  hits[i] = distance;
}
