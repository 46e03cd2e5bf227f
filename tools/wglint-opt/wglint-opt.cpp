// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The developers' tool: prints what one step knows, in a form that tests can
/// read. Options only; each action has a file of its own.
/// Exit codes: 0, or 2 where an option or a file is wrong.

#include "Actions.h"
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
static cl::opt<std::string>
    PrintWhat("print", cl::value_desc("what"),
              cl::desc("accesses, lanes, declarations, buffers, resources, "
                       "idioms, "
                       "synchronization: facts of the lane analysis; "
                       "interface: what a host binds to run it; "
                       "module: types, entry points, blocks and "
                       "loops; sites: the places of a shader's "
                       "memory instructions; syntax: its syntax tree; "
                       "tokens: what its preprocessor puts out"),
              cl::cat(Category));

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
                   cl::desc("Value of a Specialization constant"),
                   cl::cat(Category));
static cl::opt<uint64_t>
    LaneBudget("lane-budget",
               cl::desc("Lane operations for one entry point (default:\nas in "
                        "wglint)"),
               cl::init(AnalysisOptions().laneOperationBudget));
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

/// Three numbers; what is not given is 1, nothing where none is.
static std::optional<std::array<uint32_t, 3>>
three(const cl::list<unsigned> &numbers) {
  if (numbers.empty())
    return std::nullopt;
  std::array<uint32_t, 3> out{1, 1, 1};
  for (unsigned i = 0; i < 3 && i < numbers.size(); ++i)
    out[i] = numbers[i];
  return out;
}

static AnalysisOptions analysisOptions() {
  AnalysisOptions options;
  options.configs = deviceConfigs(TargetName);
  options.dispatch = three(Dispatch);
  options.localSize = three(LocalSize);
  options.laneOperationBudget = LaneBudget;
  options.parallelWalks = ParallelWalks;
  for (llvm::StringRef text : AssumedValues) {
    auto [name, value] = text.split('=');
    int64_t number = 0;
    value.getAsInteger(0, number);
    options.assumptions.emplace_back(name.str(), number);
  }
  for (llvm::StringRef text : Specialization) {
    auto [name, value] = text.split('=');
    options.specialization.emplace_back(name.str(), value.str());
  }
  return options;
}

static RunnableOptions runnableOptions() {
  RunnableOptions options;
  options.entryPoint = EntryPointName;
  options.localSize = three(LocalSize);
  for (llvm::StringRef text : Specialization) {
    auto [name, value] = text.split('=');
    options.specialization.emplace_back(name.str(), value.str());
  }
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
  std::vector<std::pair<std::string, std::string>> parameters;
  for (llvm::StringRef text : RewriteParameters) {
    auto [name, value] = text.split('=');
    parameters.emplace_back(name.str(), value.str());
  }
  return opt::printRewrite(InputPaths.front(), RewriteName, frontendOptions(),
                           analysisOptions(), parameters, llvm::outs());
}

static llvm::Error run() {
  if (!AccessCostPath.empty()) {
    const DeviceProfile *device = findDeviceProfile(TargetName);
    if (!device)
      return makeError("there is no device named '" + TargetName + "'");
    return opt::printAccessCosts(AccessCostPath, *device, llvm::outs());
  }
  if (PrintWhat == "targets") {
    opt::printTargets(llvm::outs());
    return llvm::Error::success();
  }
  if (InputPaths.empty())
    return makeError("no file is given");
  const std::string &inputPath = InputPaths.front();
  if (PrintWhat == "sites")
    return opt::printSites(InputPaths, frontendOptions(), llvm::outs());
  if (PrintWhat == "tokens")
    return opt::printTokens(inputPath, frontendOptions(), llvm::outs());
  if (PrintWhat == "syntax")
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
  if (PrintWhat == "interface")
    return opt::printInterface(*words, runnableOptions(), llvm::outs());
  if (EmitRunnable.getNumOccurrences())
    return opt::emitRunnable(*words, runnableOptions(), llvm::outs());
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(*words);
  if (!module)
    return module.takeError();
  if (PrintWhat == "module") {
    opt::printModule(**module, llvm::outs());
    return llvm::Error::success();
  }
  AnalysisOptions options = analysisOptions();
  if (options.configs.empty())
    return makeError("there is no device named '" + TargetName + "'");
  if (!opt::printFacts(PrintWhat, **module, options, llvm::outs()))
    return makeError("--print=" + PrintWhat +
                     " is not known; use accesses, lanes, declarations, "
                     "interface, module, sites, syntax, tokens or targets, or "
                     "--emit-spirv or "
                     "--access-cost");
  return llvm::Error::success();
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
