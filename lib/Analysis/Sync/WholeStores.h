// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Structures and arrays that are stored to a buffer as a whole, and which
/// parts of them the storing invocation has just loaded from the same bytes.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H
#define WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H

#include "Costs/AccessEvent.h"
#include "wglint/Analysis/Synchronization.h"
#include <map>

namespace wglint {

/// One store as written, under one chain of calls. Has to be told of its
/// requests in their order, one for each scalar or vector of the structure.
class WholeStore {
public:
  /// Records a request. \p firstComponent is the component of the vector that
  /// it starts with, \p kept has bit i set if byte i is stored unchanged, \p
  /// name is the name of the member.
  void note(const AccessEvent &event, unsigned firstComponent, uint32_t kept,
            std::string name);
  /// Keeps only what \p other, of another walk, keeps too.
  void join(const WholeStore &other);
  /// The parts in the order in which they lie.
  std::vector<WholeStoreFact::Part> parts() const;

private:
  struct Part {
    unsigned bytes = 0;
    uint32_t kept = 0;
    std::string name;
  };
  void add(int64_t distance, const Part &part);

  std::map<int64_t, Part> Parts; ///< by their distance from the first one
  int64_t Start = 0;             ///< address in the current execution
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H
