// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Driver/Variants.h"
#include "wglint/Diag/Suppression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

using namespace wglint;

namespace {

/// A finding with the variants that have it.
struct Merged {
  Diagnostic diagnostic;
  std::vector<std::string> variants;
};

} // namespace

/// How much a status says about the file as a whole.
static unsigned rank(FileStatus status) {
  switch (status) {
  case FileStatus::Skipped:
    return 0;
  case FileStatus::Analyzed:
    return 1;
  case FileStatus::Failed:
    return 2;
  case FileStatus::Crashed:
    return 3;
  case FileStatus::Unreadable:
    return 4;
  }
  llvm_unreachable("all statuses are listed");
}

static std::string labelOf(const std::vector<std::string> &variants,
                           size_t count) {
  constexpr size_t kMaxNames = 6;
  std::string label = "in " + std::to_string(variants.size()) + " of " +
                      std::to_string(count) + " variants: ";
  label += llvm::join(llvm::ArrayRef(variants).take_front(kMaxNames), ", ");
  return variants.size() > kMaxNames ? label + ", ..." : label;
}

static std::vector<Diagnostic>
mergeDiagnostics(std::vector<VariantResult> &variants) {
  // The order of Diagnostic is by place, check and message.
  std::map<std::pair<Diagnostic, Severity>, Merged> merged;
  for (VariantResult &variant : variants)
    for (Diagnostic &diagnostic : variant.result.diagnostics) {
      Severity severity = diagnostic.severity;
      Diagnostic key;
      key.range = diagnostic.range;
      key.check = diagnostic.check;
      key.message = diagnostic.message;
      Merged &entry = merged[{std::move(key), severity}];
      if (entry.variants.empty())
        entry.diagnostic = std::move(diagnostic);
      if (entry.variants.empty() || entry.variants.back() != variant.variant)
        entry.variants.push_back(variant.variant);
    }
  std::vector<Diagnostic> diagnostics;
  for (auto &[key, entry] : merged) {
    bool isEverywhere = entry.variants.size() >= variants.size();
    if (!isEverywhere && entry.diagnostic.check == kUnusedSuppression)
      continue;
    if (!isEverywhere)
      entry.diagnostic.notes.push_back(
          {entry.diagnostic.range, labelOf(entry.variants, variants.size())});
    diagnostics.push_back(std::move(entry.diagnostic));
  }
  return diagnostics;
}

/// Adds what \p from has besides its diagnostics.
static void addRest(VariantResult from, FileResult &into) {
  FileResult &result = from.result;
  if (rank(result.status) > rank(into.status)) {
    into.status = result.status;
    into.reason = result.reason;
  }
  into.isInternalError |= result.isInternalError;
  if (result.hostNames && into.hostNames) {
    into.hostNames->uniforms.merge(result.hostNames->uniforms);
    into.hostNames->constants.merge(result.hostNames->constants);
  } else if (result.hostNames) {
    into.hostNames = std::move(result.hostNames);
  }
  for (llvm::json::Value &fact : result.facts) {
    (*fact.getAsObject())["variant"] = from.variant;
    into.facts.push_back(std::move(fact));
  }
  llvm::StringSet<> texts, files;
  for (const auto &[file, text] : into.texts)
    texts.insert(file);
  for (auto &text : result.texts)
    if (texts.insert(text.first).second)
      into.texts.push_back(std::move(text));
  files.insert(into.dependencies.begin(), into.dependencies.end());
  for (std::string &file : result.dependencies)
    if (files.insert(file).second)
      into.dependencies.push_back(std::move(file));
}

FileResult wglint::mergeVariants(std::vector<VariantResult> variants) {
  if (variants.size() == 1 && variants.front().variant.empty())
    return std::move(variants.front().result);
  FileResult merged;
  merged.file = variants.front().result.file;
  merged.status = FileStatus::Skipped;
  merged.reason = variants.front().result.reason;
  merged.diagnostics = mergeDiagnostics(variants);
  for (VariantResult &variant : variants)
    addRest(std::move(variant), merged);
  return merged;
}
