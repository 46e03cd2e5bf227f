// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The developers' tool: prints what one step knows, in a form that tests can
/// read. Options only; each action has a file of its own.
/// Exit codes: 0, 1 where an option is not known, 2 where its value or a file
/// is wrong.

#include "Actions.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace wglint;
namespace cl = llvm::cl;

static cl::OptionCategory Category("wglint-opt options");

static cl::list<std::string> InputPaths(cl::Positional, cl::desc("<files>"),
                                        cl::cat(Category));
static cl::opt<std::string>
    AccessCostPath("access-cost", cl::value_desc("file.csv"),
                   cl::desc("Print the cost of each row of access patterns"),
                   cl::cat(Category));
static cl::opt<std::string>
    TargetName("target", cl::value_desc("device"), cl::init("nvidia-hopper"),
               cl::desc("Device profile that costs are computed for"),
               cl::cat(Category));
using opt::Printed;
static cl::opt<Printed> PrintWhat(
    "print", cl::desc("Print"),
    cl::values(
        clEnumValN(Printed::Accesses, "accesses", "costs of memory accesses"),
        clEnumValN(Printed::Buffers, "buffers", "what is used of buffers"),
        clEnumValN(Printed::Declarations, "declarations",
                   "workgroup, shared variables, private arrays"),
        clEnumValN(Printed::Idioms, "idioms", "what the code is known for"),
        clEnumValN(Printed::Interface, "interface",
                   "what a host binds to run it"),
        clEnumValN(Printed::Lanes, "lanes", "addresses of first requests"),
        clEnumValN(Printed::Module, "module",
                   "types, entry points, blocks and loops"),
        clEnumValN(Printed::Resources, "resources",
                   "what an entry point declares and needs"),
        clEnumValN(Printed::Sites, "sites", "places of memory instructions"),
        clEnumValN(Printed::Synchronization, "synchronization",
                   "races and barriers"),
        clEnumValN(Printed::Syntax, "syntax", "the syntax tree"),
        clEnumValN(Printed::Targets, "targets", "tables of devices and APIs"),
        clEnumValN(Printed::Tokens, "tokens", "what the preprocessor gives")),
    cl::init(Printed::Nothing), cl::cat(Category));

static cl::opt<bool>
    IsEmitting("emit-spirv", cl::desc("Write the SPIR-V that the analyses see"),
               cl::cat(Category));
static cl::opt<std::string> OutputPath("o", cl::value_desc("file.spv"),
                                       cl::desc("Where --emit-spirv writes"),
                                       cl::init("-"), cl::cat(Category));

static cl::list<std::string>
    EmitRunnable("emit-runnable", cl::CommaSeparated, cl::ValueOptional,
                 cl::value_desc("bounds,reversed-local,reversed-workgroups,"
                                "dump"),
                 cl::desc("Print GLSL that OpenGL runs, with instruments"),
                 cl::cat(Category));
static cl::opt<std::string> EntryPointName("entry-point",
                                           cl::value_desc("name"),
                                           cl::desc("Of --emit-runnable and "
                                                    "--print=interface"),
                                           cl::cat(Category));

static cl::opt<std::string>
    RewriteName("rewrite", cl::value_desc("name"),
                cl::desc("Print what a rewrite makes of the shader"),
                cl::cat(Category));
static cl::list<std::string> RewriteParameters("rewrite-option",
                                               cl::value_desc("NAME=VALUE"),
                                               cl::desc("Option of --rewrite"),
                                               cl::cat(Category));
static cl::list<std::string>
    EditCommands("edit", cl::value_desc("VERB RANGE TEXT"),
                 cl::desc("Print what an edit of the shader gives"),
                 cl::cat(Category));

static cl::list<std::string> IncludeDirs("I", cl::Prefix,
                                         cl::desc("Folder for #include"),
                                         cl::cat(Category));
static cl::list<std::string> Defines("D", cl::Prefix,
                                     cl::desc("Macro, NAME or NAME=VALUE"),
                                     cl::cat(Category));
static cl::opt<TargetEnv>
    ChosenEnv("target-env", cl::desc("Rules that a GLSL text follows"),
              cl::values(clEnumValN(TargetEnv::Auto, "auto", ""),
                         clEnumValN(TargetEnv::GLES31, "gles31", ""),
                         clEnumValN(TargetEnv::GL, "gl", ""),
                         clEnumValN(TargetEnv::Vulkan, "vulkan", "")),
              cl::init(TargetEnv::Auto), cl::cat(Category));

static cl::list<std::string> AssumedValues("assume",
                                           cl::value_desc("NAME=VALUE"),
                                           cl::desc("Value of a uniform"),
                                           cl::cat(Category));
static cl::list<std::string>
    Specialization("spec", cl::value_desc("NAME_OR_ID=VALUE"),
                   cl::desc("Value of a specialization constant"),
                   cl::cat(Category));
static cl::opt<uint64_t>
    LaneBudget("lane-budget",
               cl::desc("Lane operations for one entry point (default:\nas in "
                        "wglint)"),
               cl::init(AnalysisOptions().laneOperationBudget),
               cl::cat(Category));
static cl::opt<unsigned>
    ParallelWalks("parallel-walks",
                  cl::desc("Walks of an entry point that run side by side"),
                  cl::init(1), cl::cat(Category));
static cl::list<unsigned> Dispatch("dispatch", cl::value_desc("X,Y,Z"),
                                   cl::CommaSeparated,
                                   cl::desc("Workgroups of the dispatch"),
                                   cl::cat(Category));
static cl::list<unsigned> LocalSize("local-size", cl::value_desc("X,Y,Z"),
                                    cl::CommaSeparated,
                                    cl::desc("Workgroup size"),
                                    cl::cat(Category));

/// Three numbers; what is not given is 1, nothing where none is. Errors: more
/// than three.
static llvm::Expected<std::optional<std::array<uint32_t, 3>>>
three(const cl::list<unsigned> &numbers) {
  if (numbers.empty())
    return std::nullopt;
  std::array<uint32_t, 3> out{1, 1, 1};
  if (numbers.size() > out.size())
    return makeError("--" + numbers.ArgStr + " takes up to three numbers");
  llvm::copy(numbers, out.begin());
  return out;
}

/// NAME=VALUE, as \p option takes it.
static llvm::Expected<std::pair<std::string, std::string>>
nameAndValue(const cl::Option &option, llvm::StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return makeError("--" + option.ArgStr + "=" + text +
                     " is not of the form NAME=VALUE");
  return std::pair(name.str(), value.str());
}

static llvm::Error
readSpecialization(std::vector<std::pair<std::string, std::string>> &out) {
  for (llvm::StringRef text : Specialization)
    if (llvm::Error error =
            nameAndValue(Specialization, text).moveInto(out.emplace_back()))
      return error;
  return llvm::Error::success();
}

static llvm::Error readAssumptions(AnalysisOptions &options) {
  for (llvm::StringRef text : AssumedValues) {
    auto assumed = nameAndValue(AssumedValues, text);
    if (!assumed)
      return assumed.takeError();
    int64_t number = 0;
    if (llvm::StringRef(assumed->second).getAsInteger(0, number))
      return makeError("--assume=" + text + " is not an integer of 64 bits");
    options.assumptions.emplace_back(assumed->first, number);
  }
  return llvm::Error::success();
}

static llvm::Expected<AnalysisOptions> analysisOptions() {
  AnalysisOptions options;
  options.configs = deviceConfigs(TargetName);
  if (options.configs.empty())
    return makeError("there is no device named '" + TargetName + "'");
  options.laneOperationBudget = LaneBudget;
  options.parallelWalks = ParallelWalks;
  if (llvm::Error error = three(Dispatch).moveInto(options.dispatch))
    return error;
  if (llvm::Error error = three(LocalSize).moveInto(options.localSize))
    return error;
  if (llvm::Error error = readAssumptions(options))
    return error;
  if (llvm::Error error = readSpecialization(options.specialization))
    return error;
  return options;
}

static llvm::Expected<RunnableOptions> runnableOptions() {
  RunnableOptions options;
  options.entryPoint = EntryPointName;
  if (llvm::Error error = three(LocalSize).moveInto(options.localSize))
    return error;
  if (llvm::Error error = readSpecialization(options.specialization))
    return error;
  bool isLocal = llvm::is_contained(EmitRunnable, "reversed-local");
  bool isWorkgroup = llvm::is_contained(EmitRunnable, "reversed-workgroups");
  options.order = isLocal && isWorkgroup ? IdOrder::ReversedBoth
                  : isLocal              ? IdOrder::ReversedLocal
                  : isWorkgroup          ? IdOrder::ReversedWorkgroup
                                         : IdOrder::AsWritten;
  options.checkBounds = llvm::is_contained(EmitRunnable, "bounds");
  options.dumpShared = llvm::is_contained(EmitRunnable, "dump");
  return options;
}

static FrontendOptions frontendOptions() {
  FrontendOptions options;
  options.targetEnv = ChosenEnv;
  options.includeDirs.assign(IncludeDirs.begin(), IncludeDirs.end());
  for (llvm::StringRef define : Defines) {
    auto [name, value] = define.split('=');
    options.defines.emplace_back(name.str(), value.str());
  }
  return options;
}

static llvm::Error rewrite() {
  llvm::Expected<AnalysisOptions> options = analysisOptions();
  if (!options)
    return options.takeError();
  std::vector<std::pair<std::string, std::string>> parameters;
  for (llvm::StringRef text : RewriteParameters)
    if (llvm::Error error = nameAndValue(RewriteParameters, text)
                                .moveInto(parameters.emplace_back()))
      return error;
  for (const auto &[name, value] : parameters)
    if (llvm::Error error = checkRewriteOption(name, value))
      return error;
  return opt::printRewrite(InputPaths.front(), RewriteName, frontendOptions(),
                           *options, parameters, llvm::outs());
}

static llvm::Error printAccessCosts() {
  const DeviceProfile *device = findDeviceProfile(TargetName);
  if (!device)
    return makeError("there is no device named '" + TargetName + "'");
  return opt::printAccessCosts(AccessCostPath, *device, llvm::outs());
}

/// What a host needs to run the shader of \p words, as data or as GLSL.
static llvm::Error printRunnable(llvm::ArrayRef<uint32_t> words) {
  llvm::Expected<RunnableOptions> options = runnableOptions();
  if (!options)
    return options.takeError();
  return PrintWhat == Printed::Interface
             ? opt::printInterface(words, *options, llvm::outs())
             : opt::emitRunnable(words, *options, llvm::outs());
}

/// What is said of \p module rather than of the text.
static llvm::Error printModule(const spirv::Module &module) {
  if (PrintWhat == Printed::Module) {
    opt::printModule(module, llvm::outs());
    return llvm::Error::success();
  }
  if (PrintWhat == Printed::Nothing)
    return makeError("nothing is asked for: give --print, --rewrite, --edit, "
                     "--emit-spirv, --emit-runnable or --access-cost");
  llvm::Expected<AnalysisOptions> options = analysisOptions();
  if (!options)
    return options.takeError();
  opt::printFacts(PrintWhat, module, *options, llvm::outs());
  return llvm::Error::success();
}

static llvm::Error run() {
  if (!AccessCostPath.empty())
    return printAccessCosts();
  if (PrintWhat == Printed::Targets) {
    opt::printTargets(llvm::outs());
    return llvm::Error::success();
  }
  if (InputPaths.empty())
    return makeError("no file is given");
  const std::string &inputPath = InputPaths.front();
  if (PrintWhat == Printed::Sites)
    return opt::printSites(InputPaths, frontendOptions(), llvm::outs());
  if (PrintWhat == Printed::Tokens)
    return opt::printTokens(inputPath, frontendOptions(), llvm::outs());
  if (PrintWhat == Printed::Syntax)
    return opt::printSyntax(inputPath, frontendOptions(), llvm::outs());
  if (!RewriteName.empty())
    return rewrite();
  if (!EditCommands.empty())
    return opt::printEdits(inputPath, EditCommands, frontendOptions(),
                           llvm::outs());
  llvm::Expected<std::vector<uint32_t>> words =
      opt::readSpirv(inputPath, frontendOptions());
  if (!words)
    return words.takeError();
  if (IsEmitting)
    return opt::emitSpirv(*words, OutputPath);
  if (PrintWhat == Printed::Interface || EmitRunnable.getNumOccurrences())
    return printRunnable(*words);
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(*words);
  if (!module)
    return module.takeError();
  return printModule(**module);
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(argc, argv,
                              "wglint-opt: prints facts for tests\n");
  if (llvm::Error error = run()) {
    llvm::outs().flush();
    llvm::errs() << "wglint-opt: error: " << toString(std::move(error)) << '\n';
    return 2;
  }
  return 0;
}
