// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The SourceMap of a GLSL text: keys are token numbers and sites.
#ifndef WGLINT_FRONTEND_TOKENSOURCEMAP_H
#define WGLINT_FRONTEND_TOKENSOURCEMAP_H

#include "AccessSites.h"
#include "wglint/Diag/SourceMap.h"
#include "wglint/Syntax/TokenMap.h"
#include <memory>
#include <vector>

namespace wglint {

/// The name of the text that holds the macros of the command line and of
/// configurations.
constexpr llvm::StringLiteral kCommandLineText = "<command line>";

/// \p spelling as a range of its file; the whole of the main file where it
/// stands in no file.
SourceRange toSourceRange(const syntax::TokenMap &tokens,
                          const syntax::Spelling &spelling);

/// Where a macro was defined and how the file was included, from the innermost
/// outwards. \p use may be syntax::kNone.
std::vector<DiagnosticNote> contextNotes(const syntax::TokenMap &tokens,
                                         const syntax::Spelling &spelling,
                                         uint32_t use);

class TokenSourceMap final : public SourceMap {
public:
  /// \p mainFile is the index of the shader's own file in \p tokens.
  TokenSourceMap(std::shared_ptr<const syntax::TokenMap> tokens,
                 uint32_t mainFile, std::vector<Site> sites)
      : Tokens(std::move(tokens)), MainFile(mainFile), Sites(std::move(sites)) {
  }

  SourceLocation resolve(const DebugKey &key) const override;
  std::optional<SourceLocation> workgroupSizeDeclaration() const override;
  bool isWorkgroupSizeOpen() const override;
  std::optional<SourceLocation>
  sharedDeclaration(llvm::StringRef name) const override;
  std::optional<SourceLocation>
  sharedUseLeftOut(llvm::StringRef name) const override;
  std::optional<llvm::StringRef> text(llvm::StringRef file) const override;
  std::vector<std::string> files() const override;
  std::optional<std::set<unsigned>>
  compiledLines(llvm::StringRef file) const override;

private:
  std::optional<std::pair<uint32_t, uint32_t>> workgroupSizeLayout() const;
  SourceLocation locate(uint32_t firstToken, uint32_t lastToken) const;
  const SiteEntry *findEntry(const DebugKey &key, bool &isExact) const;

  std::shared_ptr<const syntax::TokenMap> Tokens;
  uint32_t MainFile;
  std::vector<Site> Sites;
};

} // namespace wglint

#endif // WGLINT_FRONTEND_TOKENSOURCEMAP_H
