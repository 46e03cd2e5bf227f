// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which races are mended by the same barrier.
#ifndef WGLINT_CHECK_RACEGROUPS_H
#define WGLINT_CHECK_RACEGROUPS_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// Races with one cause, in the order of their later places in the text; never
/// empty.
using RaceGroup = llvm::SmallVector<const RaceFact *, 4>;

/// Divides \p races into as few groups as there are causes.
/// - Where invocations meet in one place (`a[i] += x`, or a single store), they
///   share an element: all such races of a variable are one group, together
///   with races of others beside them whose element data picks.
/// - Where workgroups meet, too, no barrier helps: all such races of a variable
///   are one group, together with the other races of their accesses.
/// - All other races of a group have a place for a barrier in common between
///   their two accesses, either all in the order of the text or all from one
///   iteration to the next.
///
/// The text alone decides that. Whether one barrier really orders them is for a
/// trial to say (insert-barrier). Cost: a search of the text for each access
/// and call, and the square of the number of groups.
std::vector<RaceGroup> groupRaces(const CheckContext &context,
                                  llvm::ArrayRef<const RaceFact *> races);

} // namespace wglint

#endif // WGLINT_CHECK_RACEGROUPS_H
