// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads that skip needless atomics on a minimum, a maximum or a counter, as in
/// `if (x < least) atomicMin(least, x);`. Read off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_UPDATEFILTERS_H
#define WGLINT_LIB_ANALYSIS_CODE_UPDATEFILTERS_H

#include "Code/Operands.h"
#include <set>

namespace wglint {

/// Whether \p opcode compares by less or greater, whole numbers or floats.
bool asksForOrder(unsigned opcode);

/// See the file comment.
class UpdateFilters {
public:
  /// Cost: linear in the instructions of \p module.
  explicit UpdateFilters(const spirv::Module &module)
      : M(module), Users(usersById(module)) {}

  /// Whether the value of \p load decides if \p atomic, on the same place, is
  /// executed, and nothing else. A stale value then lets an update pass that
  /// changes nothing, but prevents none that matters, as the place changes in
  /// one direction only. Both are indices into the module.
  bool isFilter(uint32_t load, uint32_t atomic) const;

  /// Whether the value of \p load is only compared with the number that the
  /// result of \p atomic is compared with as well, and \p atomic counts up: `n
  /// < 64u` before `slot = atomicAdd(n, 1u); if (slot < 64u)`. A stale value
  /// lets pass what the second comparison stops. This includes softer limits:
  /// one computed from that number, as `0.8 * size`, or a smaller constant.
  /// Both are indices into the module.
  bool isEarlyOut(uint32_t load, uint32_t atomic) const;

  /// Whether the value of \p load is only compared, and \p atomic counts up at
  /// the same place: `if (n < 64u) slot = atomicAdd(n, 1u);`. Unless
  /// isEarlyOut() holds, others may have counted in between. Both are indices
  /// into the module.
  bool isTestOfCount(uint32_t load, uint32_t atomic) const {
    return testOfCount(load, atomic) != nullptr;
  }

  /// Whether the value of \p load, which a loop loads from one place again and
  /// again, is only compared to leave that loop. \p load is an index into the
  /// module.
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
