// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which races lack the same barrier.
#ifndef WGLINT_CHECK_RACEGROUPS_H
#define WGLINT_CHECK_RACEGROUPS_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// Never empty; in the order of the later places in the text.
using RaceGroup = llvm::SmallVector<const RaceFact *, 4>;

/// Parts \p races into as few groups as there are causes. Where invocations
/// meet in one place (`a[i] += x`, or one store), they have one element, and
/// all races of that variable are one group, with those of others that data
/// picks beside it. Where workgroups meet, too, no
/// barrier helps: all such races of a variable are one group, with the others
/// that one of their accesses is part of. Else those of a group have a place
/// for a barrier in common between their two accesses, either all in the order
/// of the text or all from one iteration to the next. That is by the text
/// alone: whether one barrier does order them, a trial says (insert-barrier).
/// Costs a search of the text for each access and call, and the square of the
/// number of groups.
std::vector<RaceGroup> groupRaces(const CheckContext &context,
                                  llvm::ArrayRef<const RaceFact *> races);

} // namespace wglint

#endif // WGLINT_CHECK_RACEGROUPS_H
