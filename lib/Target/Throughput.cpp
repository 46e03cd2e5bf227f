// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Target/Throughput.h"

using namespace wglint;

static Throughput h200() {
  Throughput t;
  t.profile = "nvidia-hopper";
  t.product = "NVIDIA H200";
  t.computeUnitCount = 132;
  t.ramBytesPerNs = 4800;
  t.workgroupsPerNs = 2.066;
  t.subgroupStartNs = 10.58;
  t.requestIssueNs = 1.136;
  t.passNs = 0.5887;
  t.missLatencyNs = 99.37;
  t.ramLatencyNs = 359.4;
  t.l2SectorsPerNs = 105.4;
  t.partialSectorsPerNs = 30.22;
  t.source = "NVIDIA H200 datasheet: 132 streaming multiprocessors, 4.8 TB/s; "
             "the other rates are fitted (utils/bench/rank_timings.py --fit, "
             "2026-11-21) to one half of a table of times of OpenGL dispatches";
  return t;
}

const Throughput *wglint::findThroughput(llvm::StringRef profile) {
  static const Throughput kH200 = h200();
  return profile == kH200.profile ? &kH200 : nullptr;
}
