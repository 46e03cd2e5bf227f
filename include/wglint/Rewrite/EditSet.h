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
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

struct RewriteContext;

/// Collects edits; the first that is impossible makes the whole set impossible.
/// Texts given may hold '\n'; applyEdits() gives them the file's own line ends.
class EditSet {
public:
  EditSet(const syntax::SyntaxTree &tree, llvm::StringRef mainFile);
  explicit EditSet(const RewriteContext &context);

  /// \p node as it is written, comments and macro uses included, for use in the
  /// text of an edit; what other edits make of it does not show. Of a node that
  /// stands in no one place: expandedText().
  std::string written(const syntax::Node &node) const;

  void replace(const syntax::Node &node, const llvm::Twine &text);
  /// Replaces the tokens from \p first to \p last, both included.
  void replaceTokens(uint32_t first, uint32_t last, const llvm::Twine &text);
  /// Inserts directly in front of or behind a token. Several insertions at one
  /// place stay in the order in which they were made.
  void insertBefore(uint32_t token, const llvm::Twine &text);
  void insertAfter(uint32_t token, const llvm::Twine &text);
  /// Inserts directly around \p node, macro uses taken as a whole.
  void wrap(const syntax::Node &node, const llvm::Twine &before,
            const llvm::Twine &behind);

  /// Inserts statements or declarations in front of \p node or behind it, on
  /// lines of their own with its indentation. \p lines has no indentation of
  /// its own but a tab for each level that it nests, and no '\n' at its end.
  /// A statement that is the body of an `if` or a loop without braces gets
  /// braces.
  void insertLinesBefore(const syntax::Node &node, llvm::StringRef lines);
  void insertLinesAfter(const syntax::Node &node, llvm::StringRef lines);
  /// In front of the first function, so that all can use what \p lines declare.
  void insertLinesBeforeFunctions(llvm::StringRef lines);
  /// Inserts at the end of a function's or statement's body.
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

  /// The edits in the order of the text. Leaves the set as it is.
  /// Errors: the first refusal; edits that overlap; an expansion of a macro's
  /// body that did not get the edit which others got.
  llvm::Expected<std::vector<TextEdit>> take() const;

private:
  /// Where tokens stand, in bytes of the main file's text as written.
  struct Place {
    uint32_t begin = 0, end = 0;
    uint32_t anchor = syntax::kNone; ///< the token that it was found by
    /// Offset of that token in the logical text, if it may have twins: other
    /// expansions of the same text.
    std::optional<uint32_t> twinOffset;
    bool isInDirective = false; ///< in a macro's body: no line may begin
  };
  struct Edit {
    Place place;
    std::string text;
  };

  std::optional<Place> findPlace(uint32_t first, uint32_t last) const;
  std::optional<Place> findInBody(uint32_t first, uint32_t last) const;
  std::optional<Place> placeOf(uint32_t first, uint32_t last);
  std::optional<Place> placeOf(const syntax::Node &node) {
    return placeOf(node.firstToken, node.lastToken);
  }
  void add(const Place &place, std::string text);
  void addAt(Place place, uint32_t offset, std::string text);
  llvm::Error checkTwins() const;
  std::vector<Edit> withoutRepeated() const;
  /// \p lines with \p indent in front of each but the first.
  std::string indented(llvm::StringRef lines, llvm::StringRef indent) const;
  /// Puts braces around a statement that is a body without any.
  void addBraces(const syntax::Node &node, const Place &place);
  std::string indentOf(const syntax::Node &node, const Place &place) const;
  llvm::StringRef text() const { return File ? File->text() : ""; }

  const syntax::SyntaxTree &Tree;
  const syntax::SourceFile *File = nullptr;
  std::string Unit; ///< one level of indentation
  std::vector<Edit> Edits;
  /// Braces that close bodies which got some: behind all other insertions.
  std::vector<Edit> Closings;
  llvm::SmallPtrSet<const syntax::Node *, 4> Braced;
  std::optional<std::string> Refusal;
};

} // namespace wglint

#endif // WGLINT_REWRITE_EDITSET_H
