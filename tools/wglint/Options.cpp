// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options.h"
#include "ConfigFlags.h"
#include "FixFlags.h"
#include "wglint/Checks/Registry.h"
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Config/SettingsValues.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// The options as LLVM's command line library knows them. A local of
/// parseCommandLine() rather than global: nothing runs before main().
struct Flags {
  cl::OptionCategory inputs{"Reading shaders"};
  cl::OptionCategory machine{"What is known about the run"};
  cl::OptionCategory checking{"Checks"};
  cl::OptionCategory output{"Output"};
  cl::OptionCategory running{"Running"};
  cl::OptionCategory fixing{"Mending files"};

  cl::list<std::string> files{cl::Positional, cl::desc("FILES..."),
                              cl::cat(inputs)};
  cl::opt<std::string> stdinFilename{
      "stdin-filename",
      cl::desc("Name of the text that '-' reads from standard input"),
      cl::value_desc("name"), cl::init("<stdin>"), cl::cat(inputs)};
  FrontendFlags frontend{inputs};

  cl::opt<std::string> target{
      "target",
      cl::desc(
          "Device whose costs are computed (default\ngeneric: what several "
          "common devices agree on)"),
      cl::value_desc("name"), cl::init("generic"), cl::cat(machine)};
  cl::list<std::string> apis{
      "api", cl::CommaSeparated,
      cl::desc("APIs whose limits apply (default: by the\nshader's language)"),
      cl::value_desc("name"), cl::cat(machine)};
  cl::opt<std::string> dispatch{"dispatch",
                                cl::desc("Workgroups of the dispatch"),
                                cl::value_desc("X,Y,Z"), cl::cat(machine)};
  cl::list<std::string> assumptions{
      "assume", cl::CommaSeparated,
      cl::desc("Fix a uniform or a member of a block"),
      cl::value_desc("name=value"), cl::cat(machine)};
  SpecializationFlags specialization{machine};
  cl::opt<std::string> resourceReport{
      "resource-report",
      cl::desc("What a vendor's compiler says of the shader:\nregisters, "
               "spills (docs/ResourceReports.md)"),
      cl::value_desc("file"), cl::cat(machine)};

  cl::list<std::string> checks{
      "checks", cl::CommaSeparated,
      cl::desc(
          "Checks to run; '-' before a glob removes.\nStarts from none, or, if "
          "it "
          "begins with a\nremoval, from the checks that are on by default"),
      cl::value_desc("globs"), cl::cat(checking)};
  ConfigFlags config{checking};
  cl::opt<bool> listChecks{"list-checks", cl::desc("List all checks"),
                           cl::cat(checking)};
  cl::opt<std::string> explain{"explain",
                               cl::desc("Print a check's documentation"),
                               cl::value_desc("check"), cl::cat(checking)};

  cl::opt<std::string> format{
      "output-format",
      cl::desc("Form of the report on standard output:\ntext (default), "
               "concise, json, sarif, github or\ngitlab"),
      cl::value_desc("name"), cl::init("text"), cl::cat(output)};
  cl::list<std::string> outputs{
      "output",
      cl::desc("Write the report to a file too; may be given\nseveral times"),
      cl::value_desc("format:file"), cl::cat(output)};
  cl::opt<std::string> depfile{
      "depfile",
      cl::desc("Write the files that were read as a rule of\nMake, for the "
               "target of that name without\nits last ending"),
      cl::value_desc("target.d"), cl::cat(output)};
  cl::opt<bool> facts{
      "facts", cl::desc("Put every access and its cost into the JSON output"),
      cl::cat(output)};
  cl::opt<bool> remarks{
      "remarks",
      cl::desc("Print remarks too: what is true but seldom\nworth a change, "
               "and what could not be decided,\nand why; those of checks that "
               "--checks names\nare printed without it"),
      cl::cat(output)};
  cl::opt<bool> quiet{"quiet",
                      cl::desc("Print findings and errors only: no summary,\n"
                               "nothing about files that were skipped"),
                      cl::cat(output)};
  cl::opt<bool> statistics{"statistics",
                           cl::desc("Count the findings of each check"),
                           cl::cat(output)};
  cl::opt<std::string> color{
      "color", cl::desc("auto (default), always or never"),
      cl::value_desc("when"), cl::init("auto"), cl::cat(output)};
  cl::opt<std::string> failOn{
      "fail-on",
      cl::desc(
          "Least severity that gives exit code 1: error,\nwarning (default), "
          "remark, or never"),
      cl::value_desc("severity"), cl::init("warning"), cl::cat(output)};
  cl::opt<bool> verify{
      "verify", cl::desc("Compare the findings with expected-... comments"),
      cl::cat(output)};
  cl::list<std::string> verifyIgnores{
      "verify-ignore", cl::CommaSeparated,
      cl::desc("Severities that --verify does not mind:\nnote, remark, "
               "warning, error"),
      cl::value_desc("severities"), cl::cat(output)};

  FixFlags fix{fixing};
  cl::opt<bool> listRewrites{"list-rewrites", cl::desc("List all rewrites"),
                             cl::cat(fixing)};

  cl::opt<unsigned> jobs{"j", cl::Prefix,
                         cl::desc("Files at a time (default: one per core)"),
                         cl::value_desc("count"), cl::cat(running)};
  cl::opt<unsigned> memoryLimitMb{
      "memory-limit-mb",
      cl::desc("Memory for one file (default 1024; 0: no limit)"),
      cl::value_desc("number"), cl::init(1024), cl::cat(running)};
  cl::opt<unsigned> timeLimitS{
      "time-limit-s",
      cl::desc("Processor time for one file, which may take six\ntimes as long "
               "by the clock (default 10; 0: no\nlimit)"),
      cl::value_desc("seconds"), cl::init(10), cl::cat(running)};
};

} // namespace

static std::string versionText() {
  return ("wglint " + wglintVersion() + "\n" + frontendVersions() +
          ", LLVM " LLVM_VERSION_STRING "\n")
      .str();
}

/// A report is about one shader, so there is only one to be read.
static llvm::Error readResourceReport(Flags &flags, AnalysisOptions &options) {
  if (flags.resourceReport.empty())
    return llvm::Error::success();
  if (flags.files.size() != 1)
    return badValue("--resource-report", "is about one file; give one");
  auto text = llvm::MemoryBuffer::getFile(flags.resourceReport);
  if (!text)
    return badValue("--resource-report",
                    flags.resourceReport + ": " + text.getError().message());
  auto report = readCompilerReport((*text)->getBuffer(), flags.files.front());
  if (!report)
    return badValue("--resource-report",
                    flags.resourceReport + ": " +
                        llvm::toString(report.takeError()));
  options.compilerReport = std::move(*report);
  return llvm::Error::success();
}

static llvm::Error readAssumptions(Flags &flags, AnalysisOptions &options) {
  for (const std::string &text : flags.assumptions) {
    auto pair = parseNameValue("--assume", text);
    if (!pair)
      return pair.takeError();
    auto value = parseInteger("--assume " + pair->first, pair->second);
    if (!value)
      return value.takeError();
    options.assumptions.push_back({pair->first, *value});
  }
  if (llvm::Error error =
          readSize("--dispatch", flags.dispatch, options.dispatch))
    return error;
  if (llvm::Error error = readResourceReport(flags, options))
    return error;
  return flags.specialization.read(options.specialization, options.localSize);
}

static llvm::Error readTargets(Flags &flags, JobOptions &job) {
  if (llvm::Error error =
          parseTarget("--target", flags.target).moveInto(job.target))
    return error;
  job.analysis.configs = deviceConfigs(job.target);
  for (const std::string &name : flags.apis) {
    const ApiProfile *api = findApiProfile(name);
    if (!api) {
      std::vector<StringRef> names;
      for (const ApiProfile &known : apiProfiles())
        names.push_back(known.name);
      return unknownName("--api", name, names);
    }
    job.apis.push_back(api);
  }
  return llvm::Error::success();
}

static llvm::Expected<const ReportFormat *> parseFormat(StringRef option,
                                                        StringRef name) {
  if (const ReportFormat *format = findReportFormat(name))
    return format;
  std::vector<StringRef> names;
  for (const ReportFormat &format : reportFormats())
    names.push_back(format.name);
  return unknownName(option, name, names);
}

static llvm::Error readFormats(Flags &flags, RunOptions &run) {
  if (llvm::Error error =
          parseFormat("--output-format", flags.format).moveInto(run.format))
    return error;
  for (const std::string &text : flags.outputs) {
    auto [name, file] = StringRef(text).split(':');
    if (file.empty())
      return badValue("--output",
                      "'" + text + "' is not of the form FORMAT:FILE");
    if (file == "-")
      return badValue("--output", "the form on standard output is "
                                  "--output-format=" +
                                      name);
    OutputFile output;
    output.file = file.str();
    if (llvm::Error error =
            parseFormat("--output", name).moveInto(output.format))
      return error;
    run.outputs.push_back(std::move(output));
  }
  run.job.wantFixEdits =
      run.format->showsEdits ||
      llvm::any_of(run.outputs, [](const OutputFile &output) {
        return output.format->showsEdits;
      });
  return llvm::Error::success();
}

static bool isJsonWanted(const RunOptions &run) {
  return run.format->name == "json" ||
         llvm::any_of(run.outputs, [](const OutputFile &output) {
           return output.format->name == "json";
         });
}

static llvm::Error readOutput(Flags &flags, RunOptions &run) {
  if (llvm::Error error = readFormats(flags, run))
    return error;
  if (llvm::Error error = parseChoice<ColorMode>("--color", flags.color,
                                                 {{"auto", ColorMode::Auto},
                                                  {"always", ColorMode::Always},
                                                  {"never", ColorMode::Never}})
                              .moveInto(run.color))
    return error;
  if (llvm::Error error =
          parseChoice<std::optional<Severity>>("--fail-on", flags.failOn,
                                               {{"error", Severity::Error},
                                                {"warning", Severity::Warning},
                                                {"remark", Severity::Remark},
                                                {"never", std::nullopt}})
              .moveInto(run.failOn))
    return error;
  for (const std::string &name : flags.verifyIgnores) {
    auto severity = parseChoice<Severity>("--verify-ignore", name,
                                          {{"note", Severity::Note},
                                           {"remark", Severity::Remark},
                                           {"warning", Severity::Warning},
                                           {"error", Severity::Error}});
    if (!severity)
      return severity.takeError();
    run.verifyIgnores.push_back(*severity);
  }
  if (flags.facts && !isJsonWanted(run))
    return badValue("--facts", "needs --output-format=json");
  // Who fails on remarks wants to see them.
  run.showRemarks = flags.remarks || run.failOn == Severity::Remark;
  // And who names a check wants to hear all that it has to say.
  for (const std::string &glob : flags.checks)
    if (findCheck(glob))
      run.remarksOf.insert(glob);
  run.verify = flags.verify;
  run.isQuiet = flags.quiet;
  run.wantStatistics = flags.statistics;
  run.depfile = flags.depfile;
  run.job.wantFacts = flags.facts;
  run.job.wantAllTexts = flags.verify;
  return llvm::Error::success();
}

static void readLimits(Flags &flags, RunOptions &run) {
  // A machine that is busy with other work gives a worker a part of its time;
  // six times as long still ends one that waits for something forever.
  constexpr unsigned kWallPerProcessorTime = 6;
  run.parallelCount = flags.jobs;
  run.limits.memoryBytes = uint64_t(flags.memoryLimitMb) << 20;
  run.limits.cpuSeconds = flags.timeLimitS;
  run.limits.wallSeconds = flags.timeLimitS * kWallPerProcessorTime;
}

static llvm::Expected<RunOptions> readRun(Flags &flags) {
  RunOptions run;
  run.files = flags.files;
  run.stdinFilename = flags.stdinFilename;
  if (llvm::Error error = flags.frontend.read(run.job.frontend))
    return error;
  if (llvm::Error error = readAssumptions(flags, run.job.analysis))
    return error;
  if (llvm::Error error = readTargets(flags, run.job))
    return error;
  if (llvm::Error error = readOutput(flags, run))
    return error;
  auto checks = selectChecks(flags.checks);
  if (!checks)
    return badValue("--checks", llvm::toString(checks.takeError()));
  run.job.checks = std::move(*checks);
  if (llvm::Error error = flags.config.read(
          run, flags.checks, flags.target.getNumOccurrences() > 0))
    return error;
  readLimits(flags, run);
  if (llvm::Error error = flags.fix.read(run.fix, run.job))
    return error;
  run.fix.limits = run.limits;
  // Last: the name of the only file may have become an option's value.
  if (run.files.empty())
    return makeError("no files given; see --help");
  if (!run.fix.provedFile.empty() && run.files.size() != 1)
    return badValue("--prove", "needs one file, the original");
  if (run.fix.isDiffOnly && !run.format->isForPeople)
    return badValue("--diff", "standard output is the patch's; --output=" +
                                  run.format->name +
                                  ":FILE writes the document beside it");
  if (run.fix.isFixing && !run.fix.isDiffOnly &&
      llvm::is_contained(run.files, "-"))
    return badValue("--fix", "standard input cannot be written; use --diff");
  if (llvm::Error error = FixFlags::checkFiles(run.fix, run.files))
    return error;
  return run;
}

static llvm::Expected<const CheckInfo *> readExplain(StringRef name) {
  if (const CheckInfo *check = findCheck(name))
    return check;
  std::vector<StringRef> names;
  for (const CheckInfo *check : allChecks())
    names.push_back(check->name);
  return unknownName("--explain", name, names);
}

llvm::Expected<Command> wglint::parseCommandLine(int argc,
                                                 const char *const *argv) {
  removeForeignOptions();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << versionText(); });
  Flags flags;
  std::string errors;
  llvm::raw_string_ostream errorStream(errors);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "wglint: finds what makes compute shaders slow\n",
          &errorStream)) {
    if (errors.empty())
      return Command{Command::Kind::Refused, {}};
    return makeError(withoutProgramName(errors, argv[0]));
  }

  Command command;
  if (flags.listChecks) {
    command.kind = Command::Kind::ListChecks;
    return command;
  }
  if (flags.listRewrites) {
    command.kind = Command::Kind::ListRewrites;
    return command;
  }
  if (!flags.explain.empty()) {
    command.kind = Command::Kind::ExplainCheck;
    if (llvm::Error error = readExplain(flags.explain).moveInto(command.check))
      return error;
    return command;
  }
  if (llvm::Error error = readRun(flags).moveInto(command.run))
    return error;
  if (flags.config.wantsExplanation())
    command.kind = Command::Kind::ExplainConfig;
  return command;
}
