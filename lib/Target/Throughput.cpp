// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Target/Throughput.h"

using namespace wglint;

static Throughput h200() {
  Throughput t;
  t.profile = "nvidia-hopper";
  t.product = "NVIDIA H200";
  t.computeUnitCount = 132;
  t.clockGhz = 1.98;
  t.ramBytesPerNs = 4800;
  t.passesPerCycle = 1;
  t.l2SectorsPerNs = 100;
  t.workgroupsPerNs = 1.66;
  t.requestLatencyNs = 90;
  t.missLatencyNs = 200;
  t.ramLatencyNs = 700;
  t.partialSectorsPerNs = 30;
  t.source = "NVIDIA H200 datasheet: 4.8 TB/s";
  return t;
}

const Throughput *wglint::findThroughput(llvm::StringRef profile) {
  static const Throughput kH200 = h200();
  return profile == kH200.profile ? &kH200 : nullptr;
}
