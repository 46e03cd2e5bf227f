// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options.h"
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/StringExtras.h"

using namespace wglint;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// The options as LLVM's command line library knows them. A local of
/// parseCommandLine() rather than global: nothing runs before main().
struct Flags {
  cl::SubCommand runCommand{"run", "Run a shader (the default)"};
  cl::SubCommand compareCommand{
      "compare",
      "Run two shaders on the same inputs; are their outputs equal?"};
  cl::SubCommand timeCommand{"time", "Time one shader, or two side by side"};

  cl::OptionCategory inputs{"Reading shaders"};
  cl::OptionCategory inputsOfRun{"What is run"};
  cl::OptionCategory device{"Device and limits"};
  cl::OptionCategory output{"Output"};
  cl::OptionCategory comparing{"Comparing"};
  cl::OptionCategory timing{"Timing"};

  // Of all subcommands.
  FrontendFlags frontend{inputs, cl::SubCommand::getAll()};
  SpecializationFlags specialization{inputs, cl::SubCommand::getAll()};
  cl::opt<std::string> entryPoint{
      "entry-point", cl::desc("Entry point, where a module has several"),
      cl::value_desc("name"), cl::cat(inputs),
      cl::sub(cl::SubCommand::getAll())};
  cl::list<std::string> files{cl::Positional, cl::desc("SHADER [SHADER]"),
                              cl::cat(inputs),
                              cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> runFile{
      "run",
      cl::desc("What the shader is run with (default:\nSHADER.run.yaml if it "
               "is there, else worked out)"),
      cl::value_desc("file.yaml"), cl::cat(inputsOfRun),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> workgroups{"workgroups",
                                  cl::desc("Workgroups of the dispatch"),
                                  cl::value_desc("X,Y,Z"), cl::cat(inputsOfRun),
                                  cl::sub(cl::SubCommand::getAll())};
  cl::list<std::string> uniforms{
      "uniform", cl::desc("Fix a uniform or a member of a block"),
      cl::value_desc("name=value[,value...]"), cl::cat(inputsOfRun),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<uint64_t> seed{"seed",
                         cl::desc("Of the random contents (default 1)"),
                         cl::value_desc("number"),
                         cl::init(1),
                         cl::cat(inputsOfRun),
                         cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> deviceName{
      "device",
      cl::desc("auto (default), llvmpipe, a number of\n--list-devices, or a "
               "part of a name"),
      cl::value_desc("name"),
      cl::init("auto"),
      cl::cat(device),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<unsigned> timeLimitS{
      "time-limit",
      cl::desc("Seconds for all work of one child on the\ndevice "
               "(default 60; 0: no limit)"),
      cl::value_desc("seconds"),
      cl::init(defaultDispatchLimits().wallSeconds),
      cl::cat(device),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<unsigned> memoryLimitMb{
      "memory-limit",
      cl::desc("Megabytes for it (default 4096; 0: no limit)"),
      cl::value_desc("megabytes"),
      cl::init(
          static_cast<unsigned>(defaultDispatchLimits().memoryBytes >> 20)),
      cl::cat(device),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> format{
      "output-format",        cl::desc("text (default) or json"),
      cl::value_desc("name"), cl::init("text"),
      cl::cat(output),        cl::sub(cl::SubCommand::getAll())};

  // Of none and of run.
  cl::opt<bool> listDevices{"list-devices", cl::desc("List all devices"),
                            cl::cat(device)};
  cl::opt<std::string> saveRun{"save-run",
                               cl::desc("Write what the shader is run with"),
                               cl::value_desc("file.yaml"),
                               cl::cat(output),
                               cl::sub(cl::SubCommand::getTopLevel()),
                               cl::sub(runCommand)};
  cl::opt<bool> planOnly{
      "plan-only", cl::desc("Print what it would be run with; do not run"),
      cl::cat(output), cl::sub(cl::SubCommand::getTopLevel()),
      cl::sub(runCommand)};
  cl::opt<std::string> outputs{"outputs",
                               cl::desc("Write each output to folder/NAME.npy"),
                               cl::value_desc("folder"),
                               cl::cat(output),
                               cl::sub(cl::SubCommand::getTopLevel()),
                               cl::sub(runCommand)};
  cl::opt<bool> dumpShared{
      "dump-shared",
      cl::desc("Print the shared variables of a workgroup\n"
               "when it has ended"),
      cl::cat(output), cl::sub(cl::SubCommand::getTopLevel()),
      cl::sub(runCommand)};

  // Of run and of compare.
  cl::opt<unsigned> toleranceUlp{
      "tolerance-ulp",
      cl::desc("Floats may differ by so many representable\nnumbers (default "
               "0: bit for bit)"),
      cl::value_desc("number"),
      cl::cat(comparing),
      cl::sub(cl::SubCommand::getTopLevel()),
      cl::sub(runCommand),
      cl::sub(compareCommand)};
  cl::opt<bool> exactNan{
      "exact-nan",         cl::desc("NaNs of different bits differ"),
      cl::cat(comparing),  cl::sub(cl::SubCommand::getTopLevel()),
      cl::sub(runCommand), cl::sub(compareCommand)};
  cl::opt<unsigned> seedCount{
      "seeds",
      cl::desc("Compare with so many random contents\n(default 3)"),
      cl::value_desc("number"),
      cl::init(CompareOptions().seedCount),
      cl::cat(comparing),
      cl::sub(compareCommand)};
  cl::opt<unsigned> sizeCount{"sizes",
                              cl::desc("Compare at so many sizes (default 3)"),
                              cl::value_desc("number"),
                              cl::init(CompareOptions().sizeCount),
                              cl::cat(comparing),
                              cl::sub(compareCommand)};

  // Of compare and of time.
  cl::opt<std::string> workgroupsB{
      "workgroups-b",
      cl::desc("Workgroups of the second shader (default: as\nmany as give it "
               "the invocations of the first)"),
      cl::value_desc("X,Y,Z"),
      cl::cat(inputsOfRun),
      cl::sub(compareCommand),
      cl::sub(timeCommand)};
  cl::opt<std::string> coveredB{
      "workgroup-covers-b",
      cl::desc("Invocations of the first shader whose work a\nworkgroup of the "
               "second does (default: as many\nas it has itself)"),
      cl::value_desc("X,Y,Z"),
      cl::cat(inputsOfRun),
      cl::sub(compareCommand),
      cl::sub(timeCommand)};
  cl::opt<unsigned> sampleCount{"samples",
                                cl::desc("Samples of each shader (default 25)"),
                                cl::value_desc("number"),
                                cl::init(TimingOptions().sampleCount),
                                cl::cat(timing),
                                cl::sub(timeCommand)};
  cl::opt<unsigned> warmupCount{
      "warmup",
      cl::desc("Samples before, which do not count\n(default 3)"),
      cl::value_desc("number"),
      cl::init(TimingOptions().warmupCount),
      cl::cat(timing),
      cl::sub(timeCommand)};
  cl::opt<unsigned> minSampleUs{
      "min-sample-us",
      cl::desc("Repeat a dispatch in a sample until it takes\nso long (default "
               "2000)"),
      cl::value_desc("microseconds"),
      cl::init(static_cast<unsigned>(TimingOptions().minSampleNs / 1000)),
      cl::cat(timing),
      cl::sub(timeCommand)};
  cl::opt<bool> fitsInCache{
      "allow-cached",
      cl::desc("Buffers may be smaller than the last-level\ncache"),
      cl::cat(timing), cl::sub(timeCommand)};
};

} // namespace

/// The same for every shader of a command line but its path.
static llvm::Error readShader(Flags &flags, ShaderRequest &request) {
  if (llvm::Error error = flags.frontend.read(request.frontend))
    return error;
  request.entryPoint = flags.entryPoint;
  return flags.specialization.read(request.specialization, request.localSize);
}

static llvm::Error readPlan(Flags &flags, PlanOptions &plan) {
  plan.seed = flags.seed;
  for (const std::string &text : flags.uniforms) {
    auto pair = parseNameValue("--uniform", text);
    if (!pair)
      return pair.takeError();
    ValueSpec value;
    value.name = pair->first;
    llvm::SmallVector<StringRef, 4> parts;
    StringRef(pair->second).split(parts, ',');
    for (StringRef part : parts)
      value.components.push_back(part.trim().str());
    plan.uniforms.push_back(std::move(value));
  }
  return readSize("--workgroups", flags.workgroups.getValue(),
                  plan.workgroupCount);
}

static llvm::Error readCommon(Flags &flags, Command &command) {
  command.device = flags.deviceName;
  command.limits = defaultDispatchLimits();
  command.limits.wallSeconds = flags.timeLimitS;
  command.limits.memoryBytes = uint64_t(flags.memoryLimitMb) << 20;
  return parseChoice<bool>("--output-format", flags.format.getValue(),
                           {{"text", false}, {"json", true}})
      .moveInto(command.isJson);
}

static CompareRules readRules(Flags &flags) {
  CompareRules rules;
  rules.toleranceUlp = flags.toleranceUlp;
  rules.isNanBitExact = flags.exactNan;
  return rules;
}

static llvm::Error readRun(Flags &flags, const ShaderRequest &shader,
                           const PlanOptions &plan, Command &command) {
  if (flags.files.size() != 1)
    return makeError("give one shader; see --help");
  command.kind = Command::Kind::Run;
  RunRequest &run = command.run;
  run.shader = shader;
  run.shader.path = flags.files[0];
  run.plan = plan;
  run.runFile = flags.runFile;
  run.saveRunFile = flags.saveRun;
  run.outputsFolder = flags.outputs;
  run.isDumpingShared = flags.dumpShared;
  run.isPlanOnly = flags.planOnly;
  run.rules = readRules(flags);
  run.isJson = command.isJson;
  return llvm::Error::success();
}

static llvm::Error readPartner(Flags &flags, PartnerDispatch &dispatch) {
  if (!flags.workgroupsB.empty() && !flags.coveredB.empty())
    return makeError("give --workgroups-b or --workgroup-covers-b, not both");
  if (llvm::Error error =
          readSize("--workgroups-b", flags.workgroupsB.getValue(),
                   dispatch.workgroupCount))
    return error;
  return readSize("--workgroup-covers-b", flags.coveredB.getValue(),
                  dispatch.coveredInvocations);
}

static llvm::Error readCompare(Flags &flags, const ShaderRequest &shader,
                               const PlanOptions &plan, Command &command) {
  if (flags.files.size() != 2)
    return makeError("compare: give two shaders; see --help");
  command.kind = Command::Kind::Compare;
  CompareRequest &compare = command.compare;
  compare.a = compare.b = shader;
  compare.a.path = flags.files[0];
  compare.b.path = flags.files[1];
  compare.runFile = flags.runFile;
  compare.options.seedCount = std::max(1u, flags.seedCount.getValue());
  compare.options.sizeCount = std::max(1u, flags.sizeCount.getValue());
  compare.options.rules = readRules(flags);
  compare.options.plan = plan;
  compare.isJson = command.isJson;
  return readPartner(flags, compare.options.dispatchB);
}

static llvm::Error readTime(Flags &flags, const ShaderRequest &shader,
                            const PlanOptions &plan, Command &command) {
  if (flags.files.empty() || flags.files.size() > 2)
    return makeError("time: give one or two shaders; see --help");
  command.kind = Command::Kind::Time;
  TimeRequest &time = command.time;
  for (const std::string &path : flags.files) {
    time.shaders.push_back(shader);
    time.shaders.back().path = path;
  }
  time.plan = plan;
  time.runFile = flags.runFile;
  time.timing.sampleCount = std::max(1u, flags.sampleCount.getValue());
  time.timing.warmupCount = flags.warmupCount;
  time.timing.minSampleNs = uint64_t(flags.minSampleUs) * 1000;
  time.mayFitInCache = flags.fitsInCache;
  time.isJson = command.isJson;
  return readPartner(flags, time.dispatchB);
}

static llvm::Error readCommand(Flags &flags, Command &command) {
  if (llvm::Error error = readCommon(flags, command))
    return error;
  if (flags.listDevices) {
    command.kind = Command::Kind::ListDevices;
    return llvm::Error::success();
  }
  ShaderRequest shader;
  if (llvm::Error error = readShader(flags, shader))
    return error;
  PlanOptions plan;
  if (llvm::Error error = readPlan(flags, plan))
    return error;
  if (flags.compareCommand)
    return readCompare(flags, shader, plan, command);
  if (flags.timeCommand)
    return readTime(flags, shader, plan, command);
  return readRun(flags, shader, plan, command);
}

llvm::Expected<Command> wglint::parseCommandLine(int argc,
                                                 const char *const *argv) {
  removeForeignOptions();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "wglint-run, " << frontendVersions() << '\n';
  });
  Flags flags;
  std::string errors;
  llvm::raw_string_ostream errorStream(errors);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "wglint-run: runs compute shaders, compares and times them\n",
          &errorStream))
    return makeError(withoutProgramName(errors, argv[0]));
  Command command;
  if (llvm::Error error = readCommand(flags, command))
    return error;
  return command;
}
