// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Invocations that ask one value and go on by different answers, as in
/// automata: a cell that moves asks whether its neighbour is empty, and the
/// neighbour asks of itself whether it is not. They never meet.
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
  /// Whether \p a and \p b, of one workgroup and outside of loops, cannot both
  /// be taken: a value that is the same for both would have to be two. False
  /// where that is not known. Cost: compares what each condition of one asks
  /// with what each of the other does.
  bool areExclusive(const Way &a, const Way &b) const;

private:
  /// What has to hold: a condition, and its side.
  using Answer = std::pair<SymbolId, bool>;
  using Answers = llvm::SmallVector<Answer, 4>;
  void addAnswers(Answer answer, Answers &answers) const;
  Answers answersOf(llvm::ArrayRef<const Context *> chain) const;
  bool contradict(Answer a, unsigned laneA, Answer b, unsigned laneB) const;

  /// What an answer says of a whole number: that it lies in a range, or out of
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
