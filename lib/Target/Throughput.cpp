// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Target/Throughput.h"

using namespace wglint;

static Throughput h200() {
  Throughput t;
  t.profile = "nvidia-hopper";
  t.product = "NVIDIA H200";
  t.computeUnitCount = 132;
  t.ramBytesPerNs = 4800;
  t.workgroupsPerNs = 2.106;
  t.subgroupStartNs = 7.75;
  t.requestIssueNs = 1.149;
  t.passNs = 0.5621;
  t.missLatencyNs = 100.9;
  t.ramLatencyNs = 305;
  t.l2SectorsPerNs = 103.1;
  t.partialSectorsPerNs = 91.74;
  t.pageBytes = 2 << 20;
  t.translatedBytes = 128 << 20;
  t.pageVisitNs = 4.812;
  t.source = "NVIDIA H200 datasheet: 132 streaming multiprocessors, 4.8 TB/s; "
             "the other rates are fitted (utils/bench/rank_timings.py --fit, "
             "2026-11-23) to one half of a table of times of OpenGL dispatches";
  return t;
}

const Throughput *wglint::findThroughput(llvm::StringRef profile) {
  static const Throughput kH200 = h200();
  return profile == kH200.profile ? &kH200 : nullptr;
}
