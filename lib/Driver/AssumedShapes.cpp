// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AssumedShapes.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

static bool isWarned(const Diagnostic &finding) {
  return finding.severity >= Severity::Warning;
}

/// What is found in workgroups whose size is \p shape.
static std::vector<Diagnostic>
findingsWith(const SpecializationValues &shape, const spirv::Module &module,
             size_t entryPoint, llvm::ArrayRef<const CheckInfo *> checks,
             const CheckContext &context) {
  AnalysisOptions options = context.options;
  llvm::append_range(options.specialization, shape);
  std::vector<EntryPointFacts> facts = analyzeModule(module, options);
  CheckContext other{facts[entryPoint],  options,
                     context.targetName, context.apis,
                     context.sourceMap,  context.optionValues};
  return runChecks(checks, other);
}

void wglint::keepWhatHoldsInAnyShape(const spirv::Module &module,
                                     size_t entryPoint,
                                     llvm::ArrayRef<const CheckInfo *> checks,
                                     const CheckContext &context,
                                     std::vector<Diagnostic> &findings) {
  for (const SpecializationValues &shape : context.facts.otherShapes) {
    if (llvm::none_of(findings, isWarned))
      return;
    std::vector<Diagnostic> others =
        findingsWith(shape, module, entryPoint, checks, context);
    for (Diagnostic &finding : findings) {
      bool holds = llvm::any_of(others, [&](const Diagnostic &other) {
        return isWarned(other) && other.check == finding.check &&
               other.range == finding.range;
      });
      if (isWarned(finding) && !holds)
        finding.severity = Severity::Remark;
    }
  }
}
