// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Executes a SPIR-V compute shader with concrete values and prints what its
/// accesses cost on an NVIDIA device: a line of JSON on the execution, then one
/// for each access. Tests compare it with the lane analysis.
/// Exit codes: 0, or 2 where a file, an option or the shader is not usable.

#include "Machine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

using namespace wglint;
using namespace wglint::oracle;
namespace cl = llvm::cl;

static cl::OptionCategory category("wglint-oracle options");
static cl::opt<std::string> inputPath(cl::Positional, cl::Required,
                                      cl::desc("<file.spv>"),
                                      cl::cat(category));
static cl::opt<std::string> entryName("entry",
                                      cl::desc("Entry point; else the first"),
                                      cl::cat(category));
static cl::opt<std::string> dispatchText("dispatch", cl::value_desc("X,Y,Z"),
                                         cl::init("1,1,1"),
                                         cl::desc("Workgroups"),
                                         cl::cat(category));
static cl::opt<std::string>
    localSizeText("local-size", cl::value_desc("X,Y,Z"),
                  cl::desc("Workgroup size; else the module's"),
                  cl::cat(category));
static cl::list<std::string>
    onlyWorkgroups("workgroup", cl::value_desc("X,Y,Z"),
                   cl::desc("Execute this workgroup alone (repeatable)"),
                   cl::cat(category));
static cl::opt<unsigned>
    everyNth("every", cl::init(1),
             cl::desc("Execute every n-th workgroup alone"), cl::cat(category));
static cl::opt<unsigned> subgroupSize("subgroup-size", cl::init(32),
                                      cl::desc("Lanes, 1 to 64"),
                                      cl::cat(category));
static cl::opt<unsigned> sectorBytes("sector-bytes", cl::init(32),
                                     cl::desc("Bytes of a sector"),
                                     cl::cat(category));
static cl::opt<unsigned>
    sampleLimit("sample", cl::init(0),
                cl::desc("Print mask and addresses of the first n requests"),
                cl::cat(category));
static cl::list<std::string> assumptions("assume", cl::value_desc("NAME=VALUE"),
                                         cl::desc("Value of a uniform"),
                                         cl::cat(category));
static cl::list<std::string>
    specialization("spec", cl::value_desc("NAME_OR_ID=VALUE"),
                   cl::desc("Value of a specialization constant"),
                   cl::cat(category));
static cl::list<std::string>
    bufferLengths("buffer", cl::value_desc("NAME=COUNT"),
                  cl::desc("Elements of a runtime array"), cl::cat(category));

static bool parseTriple(llvm::StringRef text, std::array<uint32_t, 3> &triple) {
  llvm::SmallVector<llvm::StringRef, 3> parts;
  text.split(parts, ',');
  triple = {1, 1, 1};
  if (parts.empty() || parts.size() > 3)
    return false;
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].getAsInteger(10, triple[i]))
      return false;
  return true;
}

template <typename Number>
static bool parsePairs(const cl::list<std::string> &list,
                       std::map<std::string, Number> &pairs) {
  for (llvm::StringRef text : list) {
    auto [name, number] = text.split('=');
    Number parsed = 0;
    if (number.getAsInteger(0, parsed))
      return false;
    pairs[name.str()] = parsed;
  }
  return true;
}

static int usage(const llvm::Twine &message) {
  llvm::errs() << "wglint-oracle: error: " << message << '\n';
  return 2;
}

static void printExecution(const Machine &machine,
                           const MachineOptions &options, uint64_t workgroups) {
  llvm::json::OStream json(llvm::outs());
  auto triple = [&](llvm::StringRef key,
                    const std::array<uint32_t, 3> &numbers) {
    json.attributeArray(key, [&] {
      for (uint32_t number : numbers)
        json.value(number);
    });
  };
  auto set = [&](llvm::StringRef key, const std::set<uint32_t> &numbers) {
    json.attributeArray(key, [&] {
      for (uint32_t number : numbers)
        json.value(number);
    });
  };
  json.object([&] {
    json.attribute("entryPoint", machine.entryPoint()->name);
    triple("workgroupSize", machine.workgroupSize());
    triple("dispatch", options.dispatch);
    json.attribute("executedWorkgroups", workgroups);
    set("undefinedBranches", machine.undefinedBranches());
    set("unsupportedOpcodes", machine.unsupported());
  });
  llvm::outs() << '\n';
}

/// The workgroups to execute, in linear order.
static bool chosenWorkgroups(const std::array<uint32_t, 3> &dispatch,
                             std::vector<std::array<uint32_t, 3>> &chosen) {
  for (const std::string &text : onlyWorkgroups) {
    std::array<uint32_t, 3> one;
    if (!parseTriple(text, one))
      return false;
    chosen.push_back(one);
  }
  if (!onlyWorkgroups.empty())
    return true;
  uint64_t count = uint64_t(dispatch[0]) * dispatch[1] * dispatch[2];
  for (uint64_t i = 0; i < count; i += std::max(1u, everyNth.getValue()))
    chosen.push_back({static_cast<uint32_t>(i % dispatch[0]),
                      static_cast<uint32_t>(i / dispatch[0] % dispatch[1]),
                      static_cast<uint32_t>(i / dispatch[0] / dispatch[1])});
  return true;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "wglint-oracle: executes a compute shader\n");
  MachineOptions options;
  options.entryPoint = entryName;
  options.subgroupSize = subgroupSize;
  std::vector<std::array<uint32_t, 3>> workgroups;
  if (!parseTriple(dispatchText, options.dispatch) ||
      (!localSizeText.empty() &&
       !parseTriple(localSizeText, options.localSize)) ||
      !parsePairs(assumptions, options.assumptions) ||
      !parsePairs(specialization, options.specialization) ||
      !parsePairs(bufferLengths, options.bufferLengths) ||
      !chosenWorkgroups(options.dispatch, workgroups) || subgroupSize < 1 ||
      subgroupSize > 64)
    return usage("an option's value is malformed");

  auto buffer = llvm::MemoryBuffer::getFile(inputPath);
  if (!buffer)
    return usage("cannot read '" + inputPath +
                 "': " + buffer.getError().message());
  std::vector<uint32_t> words((*buffer)->getBufferSize() / sizeof(uint32_t));
  std::memcpy(words.data(), (*buffer)->getBufferStart(),
              words.size() * sizeof(uint32_t));
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(words);
  if (!module)
    return usage(toString(module.takeError()));

  Recorder recorder(subgroupSize, sectorBytes, sampleLimit);
  Machine machine(**module, options, recorder);
  bool isDone = machine.setUp();
  for (size_t i = 0; isDone && i < workgroups.size(); ++i)
    isDone = machine.runWorkgroup(workgroups[i]);
  if (!isDone)
    return usage(machine.failure());
  printExecution(machine, options, workgroups.size());
  recorder.print(llvm::outs());
  return 0;
}
