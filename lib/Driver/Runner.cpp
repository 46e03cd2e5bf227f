// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Runner.h"
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace wglint;
namespace json = llvm::json;
namespace path = llvm::sys::path;
using llvm::StringRef;

/// wglint-run: \p given, the one beside this program, or the one in PATH.
static llvm::Expected<std::string> findRunner(StringRef given) {
  if (!given.empty())
    return given.str();
  // The address of any function of this program says where the program is.
  std::string self = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&findRunner));
  llvm::ErrorOr<std::string> found =
      llvm::sys::findProgramByName("wglint-run", {path::parent_path(self)});
  if (!found)
    found = llvm::sys::findProgramByName("wglint-run");
  if (!found)
    return makeError("wglint-run is not installed");
  return *found;
}

static void addSize(std::vector<std::string> &arguments, StringRef option,
                    const std::array<uint32_t, 3> &size) {
  arguments.push_back(
      llvm::formatv("{0}={1},{2},{3}", option, size[0], size[1], size[2]));
}

/// How wglint-run has to read the shader, in the words of its command line.
static std::vector<std::string> readingArguments(StringRef file,
                                                 const JobOptions &job) {
  std::vector<std::string> arguments;
  const FrontendOptions &frontend = job.frontend;
  // The copies lie elsewhere; what they include does not.
  llvm::SmallString<128> folder = path::parent_path(file);
  if (!llvm::sys::fs::make_absolute(folder))
    arguments.push_back(("-I" + folder).str());
  for (const std::string &dir : frontend.includeDirs)
    arguments.push_back("-I" + dir);
  for (const auto &[name, value] : frontend.defines)
    arguments.push_back("-D" + name + "=" + value);
  for (const std::string &name : frontend.undefines)
    arguments.push_back("-U" + name);
  for (const std::string &preamble : frontend.preambleFiles)
    arguments.push_back("--preamble=" + preamble);
  if (frontend.glslVersion != 0)
    arguments.push_back("--glsl-version=" +
                        std::to_string(frontend.glslVersion));
  arguments.push_back(("--target-env=" + toString(frontend.targetEnv)).str());
  for (const auto &[name, value] : job.analysis.specialization)
    arguments.push_back("--spec=" + name + "=" + value);
  for (const auto &[name, value] : job.analysis.assumptions)
    arguments.push_back("--uniform=" + name + "=" + std::to_string(value));
  if (job.analysis.localSize)
    addSize(arguments, "--local-size", *job.analysis.localSize);
  return arguments;
}

static llvm::Error writeText(StringRef file, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(file, code, llvm::sys::fs::OF_None);
  if (!code) {
    os << text;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return makeError("cannot write '" + file + "': " + code.message());
  return llvm::Error::success();
}

llvm::Expected<RunPair> RunPair::create(StringRef file, StringRef before,
                                        StringRef after, const JobOptions &job,
                                        const FixOptions &options) {
  llvm::Expected<std::string> program = findRunner(options.runner);
  if (!program)
    return program.takeError();
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("wglint-fix", folder))
    return makeError("no folder for the comparison: " + code.message());
  RunPair pair;
  pair.Folder = folder.str().str();
  pair.Program = *program;
  pair.LimitS = options.runLimitS;
  // The ending says how a text is to be read.
  StringRef ending = file == "-" ? ".comp" : path::extension(file);
  pair.Before = (folder + "/before" + ending).str();
  pair.After = (folder + "/after" + ending).str();
  pair.Arguments = readingArguments(file, job);
  pair.Arguments.push_back("--device=" + options.device);
  pair.Arguments.push_back("--output-format=json");
  std::string runFile = (file + ".run.yaml").str();
  if (llvm::sys::fs::exists(runFile))
    pair.Arguments.push_back("--run=" + runFile);
  if (llvm::Error error = llvm::joinErrors(writeText(pair.Before, before),
                                           writeText(pair.After, after)))
    return error;
  return pair;
}

RunPair::RunPair(RunPair &&other) noexcept
    : Folder(std::move(other.Folder)), Before(std::move(other.Before)),
      After(std::move(other.After)), Program(std::move(other.Program)),
      Arguments(std::move(other.Arguments)), LimitS(other.LimitS) {
  other.Folder.clear();
}

RunPair::~RunPair() {
  if (!Folder.empty())
    llvm::sys::fs::remove_directories(Folder);
}

static std::string readText(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}

llvm::Expected<json::Value> RunPair::run(StringRef command) const {
  std::vector<StringRef> arguments = {Program, command, Before, After};
  arguments.insert(arguments.end(), Arguments.begin(), Arguments.end());
  // Of their own for each command: redirection does not empty a file.
  std::string out = (Folder + "/" + command + ".out").str(),
              err = (Folder + "/" + command + ".err").str(), problem;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out),
                                          StringRef(err)};
  llvm::sys::ExecuteAndWait(Program, arguments, std::nullopt, redirects, LimitS,
                            /*MemoryLimit=*/0, &problem);
  if (!problem.empty())
    return makeError("wglint-run: " + problem);
  llvm::Expected<json::Value> answer = json::parse(readText(out));
  if (answer && answer->getAsObject()) {
    const json::Object *error = answer->getAsObject()->getObject("error");
    if (!error)
      return answer;
    return makeError(error->getString("message").value_or("wglint-run failed"));
  }
  llvm::consumeError(answer.takeError());
  // Its first line says what is wrong; the rest is advice.
  std::string printed = readText(err);
  StringRef said = StringRef(printed).split('\n').first;
  said.consume_front("wglint-run: error: ");
  return makeError(said.empty() ? "wglint-run gave no answer" : said);
}

static StringRef stringAt(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("");
}

/// "2 sizes", "1 size".
static std::string numberOf(const json::Object &answer, StringRef key,
                            StringRef one) {
  int64_t number = answer.getInteger(key).value_or(0);
  return (llvm::Twine(number) + " " + one + (number == 1 ? "" : "s")).str();
}

/// "3 sizes x 2 seeds, 4 outputs identical (llvmpipe, Mesa 22.3.6)".
static std::string equalText(const json::Object &answer) {
  std::string text = llvm::formatv(
      "{0} x {1}, {2} identical ({3}", numberOf(answer, "sizes", "size"),
      numberOf(answer, "seeds", "seed"), numberOf(answer, "outputs", "output"),
      stringAt(answer, "device"));
  StringRef driver = stringAt(answer, "driver");
  return text + (driver.empty() ? ")" : (", " + driver + ")").str());
}

void RunPair::setWorkgroupCovers(
    std::optional<std::array<uint32_t, 3>> covered) {
  if (covered)
    addSize(Arguments, "--workgroup-covers-b", *covered);
}

RunAnswer RunPair::compare() const {
  RunAnswer result;
  llvm::Expected<json::Value> answer = run("compare");
  if (!answer) {
    result.text = llvm::toString(answer.takeError());
    return result;
  }
  const json::Object &object = *answer->getAsObject();
  StringRef verdict = stringAt(object, "verdict");
  result.text = stringAt(object, "message").str();
  if (verdict == "equal") {
    result.verdict = RunAnswer::Verdict::Equal;
    result.text = equalText(object);
  } else if (verdict == "different") {
    result.verdict = RunAnswer::Verdict::Different;
  } else if (stringAt(object, "failedShader") == "B") {
    result.verdict = RunAnswer::Verdict::Failed;
  } else if (verdict == "not-comparable") {
    result.verdict = RunAnswer::Verdict::NotComparable;
  }
  return result;
}

llvm::Expected<RunPair::Timing> RunPair::time() const {
  llvm::Expected<json::Value> answer = run("time");
  if (!answer)
    return answer.takeError();
  const json::Object &object = *answer->getAsObject();
  const json::Object *ratio = object.getObject("ratio");
  if (!ratio)
    return makeError("wglint-run time gave no ratio");
  Timing timing;
  timing.speedup = ratio->getNumber("ratio").value_or(1);
  // Too few samples give no interval: nothing is shown then.
  if (const json::Object *interval = ratio->getObject("interval")) {
    timing.low = interval->getNumber("low").value_or(0);
    timing.high = interval->getNumber("high").value_or(0);
  }
  timing.device = stringAt(object, "device").str();
  return timing;
}
