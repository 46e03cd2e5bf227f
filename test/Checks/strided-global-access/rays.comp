// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access --target-env=vulkan %s

// What rays move is not counted: no share of the traffic is known beside them.
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Hits { float hits[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, 0, 255, vec3(i), 0.0, vec3(1), 1.0);
  while (rayQueryProceedEXT(query)) {}
  // expected-remark@+1 {{store to 'hits' touches 32 sectors per request where 4 would do}}
  hits[i * 16u] = rayQueryGetIntersectionTEXT(query, true);
}
