// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Invocations that ask for one value and continue by different answers, as in
/// automata: a cell that moves asks whether its neighbour is empty, and the
/// neighbour asks whether it is itself not. They never meet.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCEXCLUSIVE_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCEXCLUSIVE_H

#include "Flow/Flow.h"
#include "Lanes/ChosenValues.h"
#include "Sync/ValueSources.h"

namespace wglint {

/// See the file comment.
class SyncExclusive {
public:
  SyncExclusive(const ValueSources &sources, const ChosenValues &chosen)
      : Sources(sources), Chosen(chosen) {}

  /// An invocation of a workgroup, and the conditions that it has met.
  struct Way {
    llvm::ArrayRef<const Context *> chain;
    unsigned lane;
  };
  /// Whether \p a and \p b, in one workgroup and outside of loops, cannot both
  /// be taken, as a value that is the same for both would have to have two
  /// values. False where that is not known. Cost: a comparison of each
  /// condition of one with each of the other.
  bool areExclusive(const Way &a, const Way &b) const;

private:
  /// A condition and the side that has to hold.
  using Answer = std::pair<SymbolId, bool>;
  using Answers = llvm::SmallVector<Answer, 4>;
  void addAnswers(Answer answer, Answers &answers) const;
  Answers answersOf(llvm::ArrayRef<const Context *> chain) const;
  bool contradict(Answer a, unsigned laneA, Answer b, unsigned laneB) const;

  /// What an answer says of a whole number: it lies in a range, or outside of
  /// it.
  struct Says {
    Value of;
    int64_t least, most;
    bool isInside;
  };
  std::optional<Says> saysOf(Answer answer) const;

  const ValueSources &Sources;
  const ChosenValues &Chosen;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCEXCLUSIVE_H
