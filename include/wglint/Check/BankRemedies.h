// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What mends bank conflicts: how many wavefronts the requests that the facts
/// keep would take if the elements of their array lay elsewhere.
#ifndef WGLINT_CHECK_BANKREMEDIES_H
#define WGLINT_CHECK_BANKREMEDIES_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// Instructions that a multiprocessor starts in the time of one wavefront.
constexpr double kInstructionsPerWavefront = 4;

/// Which remedies were computed to help an access: its own requests take fewer
/// wavefronts, and so do all those to its array together, also after what the
/// instructions cost that a remedy adds.
struct BankRemedies {
  bool longerRows = false;       ///< elements are left out behind each row
  bool largerElements = false;   ///< structures get a member that nobody uses
  bool exchangedColumns = false; ///< an element's column depends on its row

  bool isPadding() const { return longerRows || largerElements; }
};

/// The remedies for \p access, an access to shared memory that has a verdict of
/// judgeBankConflicts(), on the device behind its numbers; nothing where it has
/// none or the array is not known. Looked at are the first and the worst
/// request of each access; what is unknown in all of their addresses is taken
/// to be a multiple of the rows.
/// \p rowLengths: of an array of one dimension, the lengths that the text shows
/// in indices, `row * length + column`, each of which may be padded by any
/// number. Where they are not given, most lanes' distance is taken for one, and
/// only few elements are left out.
/// Cost: some thousand requests at most, where nothing helps.
BankRemedies
bankRemedies(const EntryPointFacts &facts, const AccessFact &access,
             std::optional<llvm::ArrayRef<int64_t>> rowLengths = std::nullopt);

} // namespace wglint

#endif // WGLINT_CHECK_BANKREMEDIES_H
