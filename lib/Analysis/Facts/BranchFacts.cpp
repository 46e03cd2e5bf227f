// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From what the walks noted of conditional branches to facts.
#include "Code/IdiomFinders.h"
#include "Code/Loops.h"
#include "Facts/EntryPointAnalysis.h"

using namespace wglint;

/// Over all boxes: the widest parting, and all numbers that are compared.
void EntryPointAnalysis::mergeBranches(const BranchNotes &notes) {
  for (const auto &[instruction, parting] : notes.partings)
    Branches.noteParting(instruction, parting);
  for (const auto &[instruction, bound] : notes.bounds) {
    auto [it, isNew] = Branches.bounds.try_emplace(instruction, bound);
    BranchNotes::Bound &known = it->second;
    known.isKnown &= bound.isKnown && known.bound == bound.bound;
    known.covered = std::max(known.covered, bound.covered);
    known.perWorkgroup = std::max(known.perWorkgroup, bound.perWorkgroup);
  }
}

/// Only what parts subgroups of all sizes is stated; the numbers are those of
/// the first size.
void EntryPointAnalysis::joinBranches() {
  BranchNotes notes = std::exchange(Branches, BranchNotes());
  if (!AllBranches) {
    AllBranches = std::move(notes);
    return;
  }
  std::map<uint32_t, BranchNotes::Parting> common;
  for (const auto &[instruction, parting] : AllBranches->partings)
    if (notes.partings.count(instruction))
      common[instruction] = parting;
  AllBranches->partings = std::move(common);
}

void EntryPointAnalysis::describeBranches() {
  if (!AllBranches)
    return;
  for (const auto &[branch, parting] : AllBranches->partings)
    for (const spirv::Function &function : M.functions()) {
      std::optional<uint32_t> block = blockOf(function, branch);
      if (!block)
        continue;
      DivergentBranchFact fact;
      fact.key = debugKey(M, branch);
      fact.operations = countSideOperations(M, function, *block);
      fact.partedSubgroups = parting.partedSubgroups;
      fact.subgroups = parting.subgroups;
      if (fact.operations[0] > 0 && fact.operations[1] > 0)
        Facts.idioms.divergentBranches.push_back(std::move(fact));
    }
  for (const auto &[comparison, bound] : AllBranches->bounds)
    if (bound.isKnown)
      Facts.idioms.dispatchBounds.push_back({debugKey(M, comparison),
                                             bound.covered, bound.bound,
                                             bound.perWorkgroup});
}
