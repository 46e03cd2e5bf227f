// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The runner of checks and the collector of their findings.
#include "wglint/Check/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace wglint;

llvm::StringRef wglint::toString(CheckCategory category) {
  switch (category) {
  case CheckCategory::GlobalMemory:
    return "global memory";
  case CheckCategory::SharedMemory:
    return "shared memory";
  case CheckCategory::PrivateMemory:
    return "private memory";
  case CheckCategory::Workgroup:
    return "workgroup";
  case CheckCategory::Suppression:
    return "suppression";
  }
  llvm_unreachable("unknown category");
}

bool wglint::isDocumented(const DeviceProfile &device, DeviceNumber number) {
  switch (number) {
  case DeviceNumber::None:
    return true;
  case DeviceNumber::SectorBytes:
    return device.sectorBytes.has_value();
  case DeviceNumber::SharedBanks:
    return device.sharedBanks || !device.hasSharedMemory;
  }
  llvm_unreachable("unknown number");
}

int64_t CheckContext::value(const CheckOption &option) const {
  for (const auto &[name, value] : llvm::reverse(optionValues))
    if (name == option.name)
      return value;
  return option.defaultValue;
}

Diagnostic &DiagnosticSink::add(const SourceRange &range, std::string message) {
  Diagnostic diagnostic;
  diagnostic.check = Info.name.str();
  diagnostic.severity = Info.severity;
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  Out.push_back(std::move(diagnostic));
  return Out.back();
}

std::vector<Diagnostic>
wglint::runChecks(llvm::ArrayRef<const CheckInfo *> checks,
                  const CheckContext &context) {
  std::vector<Diagnostic> diagnostics;
  for (const CheckInfo *check : checks) {
    if (!check->run)
      continue;
    DiagnosticSink sink(*check, diagnostics);
    check->run(context, sink);
  }
  sortDiagnostics(diagnostics);
  return diagnostics;
}
