// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixOffers.h"
#include "wglint/Check/RaceFindings.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/Support/Error.h"
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

/// Why \p rewrite is not for an entry point that has \p findings; empty where
/// it is.
static std::string whyNotBeside(const RewriteInfo &rewrite,
                                llvm::ArrayRef<Diagnostic> findings) {
  for (const Diagnostic &finding : findings)
    if (finding.severity > Severity::Remark &&
        llvm::is_contained(rewrite.notBeside, finding.check))
      return "the finding at " + placeText(finding.range) + " [" +
             finding.check + "] comes first";
  return "";
}

static void offer(const RewriteContext &context, bool wantEdits,
                  llvm::ArrayRef<Diagnostic> all, Diagnostic &finding) {
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
    fix.validation = whyNotBeside(*rewrite, all);
    if (wantEdits && fix.validation.empty() &&
        fix.applicability != Applicability::DisplayOnly)
      addEdits(*rewrite, context, finding, fix);
    finding.fixes.push_back(std::move(fix));
  }
  // What may be applied without a question comes first.
  llvm::stable_sort(finding.fixes, [](const Fix &a, const Fix &b) {
    return a.applicability < b.applicability;
  });
}

/// Takes " (remap-lanes)" and its like out of the advice of \p finding, where
/// that rewrite is not offered: the advice is one to be taken by hand.
static void dropUnofferedNames(Diagnostic &finding) {
  for (const RewriteInfo *rewrite : allRewrites()) {
    bool isOffered = llvm::any_of(finding.fixes, [&](const Fix &fix) {
      return fix.rewrite == rewrite->name;
    });
    if (isOffered)
      continue;
    std::string name = (" (" + rewrite->name + ")").str();
    for (DiagnosticNote &note : finding.notes)
      if (size_t at = note.message.find(name); at != std::string::npos)
        note.message.erase(at, name.size());
  }
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
                    const RewriteRequest &request,
                    llvm::ArrayRef<Diagnostic> all, FileResult &result) {
  result.refusal = whyNotBeside(*request.rewrite, all);
  if (result.refusal.empty() && request.rewrite->stagesInShared)
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

/// \p text in the place of the file's own.
static llvm::Expected<ReadText> analyzeAgain(llvm::StringRef path,
                                             llvm::StringRef text,
                                             const JobOptions &options,
                                             llvm::StringRef entryPoint) {
  FrontendResult compiled = compileShader(path, text, options.frontend);
  if (compiled.status != FrontendStatus::Compiled)
    return makeError("the edited text does not compile");
  auto module = spirv::Module::parse(compiled.spirv);
  if (!module)
    return module.takeError();
  for (EntryPointFacts &facts : analyzeModule(**module, options.analysis))
    if (facts.name == entryPoint)
      return ReadText{std::move(facts), compiled.tokens, compiled.sourceMap};
  return makeError("the entry point is gone");
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
  if (!compiled.tokens || !isWanted) {
    llvm::for_each(findings, dropUnofferedNames);
    return;
  }
  std::unique_ptr<const syntax::SyntaxTree> tree =
      syntax::SyntaxTree::parse(*compiled.tokens);
  RewriteContext rewriteContext{*compiled.tokens,
                                *tree,
                                context,
                                result.file,
                                options.rewriteParameters,
                                raceRanges(context)};
  letReadAgain(rewriteContext, [&](llvm::StringRef text) {
    return analyzeAgain(result.file, text, options, context.facts.name);
  });
  for (Diagnostic &finding : findings) {
    // Who asks for one rewrite has the offers already.
    if (!options.rewrite) {
      offer(rewriteContext, options.wantFixEdits, findings, finding);
      dropUnofferedNames(finding);
    } else if (isSame(options.rewrite->finding, finding))
      workOut(rewriteContext, *options.rewrite, findings, result);
  }
}
