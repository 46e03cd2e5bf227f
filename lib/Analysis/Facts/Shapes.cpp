// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Asks the lane analysis what the accesses would cost in workgroups of as many
/// invocations but other shapes.
///
/// A shape can only be exchanged where the shader knows its invocations by
/// their global id alone: then any shape that covers the same ids computes the
/// same.
#include "Facts/EntryPointAnalysis.h"
#include "Facts/Resources.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// The shader neither reads an id that depends on the workgroup's shape nor
/// shares anything within a workgroup.
static bool isShapeFree(const spirv::Module &module,
                        const EntryPointFacts &facts) {
  if (facts.hasBarrier || !facts.sharedVariables.empty())
    return false;
  for (spirv::Id id : module.globalVariables()) {
    std::optional<uint32_t> builtIn = module.decorations(id).builtIn;
    if (builtIn && *builtIn != spv::BuiltInGlobalInvocationId)
      return false;
  }
  return true;
}

/// The access of \p facts that is \p access in another shape; nullptr where
/// there is none, or calls on one line leave several.
static const AccessFact *sameAccess(const EntryPointFacts &facts,
                                    const AccessFact &access) {
  auto isSame = [&](const AccessFact &other) {
    return other.instruction == access.instruction &&
           other.callChain == access.callChain;
  };
  auto it = llvm::find_if(facts.accesses, isSame);
  if (it == facts.accesses.end() ||
      std::any_of(std::next(it), facts.accesses.end(), isSame))
    return nullptr;
  return &*it;
}

/// Sums of \p facts over the accesses whose sectors are known in \p reference;
/// std::nullopt where one of these is not known here.
static std::optional<ShapeFact> costOf(const EntryPointFacts &facts,
                                       const EntryPointFacts &reference,
                                       const AnalysisOptions &options) {
  ShapeFact shape;
  shape.workgroupSize = facts.workgroupSize;
  for (const DeviceConfig &config : options.configs)
    shape.costs.push_back({config, 0, 0, {}});
  for (const AccessFact &access : reference.accesses) {
    const AccessFact *here = sameAccess(facts, access);
    for (size_t c = 0; c < shape.costs.size(); ++c) {
      ShapeCost &cost = shape.costs[c];
      cost.accessMaxSectors.emplace_back();
      if (access.space != MemorySpace::Global ||
          !access.costs[c].sectorsPerRequest)
        continue;
      if (!here || !here->costs[c].sectorsPerRequest)
        return std::nullopt;
      const CountRange &sectors = *here->costs[c].sectorsPerRequest;
      cost.accessMaxSectors.back() = sectors.max;
      cost.minSectors += sectors.min;
      cost.maxSectors += sectors.max;
    }
  }
  return shape;
}

/// The different addresses of the first request of \p cost; 0 where there is
/// none.
static size_t distinctAddresses(const DeviceCost &cost) {
  std::set<int64_t> addresses;
  if (cost.first)
    for (size_t lane = 0; lane < cost.first->laneAddressBytes.size(); ++lane)
      if (cost.first->activeMask >> lane & 1)
        addresses.insert(cost.first->laneAddressBytes[lane]);
  return addresses.size();
}

/// Every store of \p reference stores as many different bytes in a request: no
/// two invocations do the same work, as they would if a shader does not use the
/// dimension into which the workgroup grows. Where that is not known, it is
/// taken that they would.
static bool storesAsMuch(const EntryPointFacts &facts,
                         const EntryPointFacts &reference) {
  bool hasStore = false;
  for (const AccessFact &access : reference.accesses) {
    if (access.space != MemorySpace::Global || access.op != AccessOp::Store)
      continue;
    hasStore = true;
    const AccessFact *here = sameAccess(facts, access);
    for (size_t c = 0; c < access.costs.size(); ++c) {
      if (!access.costs[c].config.device->sectorBytes)
        continue;
      const MaybeCount &ideal = access.costs[c].idealSectorsPerRequest;
      if (!ideal || !here || !here->costs[c].idealSectorsPerRequest ||
          here->costs[c].idealSectorsPerRequest->max < ideal->max ||
          distinctAddresses(here->costs[c]) <
              distinctAddresses(access.costs[c]))
        return false;
    }
  }
  return hasStore;
}

/// Some access touches twice the sectors that its bytes need: of less nothing
/// is said.
static bool hasWaste(const EntryPointFacts &facts) {
  return llvm::any_of(facts.accesses, [](const AccessFact &access) {
    return access.space == MemorySpace::Global &&
           llvm::any_of(access.costs, [](const DeviceCost &cost) {
             return cost.sectorsPerRequest && cost.idealSectorsPerRequest &&
                    cost.sectorsPerRequest->max >=
                        2 * cost.idealSectorsPerRequest->max;
           });
  });
}

/// Other shapes of as many invocations as \p size. Where it extends along z, so
/// may they; no API has to allow more than 64 there.
static std::vector<std::array<uint32_t, 3>>
otherShapes(const std::array<uint32_t, 3> &size) {
  constexpr uint32_t kMaxAlongZ = 64;
  uint32_t count = size[0] * size[1] * size[2];
  std::vector<std::array<uint32_t, 3>> shapes;
  auto add = [&](const std::array<uint32_t, 3> &shape) {
    if (shape != size && !llvm::is_contained(shapes, shape) &&
        shape[2] <= kMaxAlongZ)
      shapes.push_back(shape);
  };
  for (uint32_t width : {count, 32u, 16u, 8u}) {
    bool fits = width <= count && count % width == 0;
    if (fits)
      add({width, count / width, 1});
    if (fits && size[2] > 1)
      add({width, 1, count / width});
  }
  return shapes;
}

std::vector<ShapeFact> wglint::tryShapes(const spirv::Module &module,
                                         const spirv::EntryPoint &entry,
                                         const AnalysisOptions &options,
                                         const EntryPointFacts &facts) {
  std::vector<ShapeFact> shapes;
  if (facts.unknown || !hasWaste(facts) || !isShapeFree(module, facts))
    return shapes;
  std::optional<ShapeFact> own = costOf(facts, facts, options);
  if (!own)
    return shapes;
  shapes.push_back(std::move(*own));
  AnalysisOptions other = options;
  other.dispatch.reset();
  // All candidates together cost no more than the shader itself may.
  auto candidates = otherShapes(facts.workgroupSize);
  other.laneOperationBudget /= std::max<size_t>(4, candidates.size());
  for (const std::array<uint32_t, 3> &candidate : candidates) {
    other.localSize = candidate;
    EntryPointFacts tried =
        EntryPointAnalysis(module, entry, other).runForCosts();
    if (tried.unknown || !storesAsMuch(tried, facts))
      continue;
    if (auto shape = costOf(tried, facts, options))
      shapes.push_back(std::move(*shape));
  }
  return shapes;
}
