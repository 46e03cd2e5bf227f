// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Places as other programs name and count them; private to lib/Report.
#ifndef WGLINT_LIB_REPORT_PLACES_H
#define WGLINT_LIB_REPORT_PLACES_H

#include "wglint/Report/Report.h"
#include <map>
#include <string>

namespace wglint {

/// The name of \p file as the rest of the repository knows it: relative to
/// Report::root, with links followed, where it lies in there; else absolute.
std::string pathFromRoot(llvm::StringRef file, const Report &report);

/// \p path as a URI: a relative reference, or file:///... where it is absolute.
std::string toUri(llvm::StringRef path);

/// A range whose columns count UTF-16 code units, as editors and web services
/// do. Everything counts from 1, the end is behind the last unit.
struct Utf16Region {
  unsigned beginLine = 1, endLine = 1;
  /// 0 where the text of the line is not known.
  unsigned beginColumn = 0, endColumn = 0;
};

/// What is about a file as a whole is at its beginning.
Utf16Region toUtf16(const SourceRange &range, const Report &report);

/// Numbers findings that have the same key, so that each gets a fingerprint of
/// its own. The first of a line keeps its fingerprint when another one comes.
class Fingerprints {
public:
  explicit Fingerprints(const Report &report) : Reported(report) {}
  /// Call it once for each finding, in output order.
  std::string next(const Diagnostic &finding);

private:
  const Report &Reported;
  std::map<std::string, unsigned> Counts;
};

} // namespace wglint

#endif // WGLINT_LIB_REPORT_PLACES_H
