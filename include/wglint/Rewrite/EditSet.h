// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Edits of the main file, collected by nodes of its syntax tree.
///
/// What is asked for is nodes; what comes out is places in the text as it was
/// written. Both are the same in plain text only: a node may come out of a
/// macro, and then the edit is made in the macro's body if every expansion of
/// that body gets the same edit, and at the use if the node is all that the use
/// gives. Everything else is refused, with a reason for the user.
#ifndef WGLINT_REWRITE_EDITSET_H
#define WGLINT_REWRITE_EDITSET_H

#include "wglint/Diag/Fix.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

struct RewriteContext;

/// Collects edits; the first that is impossible makes the whole set impossible.
/// Texts given may hold '\n'; they come out with the file's own line ends.
class EditSet {
public:
  EditSet(const syntax::SyntaxTree &tree, llvm::StringRef mainFile);
  explicit EditSet(const RewriteContext &context);

  /// \p node as it is written, comments and macro uses included; what the edits
  /// collected so far make of it does not show. Texts built from it may be used
  /// in place of the node. Where it stands in several texts: expandedText().
  std::string written(const syntax::Node &node) const;

  void replace(const syntax::Node &node, const llvm::Twine &text);
  /// Replaces the tokens from \p first to \p last, both included.
  void replaceTokens(uint32_t first, uint32_t last, const llvm::Twine &text);
  /// Inserts directly in front of or behind a token. Several insertions at one
  /// place stay in the order in which they were made.
  void insertBefore(uint32_t token, const llvm::Twine &text);
  void insertAfter(uint32_t token, const llvm::Twine &text);

  /// Inserts statements or declarations in front of \p node or behind it, on
  /// lines of their own with its indentation. \p lines has no indentation of
  /// its own but what it nests, and no '\n' at its end; tabs are one level.
  /// A statement that is the body of an `if` or a loop without braces gets
  /// braces.
  void insertLinesBefore(const syntax::Node &node, llvm::StringRef lines);
  void insertLinesAfter(const syntax::Node &node, llvm::StringRef lines);
  /// Inserts at the end of a function's or block's body.
  void insertLinesAtEnd(const syntax::CompoundStmt &body,
                        llvm::StringRef lines);
  /// Replaces a whole statement or declaration by \p lines.
  void replaceLines(const syntax::Node &node, llvm::StringRef lines);
  /// Removes a statement or declaration; its line too if nothing else stands on
  /// it, and a comment behind it on that line. A body without braces becomes
  /// `;`.
  void removeStatement(const syntax::Node &statement);

  /// Records why the text cannot be edited, as a sentence that starts in lower
  /// case. The first one counts.
  void refuse(const llvm::Twine &reason);
  bool isRefused() const { return Refusal.has_value(); }

  /// The edits in the order of the text.
  /// Errors: the first refusal; edits that overlap; an expansion of a macro's
  /// body that did not get the edit which others got.
  llvm::Expected<std::vector<TextEdit>> take();

private:
  /// An edit in bytes of the main file's text as written.
  struct Edit {
    uint32_t begin = 0, end = 0;
    unsigned order = 0; ///< of insertions at one place
    std::string text;
    uint32_t firstToken = 0; ///< for which it was asked
    bool isInBody = false;   ///< in a macro's body
  };
  struct Place {
    uint32_t begin = 0, end = 0;
    bool isInBody = false;
  };

  std::optional<Place> placeOf(uint32_t first, uint32_t last);
  std::optional<Place> placeInBody(uint32_t first, uint32_t last);
  void add(const Place &place, uint32_t token, std::string text);
  llvm::Error checkExpansions() const;
  llvm::Error dropRepeated();
  /// \p lines with \p indent in front of each but the first.
  std::string indented(llvm::StringRef lines, llvm::StringRef indent) const;
  bool needsBraces(const syntax::Node &node) const;
  const syntax::SourceFile *file() const;

  const syntax::SyntaxTree &Tree;
  std::string MainFile;
  std::vector<Edit> Edits;
  std::optional<std::string> Refusal;
  unsigned Count = 0;
};

} // namespace wglint

#endif // WGLINT_REWRITE_EDITSET_H
