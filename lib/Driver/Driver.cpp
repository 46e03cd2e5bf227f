// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reading runJob() from top to bottom is reading the pipeline.
#include "wglint/Driver/Driver.h"
#include "AssumedShapes.h"
#include "FixOffers.h"
#include "ProofFacts.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Diag/Suppression.h"
#include "wglint/Report/FactsJson.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <future>

using namespace wglint;

llvm::StringRef wglint::wglintVersion() { return WGLINT_VERSION; }

/// The APIs whose limits a shader for \p compiled's environment has to keep.
static std::vector<const ApiProfile *> apisOf(const FrontendResult &compiled) {
  switch (compiled.targetEnv) {
  case TargetEnv::GLES31:
    if (compiled.isWebGL2)
      return {findApiProfile("gles31"), findApiProfile("webgl2-compute")};
    return {findApiProfile("gles31")};
  case TargetEnv::GL:
    return {findApiProfile("gl43")};
  case TargetEnv::Vulkan:
  // SPIR-V without a source: Vulkan is the API whose native input it is.
  case TargetEnv::Auto:
    break;
  }
  return {findApiProfile("vulkan")};
}

/// An instruction stream that SPIRV-Tools accepts and wglint does not.
static Diagnostic undecodable(llvm::StringRef path, llvm::Error error) {
  Diagnostic diagnostic;
  diagnostic.check = "invalid-spirv";
  diagnostic.severity = Severity::Error;
  diagnostic.range.file = path.str();
  diagnostic.message = llvm::toString(std::move(error));
  return diagnostic;
}

static void addText(llvm::StringRef file, const SourceMap &sourceMap,
                    llvm::StringSet<> &seen, FileResult &result) {
  if (!seen.insert(file).second)
    return;
  if (std::optional<llvm::StringRef> text = sourceMap.text(file))
    result.texts.push_back({file.str(), text->str()});
}

/// Copies the texts that the report's carets, or all that verify mode needs.
static void addTexts(const SourceMap &sourceMap, bool wantAll,
                     FileResult &result) {
  llvm::StringSet<> seen;
  if (wantAll)
    for (const std::string &file : sourceMap.files())
      addText(file, sourceMap, seen, result);
  for (const Diagnostic &diagnostic : result.diagnostics) {
    addText(diagnostic.range.file, sourceMap, seen, result);
    for (const DiagnosticNote &note : diagnostic.notes)
      addText(note.range.file, sourceMap, seen, result);
    for (const Fix &fix : diagnostic.fixes)
      for (const TextEdit &edit : fix.edits)
        addText(edit.range.file, sourceMap, seen, result);
  }
}

/// Takes the findings away that comments of the user suppress.
static void suppressFindings(const SourceMap &sourceMap,
                             llvm::ArrayRef<const CheckInfo *> checks,
                             FileResult &result) {
  // The checks without a function of their own judge the comments.
  SuppressibleChecks suppressible;
  for (const CheckInfo *check : allChecks()) {
    if (!check->run)
      continue;
    suppressible.known.push_back(check->name);
    if (check->enabledByDefault)
      suppressible.usual.push_back(check->name);
  }
  for (const CheckInfo *check : checks)
    if (check->run)
      suppressible.ran.push_back(check->name);
  applySuppressions(result.diagnostics, sourceMap, suppressible);
  llvm::erase_if(result.diagnostics, [&](const Diagnostic &diagnostic) {
    const CheckInfo *check = findCheck(diagnostic.check);
    return check && !check->run && !llvm::is_contained(checks, check);
  });
}

static void raiseToErrors(llvm::ArrayRef<const CheckInfo *> checks,
                          FileResult &result) {
  for (Diagnostic &diagnostic : result.diagnostics)
    if (diagnostic.severity == Severity::Warning &&
        llvm::is_contained(checks, findCheck(diagnostic.check)))
      diagnostic.severity = Severity::Error;
}

/// Puts the findings in order, says each once (two entry points may share code)
/// and takes along the texts that they point into.
static FileResult finish(FileResult result, FileStatus status,
                         const SourceMap &sourceMap,
                         const JobOptions &options) {
  result.status = status;
  sortDiagnostics(result.diagnostics);
  dropRepeatedDiagnostics(result.diagnostics);
  addTexts(sourceMap, options.wantAllTexts, result);
  result.dependencies = sourceMap.files();
  return result;
}

/// Tells the observer, beside what follows where walks may run side by side
/// too; elsewhere it is told when it is waited for.
static std::future<void> observe(const JobOptions &options,
                                 const CheckContext &context) {
  if (!options.observe)
    return {};
  bool isParallel = options.analysis.parallelWalks > 1;
  return std::async(isParallel ? std::launch::async : std::launch::deferred,
                    options.observe, context);
}

FileResult wglint::runJob(llvm::StringRef path, llvm::StringRef text,
                          const JobOptions &options, StageAnnouncer announce) {
  FileResult result;
  result.file = path.str();

  // Compile the text to SPIR-V; the source map leads back from it to the text.
  announce(stage::kFrontend);
  FrontendResult compiled =
      compileShader(path, text, options.frontend, announce);
  const SourceMap &sourceMap = *compiled.sourceMap;
  result.diagnostics = std::move(compiled.diagnostics);
  result.reason = std::move(compiled.skipReason);
  if (compiled.status == FrontendStatus::Skipped)
    return finish(std::move(result), FileStatus::Skipped, sourceMap, options);
  if (compiled.status == FrontendStatus::Failed)
    return finish(std::move(result), FileStatus::Failed, sourceMap, options);

  // Decode the words into a module, which nothing will change any more.
  announce(stage::kModule);
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(compiled.spirv);
  if (!module) {
    result.diagnostics.push_back(undecodable(path, module.takeError()));
    return finish(std::move(result), FileStatus::Failed, sourceMap, options);
  }

  if (!options.analysis.assumptions.empty() ||
      !options.analysis.specialization.empty())
    result.hostNames = spirv::hostNames(**module);

  // Walk the lanes: the facts about every access, without any judgement.
  announce(stage::kAnalysis);
  std::vector<EntryPointFacts> facts =
      analyzeModule(**module, options.analysis);

  // Judge the facts: each check reads them and makes findings.
  announce(stage::kChecks);
  std::vector<const ApiProfile *> apis =
      options.apis.empty() ? apisOf(compiled) : options.apis;
  for (size_t i = 0; i < facts.size(); ++i) {
    CheckContext context{facts[i], options.analysis, options.target,
                         apis,     sourceMap,        options.checkOptions};
    std::future<void> observed = observe(options, context);
    std::vector<Diagnostic> findings = runChecks(options.checks, context);
    // What rests on a shape that the host may make another is a remark.
    keepWhatHoldsInAnyShape(**module, i, options.checks, context, findings);
    // Say which rewrites would mend a finding.
    announce(stage::kRewrites);
    offerFixes(compiled, context, options, findings, result);
    llvm::append_range(result.diagnostics, std::move(findings));
    announce(stage::kChecks);
    if (observed.valid())
      observed.wait();
  }
  suppressFindings(sourceMap, options.checks, result);
  raiseToErrors(options.errorChecks, result);

  // Write down what the report needs, so that it can leave the worker.
  announce(stage::kReport);
  if (options.wantFacts)
    for (const EntryPointFacts &entryPoint : facts)
      result.facts.push_back(factsToJson(path, entryPoint, sourceMap));
  if (options.wantProof)
    for (const EntryPointFacts &entryPoint : facts)
      result.proof.push_back(proofFactsOf(entryPoint));
  return finish(std::move(result), FileStatus::Analyzed, sourceMap, options);
}
