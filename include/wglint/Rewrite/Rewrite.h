// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The framework of rewrites. A rewrite reads a finding, the facts and the
/// syntax tree, and says which edits of the user's text would mend the finding.
/// It proves nothing: the driver compiles the edited text, analyses it again
/// and runs both. One rewrite is one file in lib/Rewrites.
#ifndef WGLINT_REWRITE_REWRITE_H
#define WGLINT_REWRITE_REWRITE_H

#include "wglint/Check/Check.h"
#include "wglint/Diag/Fix.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// Everything that a rewrite may look at. Plain references to finished results.
struct RewriteContext {
  const syntax::TokenMap &tokens;
  const syntax::SyntaxTree &tree;
  const CheckContext &analysis; ///< facts, options, targets, source map
  /// The file that the command line named: the only one that is edited.
  llvm::StringRef mainFile;
  /// Options of rewrites, as `--rewrite-option NAME=VALUE` gave them, such as
  /// "stage-transpose.rows=4".
  llvm::ArrayRef<std::pair<std::string, std::string>> parameters = {};
  /// Where the later access of each race of the facts is, in their order:
  /// raceRanges(analysis). There may be a finding for each, and each asks.
  std::vector<SourceRange> raceRanges = {};
  /// Compiles an edited text of the main file and analyses it as the given one
  /// was: the facts of the same entry point. For apply(), to choose between
  /// candidates; costs as much as linting the file. May be empty: no choice is
  /// made then.
  /// Errors: the text does not compile.
  std::function<llvm::Expected<EntryPointFacts>(llvm::StringRef text)>
      reanalyze = {};
  /// Reads an edited text of the main file as the given one was, and calls
  /// \p visit with all that a rewrite may look at: for what is worked out in
  /// several steps. Costs as much as reanalyze; may be empty.
  /// Errors: the text does not compile; what \p visit gives.
  std::function<llvm::Error(
      llvm::StringRef text,
      llvm::function_ref<llvm::Error(const RewriteContext &)> visit)>
      reread = {};
};

/// What prepare() says of a finding that a rewrite can probably mend.
struct FixOffer {
  std::string message; ///< what it would do, as Fix::message
  Applicability applicability = Applicability::NeedsValidation;
};

/// A number that `--rewrite-option` sets.
struct RewriteOption {
  llvm::StringRef name; ///< with its rewrite's: "stage-transpose.rows"
};

/// All that is known of a rewrite, in one place.
struct RewriteInfo {
  llvm::StringRef name;        ///< kebab-case, imperative: "pad-shared-array"
  llvm::StringRef summary;     ///< one line, lower case, no full stop
  Applicability applicability; ///< the best that it may have
  /// Names of the checks whose findings it mends.
  llvm::ArrayRef<llvm::StringRef> checks;
  /// Whether it claims speed, so that predicted costs are compared too.
  bool claimsSpeed;
  /// Markdown: a drawing of before and after, when it is refused, limits,
  /// references.
  llvm::StringRef documentation;
  /// Cheap: whether the rewrite applies, judged by facts and a look at the
  /// tree. Called on every finding of `checks`, on every run of the linter.
  std::optional<FixOffer> (*prepare)(const RewriteContext &context,
                                     const Diagnostic &finding);
  /// Works out the edits; may be costly. Several fixes are alternatives, the
  /// best first (paddings, workgroup sizes).
  /// Errors: why this text cannot be rewritten, as a sentence for the user that
  /// starts in lower case.
  llvm::Expected<std::vector<Fix>> (*apply)(const RewriteContext &context,
                                            const Diagnostic &finding);
  /// What it mends leaves the result undefined, so that other outputs than
  /// before are no sign of a mistake.
  bool mendsUndefined = false;
  /// It reassigns work to invocations. Such rewrites are preferred to those
  /// that only move data: the arithmetic that these add does not show in any
  /// count of traffic.
  bool changesOrder = false;
  /// What it mends goes through a tile in shared memory, which pays only on
  /// devices whose shared memory is no ordinary one.
  bool stagesInShared = false;
  /// Checks beside whose warnings and errors, in the same entry point, it is
  /// refused: what it is sure of counts on there being none.
  llvm::ArrayRef<llvm::StringRef> notBeside = {};
  llvm::ArrayRef<RewriteOption> options = {};
};

/// prepare() of a rewrite whose one fix costs little to work out.
inline std::optional<FixOffer> offerOf(llvm::Expected<Fix> fix) {
  auto known = llvm::expectedToOptional(std::move(fix));
  if (!known)
    return std::nullopt;
  return FixOffer{known->message, known->applicability};
}

/// apply() of a rewrite that has one fix.
inline llvm::Expected<std::vector<Fix>> onlyFix(llvm::Expected<Fix> fix) {
  if (!fix)
    return fix.takeError();
  return std::vector<Fix>{std::move(*fix)};
}

} // namespace wglint

/// Ends a rewrite's file, as WGLINT_DEFINE_CHECK does a check's.
#define WGLINT_DEFINE_REWRITE(IDENT, ...)                                      \
  extern const ::wglint::RewriteInfo IDENT##Rewrite;                           \
  constexpr ::wglint::RewriteInfo IDENT##Rewrite = __VA_ARGS__;

#endif // WGLINT_REWRITE_REWRITE_H
