// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What wglint says about a shader, as plain data. Every output format prints
/// the same Diagnostics; none of them parses a message.
#ifndef WGLINT_DIAG_DIAGNOSTIC_H
#define WGLINT_DIAG_DIAGNOSTIC_H

#include "wglint/Diag/Fix.h"
#include "wglint/Diag/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <tuple>
#include <vector>

namespace wglint {

/// In rising order, so that thresholds such as --fail-on can compare.
enum class Severity { Note, Remark, Warning, Error };

/// What a statement rests on. The order is from strongest to weakest.
enum class Evidence {
  Proved,   ///< holds for every dispatch of this workgroup size
  Measured, ///< read from a run, on the device named in the measurement
  Assumed,  ///< holds under the listed assumptions
  Bounded,  ///< lies between two stated numbers
};

llvm::StringRef toString(Severity severity);
llvm::StringRef toString(Evidence evidence);

/// One number of a finding, as data. `unit` is spelled out: "bytes", "sectors",
/// "invocations", "ways", "fraction"; empty for a plain count.
struct Measurement {
  std::string
      name; ///< lowerCamel with the unit as suffix, e.g. laneStrideBytes
  double value = 0;
  std::string unit;
};

/// What a note is there for.
enum class NoteKind {
  Text,            ///< says more about the finding
  MacroDefinition, ///< where the macro is defined that the place comes from
  Inclusion,       ///< the #include that brought the place's file in
  WhyMinor,        ///< why it is a remark where the check warns otherwise
};

/// "text", "macro", "inclusion", "minor".
llvm::StringRef toString(NoteKind kind);

/// Further text at a place of its own (or at the finding's, if `range` is a
/// whole file).
struct DiagnosticNote {
  SourceRange range;
  std::string message;
  NoteKind kind = NoteKind::Text;

  bool operator<(const DiagnosticNote &o) const {
    return std::tie(range, message) < std::tie(o.range, o.message);
  }
};

/// One finding. Messages start in lower case, end without a full stop, state
/// what was observed with numbers and units, and name the pattern, not a
/// remedy; remedies and assumptions are notes.
struct Diagnostic {
  std::string check; ///< kebab-case check name; tool diagnostics have one too
  Severity severity = Severity::Warning;
  SourceRange range;
  std::string message;
  Evidence evidence = Evidence::Proved;
  std::vector<std::string> assumptions; ///< what Assumed and Bounded rest on
  std::vector<Measurement> measurements;
  std::vector<DiagnosticNote> notes;
  std::vector<Fix> fixes; ///< ways to mend it, the best first
  std::string device; ///< target that the numbers are for; empty: of no device
};

/// The measurement for how many others with the same cause a finding speaks,
/// which would be findings without it.
constexpr llvm::StringLiteral kLikewiseFindings = "likewiseFindings";

/// How many findings \p diagnostic stands for, itself among them.
unsigned findingCount(const Diagnostic &diagnostic);

/// Stable order of output: file, place, check, message.
bool operator<(const Diagnostic &a, const Diagnostic &b);

/// Puts \p diagnostics into the order of output.
void sortDiagnostics(std::vector<Diagnostic> &diagnostics);

/// Removes what says the same at the same place more than once, as a header
/// does that several files include; the same for the notes of one diagnostic.
/// Keeps the first, the order and all errors.
void dropRepeatedDiagnostics(std::vector<Diagnostic> &diagnostics);

} // namespace wglint

#endif // WGLINT_DIAG_DIAGNOSTIC_H
