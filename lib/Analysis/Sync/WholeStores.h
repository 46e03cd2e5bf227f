// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Structures and arrays that are stored to a buffer as a whole, and what of
/// them the storing invocation has just loaded from the same bytes.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H
#define WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H

#include "Costs/AccessEvent.h"
#include "wglint/Analysis/Synchronization.h"
#include <map>

namespace wglint {

/// One store as written, under one chain of calls. Is told of its requests, one
/// for each scalar or vector of the structure, in their order.
class WholeStore {
public:
  /// \p firstComponent: of the vector, that the request starts with; \p kept:
  /// bit i: byte i of the request is what it was; \p name: of what it is for.
  void note(const AccessEvent &event, unsigned firstComponent, uint32_t kept,
            std::string name);
  /// Keeps only what is kept in \p other, of another walk, too.
  void join(const WholeStore &other);
  /// In the order in which they lie.
  std::vector<WholeStoreFact::Part> parts() const;

private:
  struct Part {
    unsigned bytes = 0;
    uint32_t kept = 0;
    std::string name;
  };
  void add(int64_t distance, const Part &part);

  std::map<int64_t, Part> Parts; ///< by their distance from the first one
  int64_t Start = 0;             ///< address in the execution that runs
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_WHOLESTORES_H
