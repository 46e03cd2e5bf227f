// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintJob.h"
#include "wglint/Driver/Configure.h"
#include "wglint/Driver/Death.h"
#include "wglint/Driver/Driver.h"
#include "wglint/Driver/Fix.h"
#include "wglint/Driver/Variants.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
namespace json = llvm::json;

static json::Array pairToJson(StringRef first, StringRef second) {
  return json::Array{toJsonString(first), toJsonString(second)};
}

static std::pair<std::string, std::string>
pairFromJson(const json::Value &value) {
  const json::Array &pair = *value.getAsArray();
  return {pair[0].getAsString()->str(), pair[1].getAsString()->str()};
}

std::string wglint::lsp::serialize(const LintRequest &request) {
  json::Array overlays;
  for (const auto &[path, text] : request.overlays)
    overlays.push_back(pairToJson(path, text));
  return llvm::formatv(
      "{0}", json::Value(json::Object{{"path", toJsonString(request.path)},
                                      {"text", toJsonString(request.text)},
                                      {"overlays", std::move(overlays)},
                                      {"rewrite", request.rewrite},
                                      {"finding", toJson(request.finding)}}));
}

static LintRequest deserializeRequest(StringRef bytes) {
  json::Value value = llvm::cantFail(json::parse(bytes));
  const json::Object &object = *value.getAsObject();
  LintRequest request;
  request.path = object.getString("path")->str();
  request.text = object.getString("text")->str();
  for (const json::Value &overlay : *object.getArray("overlays"))
    request.overlays.insert(pairFromJson(overlay));
  request.rewrite = object.getString("rewrite")->str();
  request.finding = *diagnosticFromJson(*object.get("finding"));
  return request;
}

static json::Value rangeToJson(const SourceRange &range) {
  return json::Array{toJsonString(range.file), range.begin.line,
                     range.begin.column, range.end.line, range.end.column};
}

static SourceRange rangeFromJson(const json::Value &value) {
  const json::Array &array = *value.getAsArray();
  auto number = [&](size_t i) {
    return static_cast<unsigned>(*array[i].getAsInteger());
  };
  return {array[0].getAsString()->str(),
          {number(1), number(2)},
          {number(3), number(4)}};
}

static std::string serialize(const LintResult &result) {
  json::Array diagnostics, hovers, hints, texts, configFiles;
  for (const Diagnostic &diagnostic : result.diagnostics)
    diagnostics.push_back(toJson(diagnostic));
  for (const HoverText &hover : result.annotations.hovers)
    hovers.push_back(json::Array{rangeToJson(hover.range),
                                 toJsonString(hover.name),
                                 toJsonString(hover.markdown)});
  for (const CostHint &hint : result.annotations.hints)
    hints.push_back(
        json::Array{rangeToJson(hint.range), toJsonString(hint.label)});
  for (const auto &[file, text] : result.texts)
    texts.push_back(pairToJson(file, text));
  for (const std::string &path : result.configFiles)
    configFiles.push_back(toJsonString(path));
  return llvm::formatv(
      "{0}", json::Value(json::Object{
                 {"status", static_cast<int>(result.status)},
                 {"reason", toJsonString(result.reason)},
                 {"diagnostics", std::move(diagnostics)},
                 {"hovers", std::move(hovers)},
                 {"hints", std::move(hints)},
                 {"texts", std::move(texts)},
                 {"configFiles", std::move(configFiles)},
                 {"fix", result.fix ? toJson(*result.fix) : nullptr},
                 {"fixedText",
                  result.fixedText ? toJsonString(*result.fixedText) : nullptr},
                 {"refusal", toJsonString(result.refusal)},
                 {"isCancelled", result.isCancelled}}));
}

LintResult wglint::lsp::deserializeResult(StringRef bytes) {
  json::Value value = llvm::cantFail(json::parse(bytes));
  const json::Object &object = *value.getAsObject();
  LintResult result;
  result.status = static_cast<FileStatus>(*object.getInteger("status"));
  result.reason = object.getString("reason")->str();
  result.isCancelled = *object.getBoolean("isCancelled");
  result.refusal = object.getString("refusal")->str();
  if (std::optional<StringRef> text = object.getString("fixedText"))
    result.fixedText = text->str();
  result.fix = fixFromJson(*object.get("fix"));
  for (const json::Value &diagnostic : *object.getArray("diagnostics"))
    result.diagnostics.push_back(*diagnosticFromJson(diagnostic));
  for (const json::Value &value : *object.getArray("hovers")) {
    const json::Array &hover = *value.getAsArray();
    result.annotations.hovers.push_back({rangeFromJson(hover[0]),
                                         hover[1].getAsString()->str(),
                                         hover[2].getAsString()->str()});
  }
  for (const json::Value &value : *object.getArray("hints")) {
    const json::Array &hint = *value.getAsArray();
    result.annotations.hints.push_back(
        {rangeFromJson(hint[0]), hint[1].getAsString()->str()});
  }
  for (const json::Value &text : *object.getArray("texts"))
    result.texts.push_back(pairFromJson(text));
  for (const json::Value &path : *object.getArray("configFiles"))
    result.configFiles.push_back(path.getAsString()->str());
  return result;
}

/// What no configuration can set, and what holds without one.
static JobOptions baseOptions(const LintRequest &request) {
  JobOptions options;
  options.frontend.overlays = request.overlays;
  options.analysis.configs = deviceConfigs(options.target);
  options.checks = llvm::cantFail(selectChecks({}));
  options.wantAllTexts = true;
  return options;
}

static LintResult toResult(FileResult file, Annotations annotations) {
  LintResult result;
  result.status = file.status;
  result.reason = std::move(file.reason);
  result.diagnostics = std::move(file.diagnostics);
  result.annotations = std::move(annotations);
  result.texts = std::move(file.texts);
  return result;
}

/// A configuration that is wrong is all that there is to say of the file.
static LintResult wrongConfiguration(EffectiveOptions options,
                                     const ConfigLoader &loader) {
  LintResult result;
  result.status = FileStatus::Failed;
  result.diagnostics = std::move(options.errors);
  for (const auto &[path, text] : loader.texts())
    result.texts.push_back({path, text});
  return result;
}

static LintResult skipped(const Origin &origin) {
  LintResult result;
  result.status = FileStatus::Skipped;
  result.reason = "skipped by " + origin.text();
  return result;
}

/// Runs the pipeline once for each variant.
static LintResult lint(const LintRequest &request, EffectiveOptions &options,
                       StageAnnouncer announce) {
  Annotations annotations;
  std::vector<VariantResult> results;
  for (VariantJob &variant : options.jobs) {
    // One set of hints is enough to read: those of the first.
    if (results.empty())
      variant.job.observe = [&](const CheckContext &context) {
        annotate(context, annotations);
      };
    results.push_back({variant.variant, runJob(request.path, request.text,
                                               variant.job, announce)});
  }
  return toResult(mergeVariants(std::move(results)), std::move(annotations));
}

/// All fixes that are safe; the text that they make.
static LintResult mendAll(const LintRequest &request,
                          llvm::ArrayRef<VariantJob> jobs,
                          const FixOptions &options) {
  LintResult result;
  FixedFile fixed = fixFile(request.path, request.text, jobs, options);
  if (!fixed.applied.empty())
    result.fixedText = std::move(fixed.text);
  for (const FixRecord &record : fixed.refused)
    if (!record.refusal.empty() && result.refusal.empty())
      result.refusal = record.fix.rewrite + ": " + record.refusal;
  return result;
}

static LintResult mend(const LintRequest &request,
                       const EffectiveOptions &options) {
  FixOptions fixing;
  fixing.isFixing = true;
  if (request.rewrite == kEveryRewrite)
    return mendAll(request, options.jobs, fixing);
  LintResult result;
  llvm::Expected<Fix> fix =
      proveFix(request.path, request.text, request.finding, request.rewrite,
               options.jobs, fixing);
  if (fix)
    result.fix = std::move(*fix);
  else
    result.refusal = llvm::toString(fix.takeError());
  return result;
}

WorkerLimits wglint::lsp::limitsOf(StringRef requestBytes) {
  WorkerLimits limits;
  if (deserializeRequest(requestBytes).rewrite.empty())
    return limits;
  // Its own workers and runs have limits of their own, one by one.
  constexpr unsigned kMendingWallSeconds = 600;
  limits.memoryBytes = 0;
  limits.cpuSeconds = 0;
  limits.wallSeconds = kMendingWallSeconds;
  return limits;
}

WorkerTask wglint::lsp::prepareLint(StringRef requestBytes) {
  auto request =
      std::make_shared<LintRequest>(deserializeRequest(requestBytes));
  ConfigLoader loader;
  auto options = std::make_shared<EffectiveOptions>(effectiveOptions(
      request->path, baseOptions(*request), Settings(), loader));
  std::optional<LintResult> early;
  if (!options->errors.empty())
    early = wrongConfiguration(*options, loader);
  else if (options->skippedBy)
    early = skipped(*options->skippedBy);
  if (early) {
    early->configFiles = options->dependencies;
    return [early = std::move(*early)](StageAnnouncer) {
      return ::serialize(early);
    };
  }
  // The beginning says enough, and this process had better not read what may
  // end it.
  constexpr size_t kWarmBytes = 16 * 1024;
  warmFrontend(request->path, StringRef(request->text).take_front(kWarmBytes),
               options->jobs.front().job.frontend, /*withSecondTry=*/true);
  return [request, options](StageAnnouncer announce) {
    LintResult result = request->rewrite.empty()
                            ? lint(*request, *options, announce)
                            : mend(*request, *options);
    result.configFiles = options->dependencies;
    return ::serialize(result);
  };
}

std::string wglint::lsp::serializeEnd(StringRef requestBytes,
                                      WorkerResult worker,
                                      const WorkerLimits &limits) {
  if (!worker.death)
    return std::move(worker.output);
  if (worker.death->cause == WorkerDeath::Cause::Cancelled) {
    LintResult result;
    result.isCancelled = true;
    return ::serialize(result);
  }
  LintRequest request = deserializeRequest(requestBytes);
  LintResult result =
      toResult(resultOfDeath(request.path, worker, limits), Annotations());
  // What is not known to be right must not end the server too.
  result.texts.push_back({request.path, request.text});
  return ::serialize(result);
}
