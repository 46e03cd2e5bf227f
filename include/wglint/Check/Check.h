// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The framework of checks. A check reads facts and makes findings; it computes
/// no facts. One check is one file in lib/Checks and one test.
#ifndef WGLINT_CHECK_CHECK_H
#define WGLINT_CHECK_CHECK_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Diag/Diagnostic.h"
#include "wglint/Diag/SourceMap.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// A number of a check that a user may set under `CheckOptions` in a
/// configuration.
struct CheckOption {
  llvm::StringRef name; ///< "global-histogram.tableBytes": check, lowerCamel
  int64_t defaultValue;
  llvm::StringRef summary; ///< one line, lower case, no full stop
};

/// Values of options, by name.
using CheckOptionValues = std::vector<std::pair<std::string, int64_t>>;

/// All that a check may look at: references to finished facts.
struct CheckContext {
  const EntryPointFacts &facts;
  const AnalysisOptions &options; ///< what the facts were computed for
  llvm::StringRef targetName;     ///< as given: "generic", "nvidia-hopper"
  llvm::ArrayRef<const ApiProfile *> apis; ///< whose limits apply; never empty
  const SourceMap &sourceMap;
  llvm::ArrayRef<std::pair<std::string, int64_t>> optionValues = {};

  /// The value of \p option: the last that was given, else its default.
  int64_t value(const CheckOption &option) const;
};

enum class CheckCategory {
  GlobalMemory,
  SharedMemory,
  PrivateMemory,
  Workgroup,
  Suppression ///< about comments that suppress findings
};
llvm::StringRef toString(CheckCategory category);

/// A number that not every DeviceProfile has, as not every vendor documents it.
enum class DeviceNumber { None, SectorBytes, SharedBanks };

/// False where nobody says what \p number is; a device without shared memory
/// has no banks, and that is known.
bool isDocumented(const DeviceProfile &device, DeviceNumber number);

class DiagnosticSink;

/// All that is known of a check, in one place. The command line's list, the
/// documentation and the defaults are made from it.
struct CheckInfo {
  llvm::StringRef name;    ///< kebab-case; names the pattern
  llvm::StringRef summary; ///< one line, lower case, no full stop
  CheckCategory category;
  Severity severity;
  bool enabledByDefault;
  /// Markdown: what the check flags, why that costs something, when to leave it
  /// as it is, limits, references.
  llvm::StringRef documentation;
  /// nullptr where the findings are about findings of other checks; those are
  /// made when all checks have run (wglint/Diag/Suppression.h).
  void (*run)(const CheckContext &context, DiagnosticSink &sink);
  llvm::ArrayRef<CheckOption> options = {};
  /// Where it is not documented, the check says nothing.
  DeviceNumber needs = DeviceNumber::None;
};

/// Collects the findings of one check.
class DiagnosticSink {
public:
  DiagnosticSink(const CheckInfo &info, std::vector<Diagnostic> &out)
      : Info(info), Out(out) {}
  /// Starts a finding of this check, with its name and severity filled in. The
  /// reference holds until the next call.
  Diagnostic &add(const SourceRange &range, std::string message);

private:
  const CheckInfo &Info;
  std::vector<Diagnostic> &Out;
};

/// Runs \p checks on one entry point. Findings come back in output order.
std::vector<Diagnostic> runChecks(llvm::ArrayRef<const CheckInfo *> checks,
                                  const CheckContext &context);

} // namespace wglint

/// Ends a check's file. \p IDENT is the file's name without its ending; the
/// build makes the table of all checks from the file names. A wrong name fails
/// at link time.
#define WGLINT_DEFINE_CHECK(IDENT, ...)                                        \
  extern const ::wglint::CheckInfo IDENT##Info;                                \
  constexpr ::wglint::CheckInfo IDENT##Info = __VA_ARGS__;

#endif // WGLINT_CHECK_CHECK_H
