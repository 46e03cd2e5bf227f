// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Findings that were there when a project began to lint, in a file of its own;
/// private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_BASELINE_H
#define WGLINT_LIB_DRIVER_BASELINE_H

#include "wglint/Driver/Driver.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace wglint {

/// A finding is known by its file (from the baseline's folder on), its check
/// and the text of its line, and by how many of them there are: lines may come
/// and go above it. docs/Suppression.md describes the file.
class Baseline {
public:
  /// An empty one, to be written to \p file.
  explicit Baseline(llvm::StringRef file);

  /// Errors: no such file, or not written by write().
  static llvm::Expected<Baseline> read(llvm::StringRef file);

  /// Takes up the findings of checks in \p file; what is found in a header
  /// through several shaders counts once.
  void add(const FileResult &file);
  /// Whole or not at all, sorted.
  llvm::Error write() const;

  /// Takes the findings out of \p file that the baseline has; how many.
  unsigned removeKnown(FileResult &file);

  /// How many findings there are, not counting those that were taken out.
  int64_t count() const;
  /// The same for one file.
  int64_t countOf(llvm::StringRef file) const;

private:
  int64_t *find(const Diagnostic &finding, const std::string &key);
  std::string keyOf(const Diagnostic &finding, const FileResult &file) const;
  std::string pathOf(llvm::StringRef file) const;

  std::string File;
  /// Path, check, findingKey() to count.
  std::map<std::string, std::map<std::string, std::map<std::string, int64_t>>>
      Counts;
  std::map<Diagnostic, bool> Seen; ///< whether it was in the baseline
};

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_BASELINE_H
