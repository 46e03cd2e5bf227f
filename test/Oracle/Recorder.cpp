// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recorder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

namespace wglint::oracle {

// A multiple of every sector and of a row of banks: shifting a request by it
// changes no cost.
static constexpr int64_t periodBytes = 128;

static bool isConfirmedShared(const Event &event) {
  unsigned bytes = event.accessBytes;
  bool isPowerOfTwo = bytes && (bytes & (bytes - 1)) == 0;
  return event.id.op != Op::Atomic && isPowerOfTwo && bytes <= 16;
}

Recorder::RequestCost Recorder::costOf(const Event &event, const Lanes &lanes) {
  int64_t least = INT64_MAX;
  for (const auto &address : lanes)
    if (address)
      least = std::min(least, *address);
  int64_t base = least - ((least % periodBytes) + periodBytes) % periodBytes;
  std::string shape;
  auto append = [&](int64_t number) {
    shape.append(reinterpret_cast<const char *>(&number), sizeof(number));
  };
  append(static_cast<int64_t>(event.space) * 4 +
         static_cast<int64_t>(event.id.op));
  append(event.accessBytes);
  for (const auto &address : lanes)
    append(address ? *address - base : INT64_MIN);
  auto found = Known.find(shape);
  if (found != Known.end())
    return found->second;

  RequestCost cost;
  uint64_t bytes = distinctBytes(lanes, event.accessBytes);
  if (event.space == Space::Shared) {
    if (isConfirmedShared(event))
      cost.blocks =
          nvidiaWavefronts(lanes, event.accessBytes, event.id.op == Op::Load);
    cost.ideal = (bytes + 127) / 128;
  } else {
    cost.blocks = sectors(lanes, event.accessBytes, SectorBytes);
    cost.ideal = (bytes + SectorBytes - 1) / SectorBytes;
  }
  return Known[shape] = cost;
}

void Recorder::record(const Event &event) {
  for (unsigned first = 0; first < event.addressBytes.size();
       first += SubgroupSize) {
    size_t end =
        std::min<size_t>(first + SubgroupSize, event.addressBytes.size());
    Lanes lanes(event.addressBytes.begin() + first,
                event.addressBytes.begin() + end);
    lanes.resize(SubgroupSize);
    if (std::any_of(lanes.begin(), lanes.end(),
                    [](const auto &a) { return a.has_value(); }))
      recordRequest(event, first / SubgroupSize, lanes);
  }
}

void Recorder::recordRequest(const Event &event, unsigned subgroup,
                             const Lanes &lanes) {
  Totals &totals = Accesses[event.id];
  totals.space = event.space;
  totals.variable = event.variable;
  totals.elementBytes = std::max(totals.elementBytes, event.accessBytes);
  totals.isUndefined |= event.isUndefined;
  RequestCost cost = costOf(event, lanes);
  ++totals.requests;
  if (event.space == Space::Shared) {
    totals.wavefronts += cost.blocks;
    totals.idealWavefronts += cost.ideal;
    totals.hasUnknownWavefronts |= !isConfirmedShared(event);
  } else {
    totals.sectors += cost.blocks;
    totals.idealSectors += cost.ideal;
  }
  if (totals.samples.size() < SampleLimit)
    totals.samples.push_back(
        {event.workgroupId, subgroup, event.accessBytes, lanes, cost.blocks});
}

static const char *name(Space space) {
  switch (space) {
  case Space::Global:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Private:
    return "private";
  case Space::Uniform:
    return "uniform";
  case Space::Other:
    return "other";
  }
  return "";
}

static const char *name(Op op) {
  return op == Op::Load ? "load" : op == Op::Store ? "store" : "atomic";
}

void Recorder::printOne(llvm::raw_ostream &out, const AccessId &id,
                        const Totals &totals) const {
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("instruction", id.instruction);
    json.attributeArray("callChain", [&] {
      for (uint32_t call : id.callChain)
        json.value(call);
    });
    json.attribute("variable", totals.variable);
    json.attribute("space", name(totals.space));
    json.attribute("op", name(id.op));
    json.attribute("elementBytes", totals.elementBytes);
    json.attribute("undefined", totals.isUndefined);
    json.attribute("requests", totals.requests);
    if (totals.space != Space::Shared) {
      json.attribute("sectors", totals.sectors);
      json.attribute("idealSectors", totals.idealSectors);
    } else if (!totals.hasUnknownWavefronts) {
      json.attribute("wavefronts", totals.wavefronts);
      json.attribute("idealWavefronts", totals.idealWavefronts);
    }
    if (SampleLimit == 0)
      return;
    json.attributeArray("samples", [&] {
      for (const Sample &sample : totals.samples)
        json.object([&] {
          json.attributeArray("workgroup", [&] {
            for (uint32_t i : sample.workgroupId)
              json.value(i);
          });
          json.attribute("subgroup", sample.subgroup);
          json.attribute("accessBytes", sample.accessBytes);
          json.attribute("cost", sample.cost);
          uint64_t mask = 0;
          for (size_t lane = 0; lane < sample.addressBytes.size(); ++lane)
            mask |= uint64_t(sample.addressBytes[lane].has_value()) << lane;
          json.attribute("mask", llvm::utohexstr(mask, /*LowerCase=*/true));
          json.attributeArray("addresses", [&] {
            for (const auto &address : sample.addressBytes)
              json.value(address ? llvm::json::Value(*address)
                                 : llvm::json::Value(nullptr));
          });
        });
    });
  });
  out << '\n';
}

void Recorder::print(llvm::raw_ostream &out) const {
  for (const auto &[id, totals] : Accesses)
    printOne(out, id, totals);
}

} // namespace wglint::oracle
