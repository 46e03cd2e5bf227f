// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AssumedShapes.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace wglint;

static bool isWarned(const Diagnostic &finding) {
  return finding.severity >= Severity::Warning;
}

namespace {
/// What is found in workgroups of one shape.
struct InShape {
  std::array<uint32_t, 3> size;
  std::vector<Diagnostic> findings;

  bool warnsAs(const Diagnostic &finding) const {
    return llvm::any_of(findings, [&](const Diagnostic &other) {
      return isWarned(other) && other.check == finding.check &&
             other.range == finding.range;
    });
  }
};
} // namespace

static InShape findIn(const SpecializationValues &shape,
                      const spirv::Module &module, size_t entryPoint,
                      llvm::ArrayRef<const CheckInfo *> checks,
                      const CheckContext &context) {
  AnalysisOptions options = context.options;
  llvm::append_range(options.specialization, shape);
  std::vector<EntryPointFacts> facts = analyzeModule(module, options);
  CheckContext other{facts[entryPoint],  options,
                     context.targetName, context.apis,
                     context.sourceMap,  context.optionValues};
  return {facts[entryPoint].workgroupSize, runChecks(checks, other)};
}

void wglint::keepWhatHoldsInAnyShape(const spirv::Module &module,
                                     size_t entryPoint,
                                     llvm::ArrayRef<const CheckInfo *> checks,
                                     const CheckContext &context,
                                     std::vector<Diagnostic> &findings) {
  std::vector<std::string> sizes;
  for (const SpecializationValues &shape : context.facts.otherShapes) {
    if (llvm::none_of(findings, isWarned))
      return;
    InShape found = findIn(shape, module, entryPoint, checks, context);
    sizes.push_back(workgroupText(found.size));
    for (Diagnostic &finding : findings)
      if (isWarned(finding) && !found.warnsAs(finding))
        finding.severity = Severity::Remark;
  }
  if (sizes.empty())
    return;
  for (Diagnostic &finding : findings)
    if (isWarned(finding))
      finding.notes.push_back(
          {SourceRange(), "so it is in workgroups of " +
                              llvm::join(sizes, ", and of ") + " invocations"});
}
