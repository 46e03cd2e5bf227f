// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The developers' tool: prints what one step knows, in a form that tests can
/// read. Options only; each action has a file of its own.
/// Exit codes: 0, or 2 where an option or a file is wrong.

#include "Actions.h"
#include "llvm/Support/CommandLine.h"

using namespace wglint;
namespace cl = llvm::cl;

static cl::OptionCategory category("wglint-opt options");

static cl::list<std::string> inputPaths(cl::Positional, cl::desc("<files>"),
                                        cl::cat(category));
static cl::opt<std::string>
    accessCostPath("access-cost", cl::value_desc("file.csv"),
                   cl::desc("Print the cost of each row of access patterns"),
                   cl::cat(category));
static cl::opt<std::string>
    targetName("target", cl::value_desc("device"), cl::init("nvidia-hopper"),
               cl::desc("Device profile that costs are computed for"),
               cl::cat(category));
static cl::opt<std::string>
    printWhat("print", cl::value_desc("what"),
              cl::desc("accesses, lanes, declarations: facts of the lane "
                       "analysis; module: types, entry points, blocks and "
                       "loops; sites: the places of a shader's "
                       "memory instructions; tokens: what its preprocessor "
                       "puts out"),
              cl::cat(category));

static cl::opt<bool>
    isEmitting("emit-spirv", cl::desc("Write the SPIR-V that the analyses see"),
               cl::cat(category));
static cl::opt<std::string> outputPath("o", cl::value_desc("file.spv"),
                                       cl::desc("Where --emit-spirv writes"),
                                       cl::init("-"), cl::cat(category));

static cl::list<std::string> includeDirs("I", cl::Prefix,
                                         cl::desc("Folder for #include"),
                                         cl::cat(category));
static cl::list<std::string> defines("D", cl::Prefix,
                                     cl::desc("Macro, NAME or NAME=VALUE"),
                                     cl::cat(category));
static cl::opt<TargetEnv>
    targetEnv("target-env", cl::desc("Rules that a GLSL text follows"),
              cl::values(clEnumValN(TargetEnv::Auto, "auto", ""),
                         clEnumValN(TargetEnv::GLES31, "gles31", ""),
                         clEnumValN(TargetEnv::GL, "gl", ""),
                         clEnumValN(TargetEnv::Vulkan, "vulkan", "")),
              cl::init(TargetEnv::Auto), cl::cat(category));

static cl::list<std::string> assumptions("assume", cl::value_desc("NAME=VALUE"),
                                         cl::desc("Value of a uniform"),
                                         cl::cat(category));
static cl::list<std::string>
    specialization("spec", cl::value_desc("NAME_OR_ID=VALUE"),
                   cl::desc("Value of a specialization constant"),
                   cl::cat(category));
static cl::list<unsigned> dispatch("dispatch", cl::value_desc("X,Y,Z"),
                                   cl::CommaSeparated,
                                   cl::desc("Workgroups of the dispatch"),
                                   cl::cat(category));
static cl::list<unsigned> localSize("local-size", cl::value_desc("X,Y,Z"),
                                    cl::CommaSeparated,
                                    cl::desc("Workgroup size"),
                                    cl::cat(category));

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
  options.configs = deviceConfigs(targetName);
  options.dispatch = three(dispatch);
  options.localSize = three(localSize);
  for (llvm::StringRef text : assumptions) {
    auto [name, value] = text.split('=');
    int64_t number = 0;
    value.getAsInteger(0, number);
    options.assumptions.emplace_back(name.str(), number);
  }
  for (llvm::StringRef text : specialization) {
    auto [name, value] = text.split('=');
    options.specialization.emplace_back(name.str(), value.str());
  }
  return options;
}

static FrontendOptions frontendOptions() {
  FrontendOptions options;
  options.targetEnv = targetEnv;
  options.includeDirs.assign(includeDirs.begin(), includeDirs.end());
  for (llvm::StringRef define : defines) {
    auto [name, value] = define.split('=');
    options.defines.emplace_back(name.str(), value.str());
  }
  return options;
}

static llvm::Error usageError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error run() {
  if (!accessCostPath.empty()) {
    const DeviceProfile *device = findDeviceProfile(targetName);
    if (!device)
      return usageError("there is no device named '" + targetName + "'");
    return opt::printAccessCosts(accessCostPath, *device, llvm::outs());
  }
  if (printWhat == "targets") {
    opt::printTargets(llvm::outs());
    return llvm::Error::success();
  }
  if (inputPaths.empty())
    return usageError("no file is given");
  const std::string &inputPath = inputPaths.front();
  if (printWhat == "sites")
    return opt::printSites(inputPaths, frontendOptions(), llvm::outs());
  if (printWhat == "tokens")
    return opt::printTokens(inputPath, frontendOptions(), llvm::outs());
  llvm::Expected<std::vector<uint32_t>> words =
      opt::readSpirv(inputPath, frontendOptions());
  if (!words)
    return words.takeError();
  if (isEmitting)
    return opt::emitSpirv(*words, outputPath);
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(*words);
  if (!module)
    return module.takeError();
  if (printWhat == "module") {
    opt::printModule(**module, llvm::outs());
    return llvm::Error::success();
  }
  AnalysisOptions options = analysisOptions();
  if (options.configs.empty())
    return usageError("there is no device named '" + targetName + "'");
  if (!opt::printFacts(printWhat, **module, options, llvm::outs()))
    return usageError("--print=" + printWhat +
                      " is not known; use accesses, lanes, declarations, "
                      "module, sites, tokens or targets, or --emit-spirv or "
                      "--access-cost");
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "wglint-opt: prints facts for tests\n");
  if (llvm::Error error = run()) {
    llvm::outs().flush();
    llvm::errs() << "wglint-opt: error: " << toString(std::move(error)) << '\n';
    return 2;
  }
  return 0;
}
