// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --target-env=vulkan --checks=shared-access-past-array %t/one-size.comp %t/any-size.comp

//--- one-size.comp
// Long enough for subgroups of 32, which the shader may be written for.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint parts[64 / 32];
void main() {
  uint sum = subgroupAdd(data[gl_GlobalInvocationID.x]);
  if (subgroupElect())
    // expected-remark@+2 {{stores to byte 8 of 'parts', which has 8 bytes, where subgroups have 16 lanes}}
    // expected-note@+1 {{make the array longer}}
    parts[gl_SubgroupID] = sum;
  barrier();
  data[gl_GlobalInvocationID.x] = parts[0] + parts[1];
}

//--- any-size.comp
// Too short for all.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint parts[2];
void main() {
  uint sum = subgroupAdd(data[gl_GlobalInvocationID.x]);
  if (subgroupElect())
    // expected-warning@+2 {{stores to byte 8 of 'parts', which has 8 bytes}}
    // expected-note@+1 {{make the array longer}}
    parts[gl_SubgroupID] = sum;
  barrier();
  data[gl_GlobalInvocationID.x] = parts[0] + parts[1];
}
