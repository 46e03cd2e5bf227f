// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/FactsJson.h"
#include "wglint/Analysis/PredictedCost.h"
#include "wglint/Diag/Diagnostic.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
namespace json = llvm::json;

/// The words that users see, the same as a finding's evidence.
static llvm::StringRef evidenceName(FactEvidence evidence) {
  switch (evidence) {
  case FactEvidence::Exact:
    return toString(Evidence::Proved);
  case FactEvidence::Assumed:
    return toString(Evidence::Assumed);
  case FactEvidence::Bounded:
    return toString(Evidence::Bounded);
  case FactEvidence::Unknown:
    return "unknown";
  }
  llvm_unreachable("all kinds of evidence are listed");
}

static llvm::StringRef sizeSourceName(SizeSource source) {
  switch (source) {
  case SizeSource::Literal:
    return "literal";
  case SizeSource::Specialization:
    return "specialization";
  case SizeSource::Assumed:
    return "assumed";
  case SizeSource::Given:
    return "given";
  case SizeSource::Missing:
    return "missing";
  }
  llvm_unreachable("all sources are listed");
}

/// A number where it is exact, its bounds where it is not, null for unknown.
static json::Value countToJson(const MaybeCount &count) {
  if (!count)
    return nullptr;
  if (count->isExact())
    return count->min;
  return json::Object{{"min", count->min}, {"max", count->max}};
}

template <typename T>
static json::Value optionalToJson(const std::optional<T> &value) {
  return value ? json::Value(*value) : json::Value(nullptr);
}

static json::Array sizeToJson(const std::array<uint32_t, 3> &size) {
  return json::Array{size[0], size[1], size[2]};
}

static json::Array stringsToJson(llvm::ArrayRef<std::string> strings) {
  json::Array array;
  for (const std::string &string : strings)
    array.push_back(toJsonString(string));
  return array;
}

static void addTotals(json::Object &object, const CostTotals &totals) {
  object["requests"] = countToJson(totals.requests);
  object["sectors"] = countToJson(totals.sectors);
  object["idealSectors"] = countToJson(totals.idealSectors);
  object["wavefronts"] = countToJson(totals.wavefronts);
  object["idealWavefronts"] = countToJson(totals.idealWavefronts);
}

static json::Object perRequestToJson(const DeviceCost &cost) {
  return json::Object{
      {"sectors", countToJson(cost.sectorsPerRequest)},
      {"idealSectors", countToJson(cost.idealSectorsPerRequest)},
      {"wavefronts", countToJson(cost.wavefrontsPerRequest)},
      {"idealWavefronts", countToJson(cost.idealWavefrontsPerRequest)},
      {"conflictWays", countToJson(cost.conflictWays)},
  };
}

static json::Value witnessToJson(const std::optional<Witness> &witness) {
  if (!witness)
    return nullptr;
  json::Array addresses;
  for (size_t lane = 0; lane < witness->laneAddressBytes.size(); ++lane) {
    bool isActive = lane < 64 && (witness->activeMask >> lane & 1);
    addresses.push_back(isActive ? json::Value(witness->laneAddressBytes[lane])
                                 : json::Value(nullptr));
  }
  return json::Object{
      {"workgroup", witness->workgroupId
                        ? json::Value(sizeToJson(*witness->workgroupId))
                        : json::Value(nullptr)},
      {"subgroup", witness->subgroup},
      {"activeMask", llvm::formatv("{0:x}", witness->activeMask).str()},
      {"laneAddressBytes", std::move(addresses)},
      {"unknownBase", toJsonString(witness->unknownBase)},
      {"cost", witness->cost},
  };
}

/// Null where lanes are not apart by one unknown, or it is known to be large.
static json::Value smallValuesToJson(const DeviceCost &cost) {
  if (cost.atSmallValues.empty())
    return nullptr;
  json::Array values;
  for (const CostAtValue &at : cost.atSmallValues)
    values.push_back(json::Object{{"value", at.value},
                                  {"sectors", countToJson(at.sectors)}});
  return json::Object{{"unknown", toJsonString(cost.unknownStep)},
                      {"perRequest", std::move(values)}};
}

/// Everything that depends on the device.
static json::Object costToJson(const DeviceCost &cost) {
  json::Object object;
  addTotals(object, cost.perWorkgroup);
  object["perRequest"] = perRequestToJson(cost);
  object["atSmallValues"] = smallValuesToJson(cost);
  object["witness"] = witnessToJson(cost.worst);
  if (cost.dispatch) {
    json::Object dispatch;
    addTotals(dispatch, *cost.dispatch);
    object["dispatch"] = std::move(dispatch);
  }
  return object;
}

static json::Object placeToJson(const SourceLocation &location) {
  return json::Object{{"file", toJsonString(location.range.file)},
                      {"range", toJson(location.range)}};
}

static json::Value unknownToJson(const std::optional<UnknownReason> &unknown,
                                 const SourceMap &sourceMap) {
  if (!unknown)
    return nullptr;
  json::Object object{{"kind", toString(unknown->kind)},
                      {"reason", toJsonString(unknown->text)}};
  if (unknown->origin)
    object["origin"] = placeToJson(sourceMap.resolve(*unknown->origin));
  return object;
}

static json::Array devicesToJson(const AccessFact &access) {
  json::Array devices;
  for (const DeviceCost &cost : access.costs) {
    json::Object object = costToJson(cost);
    object["device"] = cost.config.device->name;
    object["subgroupSize"] = cost.config.subgroupSize;
    devices.push_back(std::move(object));
  }
  return devices;
}

static json::Array callChainToJson(const AccessFact &access,
                                   const SourceMap &sourceMap) {
  json::Array chain;
  for (const DebugKey &call : access.callChain)
    chain.push_back(placeToJson(sourceMap.resolve(call)));
  return chain;
}

static json::Array texelToJson(const AccessFact &access) {
  json::Array coordinates;
  for (const TexelCoordinate &coordinate : access.texel) {
    json::Array lanes;
    for (const std::optional<int64_t> &lane : coordinate.lanes)
      lanes.push_back(optionalToJson(lane));
    coordinates.push_back(
        json::Object{{"lanes", std::move(lanes)},
                     {"unknownBase", toJsonString(coordinate.unknownBase)}});
  }
  return coordinates;
}

static json::Object accessToJson(const AccessFact &access,
                                 const SourceMap &sourceMap) {
  SourceLocation location = sourceMap.resolve(access.key);
  // The numbers at the top are those of the first configuration; an access
  // without any has the same members, all null.
  json::Object object =
      costToJson(access.costs.empty() ? DeviceCost() : access.costs.front());
  object["variable"] = toJsonString(access.variable);
  object["space"] = toString(access.space);
  object["op"] = toString(access.op);
  object["elementBytes"] = access.elementBytes
                               ? json::Value(access.elementBytes)
                               : json::Value(nullptr);
  object["file"] = toJsonString(location.range.file);
  object["range"] = toJson(location.range);
  object["rangeIsExact"] = location.isExact;
  object["evidence"] = evidenceName(access.evidence);
  object["assumptions"] = stringsToJson(access.assumptions);
  object["unknown"] = unknownToJson(access.unknown, sourceMap);
  object["totalsUnknown"] = unknownToJson(access.totalsUnknown, sourceMap);
  object["laneStrideBytes"] = optionalToJson(access.laneStrideBytes);
  object["laneStrideText"] = toJsonString(access.laneStrideText);
  object["isSubgroupUniform"] = access.isSubgroupUniform;
  object["misalignmentBytes"] = optionalToJson(access.misalignmentBytes);
  object["reachedBytes"] =
      access.reachedBytes ? json::Value(json::Array{access.reachedBytes->begin,
                                                    access.reachedBytes->end})
                          : json::Value(nullptr);
  object["texel"] = texelToJson(access);
  object["dependsOnSpecialization"] = access.dependsOnSpecialization;
  object["loopDepth"] = access.loopDepth;
  object["costFraction"] = optionalToJson(access.costFraction);
  object["callChain"] = callChainToJson(access, sourceMap);
  object["devices"] = devicesToJson(access);
  return object;
}

static json::Array sharedVariablesToJson(const EntryPointFacts &facts) {
  json::Array array;
  for (const SharedVariableFact &variable : facts.sharedVariables)
    array.push_back(json::Object{
        {"variable", toJsonString(variable.variable)},
        {"bytes", variable.bytes},
        {"dependsOnSpecialization", variable.dependsOnSpecialization}});
  return array;
}

static json::Array privateArraysToJson(const EntryPointFacts &facts,
                                       const SourceMap &sourceMap) {
  json::Array array;
  for (const PrivateArrayFact &fact : facts.privateArrays) {
    json::Object object = placeToJson(sourceMap.resolve(fact.key));
    object["variable"] = toJsonString(fact.variable);
    object["bytes"] = fact.bytes;
    object["elementCount"] = fact.elementCount;
    object["index"] = toString(fact.index);
    object["isConstantTable"] = fact.isConstantTable;
    object["isCopiedToShared"] = fact.isCopiedToShared;
    object["isFilledList"] = fact.isFilledList;
    object["isStack"] = fact.isStack;
    array.push_back(std::move(object));
  }
  return array;
}

/// Times in ns with the counts that they are made of; null where unknown.
static json::Value predictedCostToJson(const EntryPointFacts &facts) {
  std::optional<PredictedCost> cost = predictCost(facts);
  if (!cost)
    return nullptr;
  const DispatchCounts &counts = cost->counts;
  return json::Object{
      {"totalNs", cost->totalNs()},
      {"startNs", cost->startNs},
      {"issueNs", cost->issueNs},
      {"latencyNs", cost->latencyNs},
      {"passesNs", cost->passesNs},
      {"l2Ns", cost->l2Ns},
      {"ramNs", cost->ramNs},
      {"pagesNs", cost->pagesNs},
      {"counts", json::Object{{"workgroups", counts.workgroups},
                              {"subgroups", counts.subgroups},
                              {"requests", counts.requests},
                              {"missRequests", counts.missRequests},
                              {"lines", counts.lines},
                              {"wavefronts", counts.wavefronts},
                              {"l2Sectors", counts.l2Sectors},
                              {"ramSectors", counts.ramSectors},
                              {"ramRequests", counts.ramRequests},
                              {"partialSectors", counts.partialSectors},
                              {"pageVisits", counts.pageVisits},
                              {"residentSubgroups", counts.residentSubgroups}}},
  };
}

json::Object wglint::factsToJson(llvm::StringRef file,
                                 const EntryPointFacts &facts,
                                 const SourceMap &sourceMap) {
  json::Array accesses;
  for (const AccessFact &access : facts.accesses)
    accesses.push_back(accessToJson(access, sourceMap));
  return json::Object{
      {"file", toJsonString(file)},
      {"entryPoint", toJsonString(facts.name)},
      {"workgroupSize", sizeToJson(facts.workgroupSize)},
      {"workgroupSizeSource", sizeSourceName(facts.sizeSource)},
      {"sharedBytes", facts.sharedBytes},
      {"privateBytes", facts.privateBytes},
      {"sharedVariables", sharedVariablesToJson(facts)},
      {"privateArrays", privateArraysToJson(facts, sourceMap)},
      {"dependsOnInvocationId", facts.dependsOnInvocationId},
      {"hasBarrier", facts.hasBarrier},
      {"arithmeticPerInvocation", facts.arithmeticPerInvocation},
      {"dispatch", facts.dispatch ? json::Value(sizeToJson(*facts.dispatch))
                                  : json::Value(nullptr)},
      {"unknown", unknownToJson(facts.unknown, sourceMap)},
      {"predictedCost", predictedCostToJson(facts)},
      {"accesses", std::move(accesses)},
  };
}
