// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads that keep needless atomics from a minimum, a maximum or a counter, as
/// in `if (x < least) atomicMin(least, x);`: read off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_UPDATEFILTERS_H
#define WGLINT_LIB_ANALYSIS_CODE_UPDATEFILTERS_H

#include "Code/Operands.h"
#include <set>

namespace wglint {

/// A comparison by less or greater, of whole numbers or of floats.
bool asksForOrder(unsigned opcode);

/// See the file comment.
class UpdateFilters {
public:
  /// Cost: linear in the instructions of \p module.
  explicit UpdateFilters(const spirv::Module &module)
      : M(module), Users(usersById(module)) {}

  /// What \p load has loaded decides whether \p atomic of the same place is
  /// executed, and nothing else. A value that is out of date lets an update
  /// pass that changes nothing; it keeps away none that counts, as the place
  /// goes one way only. Both are indices into the module.
  bool isFilter(uint32_t load, uint32_t atomic) const;

  /// What \p load has loaded is only compared with the number that what
  /// \p atomic returns is compared with as well, and \p atomic counts up: `n <
  /// 64u` in front of `slot = atomicAdd(n, 1u); if (slot < 64u)`. A value that
  /// is out of date lets in whom the second test keeps out. So it is with a
  /// softer limit, one made of that number, as `0.8 * size`, or a smaller
  /// constant. Both are indices into the module.
  bool isEarlyOut(uint32_t load, uint32_t atomic) const;

  /// What \p load has loaded is only compared, and \p atomic counts up there:
  /// `if (n < 64u) slot = atomicAdd(n, 1u);`. Where it is no early out, others
  /// may have counted on in between. Both are indices into the module.
  bool isTestOfCount(uint32_t load, uint32_t atomic) const {
    return testOfCount(load, atomic) != nullptr;
  }

  /// What \p load, an index into the module, has loaded in a loop, of the same
  /// place again and again, is only compared, to leave that loop.
  bool isPolled(uint32_t load) const;

private:
  const spirv::Instruction *testOfCount(uint32_t load, uint32_t atomic) const;
  bool isSame(spirv::Id a, spirv::Id b, unsigned depth = 0) const;
  bool asksFor(const spirv::Instruction &comparison, spirv::Id loaded,
               const spirv::Instruction &atomic) const;
  bool doesNothingElse(const spirv::Block &asking, uint32_t from,
                       const spirv::Block &updating, uint32_t atomic) const;
  const spirv::Instruction *onlyUser(spirv::Id value) const;
  bool endsLoop(spirv::Id condition, const spirv::Function &function,
                uint32_t loop, std::set<spirv::Id> &seen) const;
  bool isSofter(spirv::Id limit, spirv::Id than, unsigned depth = 0) const;
  bool isComparedWith(spirv::Id value, spirv::Id bound,
                      std::set<spirv::Id> &seen) const;

  const spirv::Module &M;
  UsersById Users;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_UPDATEFILTERS_H
