// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixOffers.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

static bool mends(const RewriteInfo &rewrite, const Diagnostic &finding) {
  return llvm::is_contained(rewrite.checks, finding.check);
}

/// Adds the edits of the best form, and what goes with them; nothing where the
/// text turns out not to allow any.
static void addEdits(const RewriteInfo &rewrite, const RewriteContext &context,
                     const Diagnostic &finding, Fix &fix) {
  llvm::Expected<std::vector<Fix>> forms = rewrite.apply(context, finding);
  if (!forms) {
    llvm::consumeError(forms.takeError());
    return;
  }
  if (forms->empty())
    return;
  Fix &best = forms->front();
  fix.edits = std::move(best.edits);
  fix.dispatchChange = std::move(best.dispatchChange);
  fix.applicability = std::max(fix.applicability, best.applicability);
}

static void offer(const RewriteContext &context, bool wantEdits,
                  Diagnostic &finding) {
  for (const RewriteInfo *rewrite : allRewrites()) {
    if (!mends(*rewrite, finding))
      continue;
    std::optional<FixOffer> offered = rewrite->prepare(context, finding);
    if (!offered)
      continue;
    Fix fix;
    fix.rewrite = rewrite->name.str();
    fix.message = std::move(offered->message);
    fix.applicability = offered->applicability;
    if (wantEdits && fix.applicability != Applicability::DisplayOnly)
      addEdits(*rewrite, context, finding, fix);
    finding.fixes.push_back(std::move(fix));
  }
  // What may be applied without a question comes first.
  llvm::stable_sort(finding.fixes, [](const Fix &a, const Fix &b) {
    return a.applicability < b.applicability;
  });
}

static bool isSame(const Diagnostic &a, const Diagnostic &b) {
  return a.check == b.check && a.range == b.range && a.message == b.message;
}

/// Why a tile in shared memory saves nothing on any device of the target; empty
/// where it may.
static std::string whyNoStaging(const CheckContext &context) {
  llvm::ArrayRef<DeviceConfig> configs = context.options.configs;
  if (configs.empty() || llvm::any_of(configs, [](const DeviceConfig &config) {
        return config.device->hasSharedMemory;
      }))
    return "";
  const DeviceProfile &device = *configs.front().device;
  return (device.displayName +
          " keeps shared variables in ordinary memory, so that a tile there "
          "saves nothing; source: " +
          device.source)
      .str();
}

static void workOut(const RewriteContext &context,
                    const RewriteRequest &request, FileResult &result) {
  if (request.rewrite->stagesInShared)
    result.refusal = whyNoStaging(context.analysis);
  if (!result.refusal.empty())
    return;
  llvm::Expected<std::vector<Fix>> fixes =
      request.rewrite->apply(context, request.finding);
  if (!fixes) {
    result.refusal = llvm::toString(fixes.takeError());
    return;
  }
  result.fixes = std::move(*fixes);
  for (Fix &fix : result.fixes)
    fix.rewrite = request.rewrite->name.str();
  if (result.fixes.empty())
    result.refusal = "no variant of it helps";
}

namespace {
/// An edited text in the place of the file's own.
struct EditedFile {
  FrontendResult compiled;
  EntryPointFacts facts;
};
} // namespace

static llvm::Expected<EditedFile> analyzeAgain(llvm::StringRef path,
                                               llvm::StringRef text,
                                               const JobOptions &options,
                                               llvm::StringRef entryPoint) {
  EditedFile edited;
  edited.compiled = compileShader(path, text, options.frontend);
  if (edited.compiled.status != FrontendStatus::Compiled)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the edited text does not compile");
  auto module = spirv::Module::parse(edited.compiled.spirv);
  if (!module)
    return module.takeError();
  for (EntryPointFacts &facts : analyzeModule(**module, options.analysis))
    if (facts.name == entryPoint) {
      edited.facts = std::move(facts);
      return edited;
    }
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the entry point is gone");
}

/// RewriteContext::reanalyze and RewriteContext::reread of \p context, which
/// they do not outlive.
static void letReadAgain(RewriteContext &context, const JobOptions &options) {
  context.reanalyze =
      [&](llvm::StringRef text) -> llvm::Expected<EntryPointFacts> {
    auto edited = analyzeAgain(context.mainFile, text, options,
                               context.analysis.facts.name);
    if (!edited)
      return edited.takeError();
    return std::move(edited->facts);
  };
  context.reread = [&](llvm::StringRef text, auto visit) -> llvm::Error {
    auto edited = analyzeAgain(context.mainFile, text, options,
                               context.analysis.facts.name);
    if (!edited)
      return edited.takeError();
    CheckContext analysis{edited->facts,
                          context.analysis.options,
                          context.analysis.targetName,
                          context.analysis.apis,
                          *edited->compiled.sourceMap,
                          context.analysis.optionValues};
    auto tree = syntax::SyntaxTree::parse(*edited->compiled.tokens);
    RewriteContext again{*edited->compiled.tokens, *tree, analysis,
                         context.mainFile, context.parameters};
    letReadAgain(again, options);
    return visit(again);
  };
}

void wglint::offerFixes(const FrontendResult &compiled,
                        const CheckContext &context, const JobOptions &options,
                        llvm::MutableArrayRef<Diagnostic> findings,
                        FileResult &result) {
  bool isWanted = llvm::any_of(findings, [](const Diagnostic &finding) {
    return llvm::any_of(allRewrites(), [&](const RewriteInfo *rewrite) {
      return mends(*rewrite, finding);
    });
  });
  // SPIR-V has no text that could be edited.
  if (!compiled.tokens || !isWanted)
    return;
  std::unique_ptr<const syntax::SyntaxTree> tree =
      syntax::SyntaxTree::parse(*compiled.tokens);
  RewriteContext rewriteContext{*compiled.tokens, *tree, context, result.file,
                                options.rewriteParameters};
  letReadAgain(rewriteContext, options);
  for (Diagnostic &finding : findings) {
    // Who asks for one rewrite has the offers already.
    if (!options.rewrite)
      offer(rewriteContext, options.wantFixEdits, finding);
    else if (isSame(options.rewrite->finding, finding))
      workOut(rewriteContext, *options.rewrite, result);
  }
}
