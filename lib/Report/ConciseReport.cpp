// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/Report.h"

using namespace wglint;

/// A message of glslang's may have several lines, and a line is a finding.
static void printOnOneLine(llvm::StringRef message, llvm::raw_ostream &os) {
  for (char c : message)
    os << (c == '\n' || c == '\r' ? ' ' : c);
}

void wglint::printConcise(const Report &report, const PrintOptions &options,
                          llvm::raw_ostream &os) {
  for (const Diagnostic &finding : report.findings) {
    if (!isShown(finding, options))
      continue;
    os << placeText(finding.range) << ": " << toString(finding.severity)
       << ": ";
    printOnOneLine(finding.message, os);
    os << " [" << finding.check << ']';
    // The best one comes first.
    if (!finding.fixes.empty())
      os << " (fix: " << finding.fixes.front().rewrite << ')';
    os << '\n';
  }
}
