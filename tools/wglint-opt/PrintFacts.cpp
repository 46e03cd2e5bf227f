// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Actions.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"

using namespace wglint;

static void printCount(const MaybeCount &count, llvm::raw_ostream &out) {
  if (!count)
    out << "unknown";
  else if (count->isExact())
    out << count->min;
  else
    out << count->min << ".." << count->max;
}

/// "load global a.data", with the evidence and what it rests on.
static void printHead(const AccessFact &fact, llvm::raw_ostream &out) {
  out << toString(fact.op) << ' ' << toString(fact.space) << " '"
      << fact.variable << "' " << fact.elementBytes
      << " bytes: " << toString(fact.evidence);
  if (fact.unknown)
    out << " (" << toString(fact.unknown->kind) << ": " << fact.unknown->text
        << ')';
  out << '\n';
}

static void printTotals(llvm::StringRef name, const CostTotals &totals,
                        bool isShared, llvm::raw_ostream &out) {
  out << "  " << name << ": requests ";
  printCount(totals.requests, out);
  out << (isShared ? ", wavefronts " : ", sectors ");
  printCount(isShared ? totals.wavefronts : totals.sectors, out);
  out << ", ideal ";
  printCount(isShared ? totals.idealWavefronts : totals.idealSectors, out);
  out << '\n';
}

static void printAccess(const AccessFact &fact, llvm::raw_ostream &out) {
  printHead(fact, out);
  if (fact.isSubgroupUniform)
    out << "  lane stride: none, one address for a subgroup\n";
  else if (fact.laneStrideBytes)
    out << "  lane stride: " << *fact.laneStrideBytes << " bytes\n";
  else if (!fact.laneStrideText.empty())
    out << "  lane stride: " << fact.laneStrideText << " bytes\n";
  bool isShared = fact.space == MemorySpace::Shared;
  for (const DeviceCost &cost : fact.costs) {
    out << "  " << cost.config.device->name << '/' << cost.config.subgroupSize
        << ": per request ";
    printCount(isShared ? cost.wavefrontsPerRequest : cost.sectorsPerRequest,
               out);
    out << ", ideal ";
    printCount(isShared ? cost.idealWavefrontsPerRequest
                        : cost.idealSectorsPerRequest,
               out);
    if (isShared) {
      out << ", ways ";
      printCount(cost.conflictWays, out);
    }
    out << '\n';
    printTotals("workgroup", cost.perWorkgroup, isShared, out);
    if (cost.dispatch)
      printTotals("dispatch", *cost.dispatch, isShared, out);
  }
  for (const std::string &assumption : fact.assumptions)
    out << "  assumed: " << assumption << '\n';
}

static void printReach(const AccessFact &fact, llvm::raw_ostream &out) {
  if (fact.reachedBytes)
    out << "  all requests: bytes " << fact.reachedBytes->begin << " to "
        << fact.reachedBytes->end - 1 << '\n';
}

static void printTexel(const AccessFact &fact, llvm::raw_ostream &out) {
  static constexpr llvm::StringRef kAxes = "xyzw";
  for (size_t axis = 0; axis < fact.texel.size() && axis < 4; ++axis) {
    out << "  first request, texel " << kAxes[axis] << ':';
    for (const std::optional<int64_t> &lane : fact.texel[axis].lanes)
      out << ' ' << (lane ? std::to_string(*lane) : "-");
    if (!fact.texel[axis].unknownBase.empty())
      out << " (+ " << fact.texel[axis].unknownBase << ')';
    out << '\n';
  }
}

/// The addresses of the first request, lane by lane.
static void printLanes(const AccessFact &fact, llvm::raw_ostream &out) {
  printHead(fact, out);
  printTexel(fact, out);
  const std::optional<Witness> &first = fact.costs.front().first;
  if (!first)
    return printReach(fact, out);
  out << "  first request, subgroup " << first->subgroup << ", mask "
      << llvm::format_hex(first->activeMask, 2) << ":";
  for (unsigned lane = 0; lane < first->laneAddressBytes.size(); ++lane) {
    if (first->activeMask >> lane & 1)
      out << ' ' << first->laneAddressBytes[lane];
    else
      out << " -";
  }
  if (!first->unknownBase.empty())
    out << " (+ " << first->unknownBase << ')';
  if (!first->example.empty())
    out << " (with " << first->example << ')';
  out << '\n';
  printReach(fact, out);
}

/// "[32][33]"; empty for what is no array.
static std::string dimensionsText(const std::vector<uint64_t> &dimensions) {
  std::string text;
  for (uint64_t length : dimensions)
    text += "[" + std::to_string(length) + "]";
  return text;
}

static void printDeclarations(const EntryPointFacts &facts,
                              llvm::raw_ostream &out) {
  out << "workgroup " << facts.workgroupSize[0] << 'x' << facts.workgroupSize[1]
      << 'x' << facts.workgroupSize[2]
      << (facts.dependsOnInvocationId ? "" : ", one task for all invocations")
      << (facts.hasBarrier ? ", has a barrier" : "") << '\n';
  out << "arithmetic for each invocation: "
      << llvm::format("%.1f", facts.arithmeticPerInvocation) << '\n';
  for (const SharedVariableFact &shared : facts.sharedVariables)
    out << "shared '" << shared.variable << "'"
        << dimensionsText(shared.dimensions) << ": " << shared.bytes
        << " bytes\n";
  for (const PrivateArrayFact &array : facts.privateArrays)
    out << "private array '" << array.variable << "'"
        << dimensionsText(array.dimensions) << ": " << array.bytes << " bytes, "
        << array.elementCount << " elements, " << toString(array.index)
        << " index" << (array.isConstantTable ? ", constant table" : "")
        << '\n';
}

static void printBlock(const StorageBlockFact &block, llvm::raw_ostream &out) {
  out << "storage block '" << block.block << "'";
  if (block.set)
    out << " set " << *block.set;
  if (block.binding)
    out << " binding " << *block.binding;
  if (block.count != 1)
    out << ", array of " << block.count;
  if (block.fixedBytes)
    out << ", " << *block.fixedBytes << " bytes";
  out << (block.isUsed ? block.isWritten ? ", written" : ", read" : ", unused")
      << (block.isAliasDeclared ? ", may alias" : "") << '\n';
}

static void printResources(const ResourceFacts &facts, llvm::raw_ostream &out) {
  for (const StorageBlockFact &block : facts.storageBlocks)
    printBlock(block, out);
  for (const SharedUseFact &use : facts.sharedUses) {
    out << "shared '" << use.variable << "': " << use.bytes << " bytes";
    if (use.paddingBytes)
      out << ", " << use.paddingBytes << " of them padding";
    out << (use.isUsed ? "" : ", unused") << '\n';
  }
  for (const ReductionFact &fact : facts.reductions)
    out << "reduction of '" << fact.variable << "': " << fact.operation << '\n';
  for (const AtomicFact &fact : facts.atomics)
    out << "order-free atomic, result "
        << (fact.isResultUsed ? "used\n" : "unused\n");
  for (const DebugKey &key : facts.narrowBallots)
    out << "narrow ballot at line " << key.line << '\n';
  for (const OccupancyFact &fact : facts.occupancies)
    out << "occupancy on " << fact.config.device->name << '/'
        << fact.config.subgroupSize << " (" << fact.unit->name
        << "): " << fact.residentWorkgroups << " workgroups, "
        << fact.residentSubgroups << " of " << fact.maxSubgroups
        << " subgroups, limited by " << toString(fact.limiter) << '\n';
  for (const ShapeFact &shape : facts.shapes) {
    out << "shape " << shape.workgroupSize[0] << 'x' << shape.workgroupSize[1]
        << ':';
    for (const ShapeCost &cost : shape.costs)
      out << ' ' << cost.config.device->name << '/' << cost.config.subgroupSize
          << ' ' << cost.minSectors << ".." << cost.maxSectors << " sectors";
    out << '\n';
  }
}

static const char *toString(SubgroupSizeUse::Kind kind) {
  switch (kind) {
  case SubgroupSizeUse::Kind::Shuffle:
    return "shuffle";
  case SubgroupSizeUse::Kind::Quotient:
    return "quotient";
  case SubgroupSizeUse::Kind::Remainder:
    return "remainder";
  case SubgroupSizeUse::Kind::LastLane:
    return "last lane";
  }
  return "";
}

static void printIdioms(const EntryPointFacts &facts, llvm::raw_ostream &out) {
  const IdiomFacts &idioms = facts.idioms;
  for (const SubgroupSizeUse &use : idioms.subgroupSizeUses)
    out << "means subgroups of " << use.lanes << ": " << toString(use.kind)
        << '\n';
  for (const AddressDivisionFact &fact : idioms.addressDivisions)
    out << (fact.isRemainder ? "remainder" : "quotient")
        << " in an address of '" << fact.variable << "'\n";
  for (const DivergentBranchFact &fact : idioms.divergentBranches)
    out << "branch parts " << fact.partedSubgroups << " of " << fact.subgroups
        << " subgroups: " << fact.operations[0] << " and " << fact.operations[1]
        << " operations\n";
  for (const RepeatedLoadFact &fact : idioms.repeatedLoads)
    out << "repeated load of '" << facts.accesses[fact.access].variable
        << "', hindered by a " << (fact.isBarrier ? "barrier" : "store")
        << '\n';
  for (const UncappedListFact &fact : idioms.uncappedLists)
    out << "list '" << fact.list << "' of " << fact.elements
        << " elements read up to '" << fact.counter << "'\n";
  for (const DispatchBoundFact &fact : idioms.dispatchBounds)
    out << "dispatch covers " << fact.covered << " of " << fact.bound << ", "
        << fact.perWorkgroup << " by a workgroup\n";
  for (const AccessFact &access : facts.accesses)
    if (access.storedValues)
      out << "stored to '" << access.variable
          << "': " << access.storedValues->min << " to "
          << access.storedValues->max << '\n';
}

static void printRanges(llvm::ArrayRef<ByteRange> ranges,
                        llvm::raw_ostream &out) {
  for (const ByteRange &range : ranges)
    out << ' ' << range.begin << ".." << range.end - 1;
}

static void printBuffers(const EntryPointFacts &facts, llvm::raw_ostream &out) {
  for (const BufferArrayFact &array : facts.bufferArrays) {
    out << "array '" << array.variable << "'";
    if (array.isStructure)
      out << " of '" << array.elementType << "'";
    out << ": " << array.dataBytes << " bytes of data in " << array.strideBytes
        << ", used";
    printRanges(array.usedBytes, out);
    for (const ElementMemberFact &member : array.members)
      if (!member.isUsed)
        out << ", not '" << member.name << "'";
    out << '\n';
  }
  for (const ReuseFact &reuse : facts.reuses)
    out << "loads from '" << reuse.variable << "'"
        << (reuse.isPerIteration ? " in an iteration" : "") << ": "
        << reuse.accesses.size() << " accesses, "
        << llvm::format("%g", reuse.loadsPerInvocation)
        << " loads per invocation, " << reuse.requestedBytes << " bytes, "
        << reuse.distinctPerExecutionBytes << " by execution, "
        << reuse.distinctBytes << " distinct\n";
}

static void printFact(Printed what, const EntryPointFacts &facts,
                      llvm::raw_ostream &out) {
  switch (what) {
  case Printed::Accesses:
    for (const AccessFact &fact : facts.accesses)
      printAccess(fact, out);
    break;
  case Printed::Buffers:
    printBuffers(facts, out);
    break;
  case Printed::Declarations:
    printDeclarations(facts, out);
    break;
  case Printed::Idioms:
    printIdioms(facts, out);
    break;
  case Printed::Lanes:
    for (const AccessFact &fact : facts.accesses)
      printLanes(fact, out);
    break;
  case Printed::Resources:
    printResources(facts.resources, out);
    break;
  case Printed::Synchronization:
    opt::printSynchronization(facts.synchronization, out);
    break;
  default:
    llvm_unreachable("not a fact of an entry point");
  }
}

void opt::printFacts(Printed what, const spirv::Module &module,
                     const AnalysisOptions &options, llvm::raw_ostream &out) {
  for (const EntryPointFacts &facts : analyzeModule(module, options)) {
    out << "entry point " << facts.name << '\n';
    if (facts.unknown)
      out << "unknown (" << toString(facts.unknown->kind)
          << "): " << facts.unknown->text << '\n';
    printFact(what, facts, out);
  }
}
