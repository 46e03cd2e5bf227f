// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=register-spill --resource-report=%S/../Inputs/reports/malioc.json %t/example.comp
// RUN: %wglint --verify --remarks --checks=register-spill --resource-report=%S/../Inputs/reports/rga.csv %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=register-spill --resource-report=%S/../Inputs/reports/executable.json %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=register-spill %t/near-miss.comp
// RUN: cp %t/suppressed.comp %t/example.comp
// RUN: %wglint --verify --remarks --checks=register-spill --resource-report=%S/../Inputs/reports/malioc.json %t/example.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };

// expected-warning@+2 {{malioc (Mali-G78) reports 96 bytes in every invocation that do not fit into its registers and lie in memory}}
// expected-note@+1 {{keep fewer values alive at a time}}
void main() {
  float x = data[gl_GlobalInvocationID.x];
  data[gl_GlobalInvocationID.x] = sin(x) * cos(x);
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// No report, or one of no spilled registers.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float x = data[gl_GlobalInvocationID.x];
  data[gl_GlobalInvocationID.x] = sin(x) * cos(x);
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { // NOLINT(register-spill)
  float x = data[gl_GlobalInvocationID.x];
  data[gl_GlobalInvocationID.x] = sin(x) * cos(x);
}
