// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Analysis/Facts.h"
#include "Code/Copies.h"
#include "Code/IdiomFinders.h"
#include "Code/UncappedLists.h"
#include "Facts/EntryPointAnalysis.h"
#include "Facts/Resources.h"
#include "Flow/Flow.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

static uint64_t product(const std::array<uint32_t, 3> &sizes) {
  return llvm::SaturatingMultiply<uint64_t>(uint64_t(sizes[0]) * sizes[1],
                                            sizes[2]);
}

uint64_t wglint::invocationCount(const std::array<uint32_t, 3> &workgroupSize) {
  return product(workgroupSize);
}

uint64_t wglint::invocationCount(const EntryPointFacts &facts) {
  return invocationCount(facts.workgroupSize);
}

uint64_t wglint::workgroupCount(const std::array<uint32_t, 3> &dispatch) {
  return product(dispatch);
}

std::vector<UniformRange> wglint::common(const std::vector<UniformRange> &a,
                                         const std::vector<UniformRange> &b) {
  std::vector<UniformRange> found;
  llvm::copy_if(a, std::back_inserter(found), [&](const UniformRange &range) {
    return llvm::is_contained(b, range);
  });
  return found;
}

bool wglint::areExclusive(const WayFacts &a, const WayFacts &b) {
  if (a.walk != b.walk)
    return false;
  for (const BranchSide &mine : a.sides)
    for (const BranchSide &other : b.sides)
      if (mine.isUniform && mine.condition == other.condition &&
          areApart(mine.side, mine.edges, other.side, other.edges))
        return true;
  for (const UniformRange &mine : a.ranges)
    for (const UniformRange &other : b.ranges)
      if (mine.value == other.value &&
          (mine.min > other.max || other.min > mine.max))
        return true;
  return false;
}

const char *wglint::toString(PrivateArrayFact::Index index) {
  switch (index) {
  case PrivateArrayFact::Index::Constant:
    return "constant";
  case PrivateArrayFact::Index::Uniform:
    return "uniform";
  case PrivateArrayFact::Index::Divergent:
    return "divergent";
  case PrivateArrayFact::Index::Unknown:
    return "unknown";
  }
  llvm_unreachable("a source of sizes without a name");
}

const char *wglint::toString(UnknownKind kind) {
  switch (kind) {
  case UnknownKind::DataDependent:
    return "data-dependent";
  case UnknownKind::FloatArithmetic:
    return "float-arithmetic";
  case UnknownKind::Unsupported:
    return "unsupported";
  case UnknownKind::Budget:
    return "budget";
  case UnknownKind::Undefined:
    return "undefined";
  case UnknownKind::Device:
    return "device";
  case UnknownKind::Uniform:
    return "uniform";
  }
  llvm_unreachable("a reason without a name");
}

const char *wglint::toString(FactEvidence evidence) {
  switch (evidence) {
  case FactEvidence::Exact:
    return "exact";
  case FactEvidence::Assumed:
    return "assumed";
  case FactEvidence::Bounded:
    return "bounded";
  case FactEvidence::Unknown:
    return "unknown";
  }
  llvm_unreachable("evidence without a name");
}

/// What is read off the instructions; the walks have filled in the rest.
static void describeIdioms(const spirv::Module &module,
                           const spirv::EntryPoint &entry,
                           EntryPointFacts &facts) {
  spirv::FunctionList functions = spirv::reachedFunctions(module, entry);
  facts.idioms.subgroupSizeUses = findSubgroupSizeUses(module, functions);
  facts.idioms.addressDivisions = findAddressDivisions(module, functions);
  facts.idioms.repeatedLoads = findRepeatedLoads(module, functions, facts);
  facts.idioms.uncappedLists = findUncappedLists(module, functions);
  facts.idioms.onlyCopies = onlyCopies(module, functions);
  facts.idioms.hasLoops = llvm::any_of(functions, [](const auto *function) {
    return llvm::any_of(function->loopOf,
                        [](uint32_t loop) { return loop != spirv::kNoLoop; });
  });
}

std::vector<EntryPointFacts>
wglint::analyzeModule(const spirv::Module &module,
                      const AnalysisOptions &options) {
  std::vector<EntryPointFacts> all;
  for (const spirv::EntryPoint &entry : module.entryPoints())
    if (entry.executionModel == spv::ExecutionModelGLCompute) {
      all.push_back(EntryPointAnalysis(module, entry, options).run());
      all.back().resources =
          describeResources(module, entry, options, all.back());
      describeIdioms(module, entry, all.back());
    }
  return all;
}
