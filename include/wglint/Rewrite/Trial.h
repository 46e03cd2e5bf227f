// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an edited text would be worth, by the same analysis as the original's.
#ifndef WGLINT_REWRITE_TRIAL_H
#define WGLINT_REWRITE_TRIAL_H

#include "wglint/Rewrite/Rewrite.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// An edited text of the main file, as the pipeline reads it.
struct ReadText {
  EntryPointFacts facts; ///< of the entry point that is rewritten
  std::shared_ptr<const syntax::TokenMap> tokens;
  std::shared_ptr<const SourceMap> sourceMap;
};

/// Sets RewriteContext::reanalyze and RewriteContext::reread of \p context,
/// which they do not outlive. \p read reads a text with the options of
/// \p context; it fails where the text does not compile.
void letReadAgain(
    RewriteContext &context,
    std::function<llvm::Expected<ReadText>(llvm::StringRef text)> read);

/// The facts of the main file with \p edits made; std::nullopt where it does
/// not compile, cannot be edited so, or RewriteContext::reanalyze is not given.
std::optional<EntryPointFacts> tryEdits(const RewriteContext &context,
                                        llvm::ArrayRef<TextEdit> edits);

/// The text of the main file, as it was read.
llvm::StringRef mainText(const RewriteContext &context);

/// Whether \p access goes to \p variable or to a member of it: `ps` and `ps.x`.
bool isAccessTo(const AccessFact &access, llvm::StringRef variable);

/// What a workgroup's accesses to shared memory cost, over all configurations
/// that have banks; bounds count with their middle.
struct SharedCostSum {
  double wavefronts = 0;
  double shownWavefronts = 0; ///< on the first configuration: for messages
  double excess = 0;          ///< over the ideal
  double requests = 0;        ///< of subgroups
  bool hasUnknown = false;    ///< some access has no known cost
};
/// Of all shared variables, or of \p variable only.
SharedCostSum sumSharedCost(const EntryPointFacts &facts,
                            llvm::StringRef variable = {});
/// Whether \p after is less than \p before on the device that messages are
/// about, and over all configurations by more than \p addedInstructions for
/// each request cost: an array with few conflicts is better left alone.
bool isWorthInstructions(const SharedCostSum &before,
                         const SharedCostSum &after, double addedInstructions);

/// Sectors of a workgroup's global accesses over all configurations that have
/// them; std::nullopt where one is not known.
std::optional<double> sumSectors(const EntryPointFacts &facts);
/// The same on the first configuration alone: for messages; 0 if not known.
double shownSectors(const EntryPointFacts &facts);

/// The races of \p facts, sorted: a text for each that says what is raced on,
/// by which operations, and what is missing, and that an edit elsewhere leaves
/// as it is. Several races may have one text.
std::vector<std::string> raceKinds(const EntryPointFacts &facts);

/// Whether \p now, as raceKinds() gives them, has a race that \p before has
/// not.
bool hasNewRace(llvm::ArrayRef<std::string> before,
                llvm::ArrayRef<std::string> now);

/// Whether \p after has a race or a divergent barrier that \p before has not,
/// or less of it is known.
bool isLessSynchronized(const EntryPointFacts &before,
                        const EntryPointFacts &after);

/// The fixes of \p found, those with the least cost first; of equal ones in the
/// order in which they stand.
std::vector<Fix> cheapestFirst(std::vector<std::pair<double, Fix>> found);

/// "64 to 33", with thousands as they are: counts of wavefronts for messages.
std::string countChange(double before, double after);

} // namespace wglint

#endif // WGLINT_REWRITE_TRIAL_H
