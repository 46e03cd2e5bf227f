// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/Commands.h"
#include "Contents.h"
#include "Writers.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace wglint;

/// Numbers of an output or a shared variable that are printed.
static constexpr unsigned kPrintedNumbers = 8;
static constexpr unsigned kDumpedNumbers = 64;

static std::string sizeText(const std::array<uint32_t, 3> &size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " +
         std::to_string(size[2]);
}

/// The first numbers of \p bytes, separated by blanks.
static std::string firstNumbers(const TypedMemory &memory, const Bytes &bytes,
                                unsigned limit) {
  std::string text;
  unsigned count = 0;
  memory.forEach([&](const Component &component) {
    if (count < limit)
      text += (count == 0 ? "" : " ") +
              toText(component, &bytes[component.offsetBytes]);
    ++count;
  });
  return count > limit ? text + " ..." : text;
}

namespace {

/// One run that has happened.
struct Outcome {
  RunSpec spec;
  RunnableShader runnable;
  PreparedRun run;
  DispatchResult result;
  RunReport report;
  std::vector<std::string> notes;
};

} // namespace

static void printOutputs(const Outcome &outcome, llvm::raw_ostream &out) {
  size_t next = 0;
  auto print = [&](const std::vector<RunMemory> &memories,
                   const std::vector<Bytes> &after) {
    for (size_t i = 0; i < memories.size(); ++i) {
      if (!memories[i].isOutput)
        continue;
      const OutputReport &report = outcome.report.outputs[next++];
      TypedMemory memory{&memories[i].type, nullptr, after[i].size()};
      if (memories[i].image)
        memory = {nullptr, &*memories[i].image, after[i].size()};
      out << "output '" << report.name << "': " << report.changedCount << " of "
          << report.componentCount << " numbers changed";
      if (report.expected && !report.expected->first)
        out << ", as expected";
      out << "\n  " << firstNumbers(memory, after[i], kPrintedNumbers) << '\n';
    }
  };
  print(outcome.run.blocks, outcome.result.blocks);
  print(outcome.run.images, outcome.result.images);
}

/// The shared variables of the first workgroup, when it had ended.
static void printShared(const Outcome &outcome, llvm::raw_ostream &out) {
  if (!outcome.run.sharedDump)
    return;
  const Bytes &dump = outcome.result.blocks[*outcome.run.sharedDump];
  const RunnableShader &shader = outcome.runnable;
  for (size_t i = 0; i < shader.sharedDump.size(); ++i) {
    const RunnableShader::DumpedVariable &variable = shader.sharedDump[i];
    uint64_t end = i + 1 < shader.sharedDump.size()
                       ? shader.sharedDump[i + 1].offsetBytes
                       : shader.sharedDumpBytes;
    Bytes bytes(dump.begin() + variable.offsetBytes, dump.begin() + end);
    TypedMemory memory{&variable.type, nullptr, bytes.size()};
    out << "shared '" << shader.interface.sharedVariables[i].name
        << "' of workgroup 0 0 0: "
        << firstNumbers(memory, bytes, kDumpedNumbers) << '\n';
  }
}

static void printRun(const std::string &path, const Outcome &outcome,
                     const RunEnvironment &environment,
                     llvm::raw_ostream &out) {
  bool isSuccess = outcome.report.failures.empty();
  out << path << ": " << (isSuccess ? "ran" : "failed") << " on "
      << environment.device.name << ": "
      << sizeText(outcome.spec.workgroupCount) << " workgroups of "
      << sizeText(outcome.runnable.interface.workgroupSize) << '\n';
  for (const PlanReason &reason : outcome.spec.reasons)
    out << "  " << reason.subject << ": " << reason.text << '\n';
  for (const std::string &note : outcome.notes)
    out << "note: " << note << '\n';
  printOutputs(outcome, out);
  printShared(outcome, out);
  for (const std::string &failure : outcome.report.failures)
    out << "failure: " << failure << '\n';
  if (isSuccess)
    out << kSynchronisationCaveat << '\n';
}

static llvm::json::Array toJsonArray(const std::vector<std::string> &texts) {
  llvm::json::Array array;
  for (const std::string &text : texts)
    array.push_back(text);
  return array;
}

static llvm::json::Array countsJson(const std::array<uint32_t, 3> &counts) {
  return llvm::json::Array{int64_t(counts[0]), int64_t(counts[1]),
                           int64_t(counts[2])};
}

static void printRunJson(const std::string &path, const Outcome &outcome,
                         const RunEnvironment &environment,
                         llvm::raw_ostream &out) {
  llvm::json::Array outputs, plan;
  for (const OutputReport &report : outcome.report.outputs)
    outputs.push_back(llvm::json::Object{
        {"name", report.name},
        {"numbers", int64_t(report.componentCount)},
        {"changed", int64_t(report.changedCount)},
        {"asExpected", report.expected
                           ? llvm::json::Value(!report.expected->first)
                           : llvm::json::Value(nullptr)}});
  for (const PlanReason &reason : outcome.spec.reasons)
    plan.push_back(
        llvm::json::Object{{"subject", reason.subject}, {"text", reason.text}});
  llvm::json::Object document{
      {"file", path},
      {"verdict", outcome.report.failures.empty() ? "ran" : "failed"},
      {"device", environment.device.name},
      {"driver", driverOf(environment.device)},
      {"workgroups", countsJson(outcome.spec.workgroupCount)},
      {"workgroupSize", countsJson(outcome.runnable.interface.workgroupSize)},
      {"outputs", std::move(outputs)},
      {"plan", std::move(plan)},
      {"notes", toJsonArray(outcome.notes)},
      {"failures", toJsonArray(outcome.report.failures)},
      {"caveat", kSynchronisationCaveat}};
  out << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document)));
}

static llvm::Error writeText(const std::string &path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (code)
    return makeError("cannot write '" + path + "': " + code.message());
  file << text;
  return llvm::Error::success();
}

/// Notes who wrote the first number that is not as expected.
static void noteWriters(const ShaderToRun &shader,
                        const RunEnvironment &environment, Outcome &outcome) {
  size_t next = 0;
  auto note = [&](bool isImage, const std::vector<RunMemory> &memories) {
    for (size_t i = 0; i < memories.size(); ++i) {
      if (!memories[i].isOutput)
        continue;
      const OutputReport &report = outcome.report.outputs[next++];
      if (!report.expected || !report.expected->first)
        continue;
      const Mismatch &first = *report.expected->first;
      std::string writers = describeWriters(
          {shader, outcome.spec, outcome.run, isImage, i, first.offsetBytes},
          environment);
      if (!writers.empty())
        outcome.notes.push_back(first.component + " was " + writers);
    }
  };
  note(false, outcome.run.blocks);
  note(true, outcome.run.images);
}

/// Compiles, binds, dispatches and judges.
static llvm::Error execute(const ShaderToRun &shader, const RunRequest &request,
                           const RunEnvironment &environment,
                           Outcome &outcome) {
  RunnableOptions options;
  options.dumpShared = request.isDumpingShared;
  llvm::Expected<RunnableShader> runnable =
      makeRunnable(shader, outcome.spec, options);
  if (!runnable)
    return runnable.takeError();
  outcome.runnable = std::move(*runnable);
  llvm::Expected<PreparedRun> run = prepareRun(outcome.runnable, outcome.spec);
  if (!run)
    return run.takeError();
  outcome.run = std::move(*run);
  auto results = runDispatches(environment.device, {&outcome.run.dispatch},
                               environment.limits);
  if (!results)
    return results.takeError();
  outcome.result = std::move(results->front());
  CompareRules rules = request.rules;
  rules.toleranceUlp = std::max(rules.toleranceUlp, outcome.spec.toleranceUlp);
  llvm::Expected<RunReport> report =
      judgeRun(outcome.run, outcome.result, rules);
  if (!report)
    return report.takeError();
  outcome.report = std::move(*report);
  noteWriters(shader, environment, outcome);
  return llvm::Error::success();
}

/// A driver that dies of an access outside should not be blamed for it.
static llvm::Error withNotes(llvm::Error error,
                             const std::vector<std::string> &notes) {
  return llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<DispatchError> failed) -> llvm::Error {
        DispatchFailure failure = failed->failure();
        for (const std::string &note : notes)
          failure.detail += "\nnote: " + note;
        return llvm::make_error<DispatchError>(std::move(failure));
      });
}

llvm::Expected<int> wglint::runCommand(const RunRequest &request,
                                       const RunEnvironment &environment,
                                       llvm::raw_ostream &out) {
  llvm::Expected<ShaderToRun> shader = loadShader(request.shader);
  if (!shader)
    return shader.takeError();
  Outcome outcome;
  llvm::Expected<RunSpec> spec =
      request.isPlanOnly && request.runFile.empty()
          ? planRun(*shader, request.plan)
          : findRun(*shader, request.runFile, request.plan, environment,
                    outcome.notes);
  if (!spec)
    return spec.takeError();
  outcome.spec = std::move(*spec);
  if (!request.saveRunFile.empty())
    if (llvm::Error error =
            writeText(request.saveRunFile, toYaml(outcome.spec)))
      return error;
  if (request.isPlanOnly) {
    out << toYaml(outcome.spec);
    return 0;
  }
  if (llvm::Error error = execute(*shader, request, environment, outcome))
    return withNotes(std::move(error), outcome.notes);
  if (!request.outputsFolder.empty())
    if (llvm::Error error =
            saveOutputs(outcome.run, outcome.result, request.outputsFolder))
      return error;
  if (request.isJson)
    printRunJson(shader->path, outcome, environment, out);
  else
    printRun(shader->path, outcome, environment, out);
  return outcome.report.failures.empty() ? 0 : 1;
}

static void printCompareJson(const CompareRequest &request,
                             const CompareResult &result,
                             const RunEnvironment &environment,
                             llvm::raw_ostream &out) {
  llvm::json::Array dispatches;
  for (const auto &[countA, countB] : result.sizes)
    dispatches.push_back(
        llvm::json::Object{{"workgroupsA", countsJson(countA)},
                           {"workgroupsB", countsJson(countB)}});
  llvm::json::Object document{{"a", request.a.path},
                              {"b", request.b.path},
                              {"verdict", toString(result.verdict)},
                              {"message", result.message},
                              {"device", environment.device.name},
                              {"driver", driverOf(environment.device)},
                              {"sizes", int64_t(result.sizes.size())},
                              {"seeds", int64_t(request.options.seedCount)},
                              {"outputs", int64_t(result.outputCount)},
                              {"runs", int64_t(result.runCount)},
                              {"numbers", int64_t(result.numberCount)},
                              {"dispatches", std::move(dispatches)},
                              {"notes", toJsonArray(result.notes)},
                              {"caveat", kSynchronisationCaveat}};
  if (!result.failedShader.empty())
    document["failedShader"] = result.failedShader;
  if (result.verdict != CompareResult::Verdict::Equal) {
    document["seed"] = int64_t(result.seed);
    document["workgroups"] = countsJson(result.sizes.back().first);
  }
  if (result.first)
    document["first"] =
        llvm::json::Object{{"memory", result.first->memory},
                           {"component", result.first->component},
                           {"offsetBytes", int64_t(result.first->offsetBytes)},
                           {"a", result.first->left},
                           {"b", result.first->right},
                           {"writersA", result.writersA},
                           {"writersB", result.writersB}};
  out << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document)));
}

static void printCompare(const CompareResult &result, llvm::raw_ostream &out) {
  out << toString(result.verdict) << ": " << result.message << '\n';
  if (!result.writersA.empty())
    out << "note: in A " << result.writersA << '\n';
  if (!result.writersB.empty())
    out << "note: in B " << result.writersB << '\n';
  for (const std::string &note : result.notes)
    out << "note: " << note << '\n';
}

llvm::Expected<int> wglint::compareCommand(const CompareRequest &request,
                                           const RunEnvironment &environment,
                                           llvm::raw_ostream &out) {
  llvm::Expected<ShaderToRun> a = loadShader(request.a);
  if (!a)
    return a.takeError();
  llvm::Expected<ShaderToRun> b = loadShader(request.b);
  if (!b)
    return b.takeError();
  CompareOptions options = request.options;
  std::string runFile = request.runFile;
  if (runFile.empty() && llvm::sys::fs::exists(runSpecPathFor(a->path)))
    runFile = runSpecPathFor(a->path);
  if (!runFile.empty()) {
    llvm::Expected<RunSpec> spec = readRunSpec(runFile);
    if (!spec)
      return spec.takeError();
    options.rules.toleranceUlp =
        std::max(options.rules.toleranceUlp, spec->toleranceUlp);
    options.run = std::move(*spec);
  }
  llvm::Expected<CompareResult> result =
      compareShaders(*a, *b, environment, options);
  if (!result)
    return result.takeError();
  if (request.isJson)
    printCompareJson(request, *result, environment, out);
  else
    printCompare(*result, out);
  return result->verdict == CompareResult::Verdict::Equal ? 0 : 1;
}
