// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts what the accesses of an execution cost, request by request, by
/// enumerating bytes.
#ifndef WGLINT_TEST_ORACLE_RECORDER_H
#define WGLINT_TEST_ORACLE_RECORDER_H

#include "CostOracle.h"
#include "Memory.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace wglint::oracle {

enum class Op { Load, Store, Atomic };

/// One static access under one chain of calls.
struct AccessId {
  uint32_t instruction = 0;
  Op op = Op::Load;
  std::vector<uint32_t> callChain; ///< call instructions, the innermost first
  bool operator<(const AccessId &o) const {
    return std::tie(instruction, op, callChain) <
           std::tie(o.instruction, o.op, o.callChain);
  }
};

/// What the lanes of a workgroup do at once; unset lanes take part in nothing.
struct Event {
  AccessId id;
  Space space = Space::Global;
  std::string variable;
  unsigned accessBytes = 0;
  std::array<uint32_t, 3> workgroupId = {0, 0, 0};
  Lanes addressBytes;       ///< one for each invocation of the workgroup
  bool isUndefined = false; ///< some address is not defined
};

class Recorder {
public:
  Recorder(unsigned subgroupSize, unsigned sectorBytes, unsigned sampleLimit)
      : SubgroupSize(subgroupSize), SectorBytes(sectorBytes),
        SampleLimit(sampleLimit) {}

  void record(const Event &event);
  /// One JSON object a line, in the order of the instructions.
  void print(llvm::raw_ostream &out) const;

private:
  struct Sample {
    std::array<uint32_t, 3> workgroupId;
    unsigned subgroup;
    unsigned accessBytes;
    Lanes addressBytes;
    uint64_t cost;
  };
  struct Totals {
    Space space = Space::Global;
    std::string variable;
    unsigned elementBytes = 0;
    bool isUndefined = false;
    uint64_t requests = 0, sectors = 0, idealSectors = 0;
    uint64_t wavefronts = 0, idealWavefronts = 0;
    bool hasUnknownWavefronts = false;
    std::vector<Sample> samples;
  };
  struct RequestCost {
    uint64_t blocks = 0; ///< sectors or wavefronts
    uint64_t ideal = 0;
  };

  void recordRequest(const Event &event, unsigned subgroup, const Lanes &lanes);
  RequestCost costOf(const Event &event, const Lanes &lanes);
  void printOne(llvm::raw_ostream &out, const AccessId &id,
                const Totals &totals) const;

  const unsigned SubgroupSize, SectorBytes, SampleLimit;
  std::map<AccessId, Totals> Accesses;
  /// Requests repeat: their costs by shape, with addresses less a common base.
  std::unordered_map<std::string, RequestCost> Known;
};

} // namespace wglint::oracle

#endif // WGLINT_TEST_ORACLE_RECORDER_H
