// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a walk tells of each execution of an access.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_ACCESSEVENT_H
#define WGLINT_LIB_ANALYSIS_COSTS_ACCESSEVENT_H

#include "Code/LoadedComponents.h"
#include "Lanes/LaneValue.h"
#include "Lanes/Symbols.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// One run through a loop, from its entry to its end.
struct LoopActivation {
  uint64_t serial = 0; ///< running number in the walk; 0: not in a loop
  uint32_t loop = 0;   ///< label of the loop's header
  /// The events of one pass stand for all iterations.
  bool isSummary = false;
  SymbolId mark = 0; ///< older symbols do not change in the loop
  /// Uniforms that the conditions which end it, or a loop around it, compare
  /// with.
  llvm::SmallVector<SymbolId, 2> bounds;
};

struct Context;

/// One execution of one access by all subgroups of a workgroup.
struct AccessEvent {
  uint32_t instruction = 0;        ///< index into the module
  std::vector<uint32_t> callChain; ///< indices of the calls, innermost first
  MemorySpace space = MemorySpace::Global;
  AccessOp op = AccessOp::Load;
  spirv::Id variable = spirv::Id::None;
  spirv::Id block = spirv::Id::None; ///< its type, behind a buffer reference
  /// Which of an array of variables (blocks, images): index per level.
  llvm::SmallVector<LaneValue, 0> element;
  int member = -1;          ///< member of the block, -1: none
  bool isComponent = false; ///< AccessFact::isComponent
  std::string name;
  /// Of a structure or an array that is accessed as a whole: the vector or
  /// scalar that the request is for.
  PartPath part;
  LaneValue offsetBytes;                 ///< within the variable, 64 bits wide
  llvm::SmallVector<LaneValue, 3> texel; ///< coordinates, of an image access
  unsigned requestBytes = 0;             ///< bytes per lane of this request
  unsigned elementBytes = 0;             ///< bytes per lane of the whole access
  unsigned declaredAlignment = 1; ///< bytes; of the address of the whole access
  LaneSet active;
  const Context *context = nullptr; ///< open conditions; holds while recorded
  bool isMaybe = false;             ///< `active` is an upper bound
  bool unknownTrip = false; ///< in a loop whose number of iterations is unknown
  double typicalVisits = 1; ///< what it adds to AccessFact::visits
  unsigned loopDepth = 0;
  uint32_t loop = 0;         ///< label of the innermost loop's header, 0: none
  LoopActivation activation; ///< of the innermost loop around, calls included
  /// Range of the integers that a store stores, where it has one.
  std::optional<ValueRange> stored;
  std::set<uint32_t> assumptions;
  std::optional<UnknownReason> unknown; ///< the address is not modelled at all
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_ACCESSEVENT_H
