// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What helps against bank conflicts: how many wavefronts the requests that the
/// facts keep would take if the elements of their array lay elsewhere.
#ifndef WGLINT_CHECK_BANKREMEDIES_H
#define WGLINT_CHECK_BANKREMEDIES_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace wglint {

/// Instructions that a compute unit starts in the time of one wavefront: on
/// NVIDIA it has four schedulers that start one a cycle each, and banks that
/// serve a word a cycle each (CUDA C++ Programming Guide, compute capability
/// 5.x to 9.0). So the few conflicts of a tree of additions are left alone:
/// adding up 256 floats took 295.6 us with them, and with padding in another
/// order 309.2 us (H200, docs/Measurements.md, "Rewrites").
constexpr double kInstructionsPerWavefront = 4;

// What the rewrites try, so that what is computed to help is what they do.

/// What an index through a function adds, of instructions: a shift and an
/// addition where elements are left out behind rows; a shift, a mask and an
/// exclusive or where columns are exchanged.
constexpr double kPaddingInstructions = 2, kSwizzleInstructions = 3;

/// The lengths of the rows that an array of one dimension is cut into for
/// padding: rows of the banks; several, where lanes are as far apart; parts.
constexpr std::array<int64_t, 8> kPaddedRowLengths = {32,  64, 128, 256,
                                                      512, 16, 8,   4};

/// Those for exchanging columns are rows of the banks, doubled up to here.
constexpr int64_t kMaxSwizzledRow = 512;

/// Words that a structure gets more at most.
constexpr unsigned kMaxPaddingWords = 4;

/// How many elements of \p elementBytes (0: not known) are left out behind a
/// row at most: more than a row of banks only repeats what fewer do.
int64_t maxRowPadding(int64_t elementBytes);

/// Whether the columns of an array of \p dimensions, the last of which is \p
/// length elements long, can be exchanged within its rows.
bool canExchangeColumns(size_t dimensions, int64_t length);

/// Which remedies help an access, by calculation: its own requests take fewer
/// wavefronts, and so do all requests to its array together, even after adding
/// the cost of the instructions that the remedy needs.
struct BankRemedies {
  bool longerRows = false;       ///< unused elements are added to each row
  bool largerElements = false;   ///< structures get an unused member
  bool exchangedColumns = false; ///< an element's column depends on its row

  bool isPadding() const { return longerRows || largerElements; }
};

/// The remedies for \p access, which goes to shared memory and has a verdict of
/// judgeBankConflicts(), on the device behind the numbers of that verdict. No
/// remedy where there is no verdict or the array is not known. The first and
/// the worst request of each access are looked at; what is unknown in all of
/// their addresses is taken to be a multiple of the rows.
///
/// \p rowLengths are for an array of one dimension: the row lengths that the
/// text shows in indices, `row * length + column`. Each may be padded by any
/// number of elements. Without them the distance between most lanes is taken
/// for the length, and only a few elements are added.
///
/// Cost: at most some thousand requests, where nothing helps.
BankRemedies
bankRemedies(const EntryPointFacts &facts, const AccessFact &access,
             std::optional<llvm::ArrayRef<int64_t>> rowLengths = std::nullopt);

} // namespace wglint

#endif // WGLINT_CHECK_BANKREMEDIES_H
