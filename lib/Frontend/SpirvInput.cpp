// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvInput.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/Support/Endian.h"
#include <spirv-tools/libspirv.hpp>

using llvm::StringRef;

namespace wglint {

namespace {
/// Lines are those that the module's producer wrote.
class SpirvSourceMap final : public SourceMap {
public:
  SpirvSourceMap(StringRef path, std::optional<std::string> assembly)
      : Path(path.str()), Assembly(std::move(assembly)) {}

  SourceLocation resolve(const DebugKey &key) const override {
    SourceLocation location;
    location.range.file = key.line == 0 || key.file.empty() ? Path : key.file;
    if (key.line != 0 && !key.file.empty()) {
      unsigned column = std::max(key.column, 1u);
      location.range.begin = location.range.end = {key.line, column};
      location.isExact = key.column != 0;
    }
    return location;
  }
  std::optional<StringRef> text(StringRef file) const override {
    if (file != Path || !Assembly)
      return std::nullopt;
    return StringRef(*Assembly);
  }
  std::vector<std::string> files() const override { return {Path}; }

private:
  std::string Path;
  std::optional<std::string> Assembly; ///< a binary has no text to show
};
} // namespace

static Diagnostic invalidSpirv(StringRef path, const llvm::Twine &message) {
  Diagnostic diagnostic;
  diagnostic.check = "invalid-spirv";
  diagnostic.severity = Severity::Error;
  diagnostic.range.file = path.str();
  diagnostic.message = message.str();
  return diagnostic;
}

/// Words in this machine's byte order; an empty result and \p problem
/// otherwise.
static std::vector<uint32_t> wordsOf(StringRef text, std::string &problem) {
  if (text.empty())
    problem = "the file is empty";
  else if (!text.starts_with("\x03\x02\x23\x07") &&
           !text.starts_with("\x07\x23\x02\x03"))
    problem = "no SPIR-V: the file does not start with the magic number";
  else if (text.size() % 4 != 0)
    problem = "truncated: " + std::to_string(text.size()) +
              " bytes are no whole number of words";
  if (!problem.empty())
    return {};
  bool isLittle = text[0] == '\x03';
  std::vector<uint32_t> words(text.size() / 4);
  for (size_t i = 0; i < words.size(); ++i) {
    const char *at = text.data() + 4 * i;
    words[i] = isLittle ? llvm::support::endian::read32le(at)
                        : llvm::support::endian::read32be(at);
  }
  return words;
}

/// Whether the validator only complains that it does not know something: SPIR-V
/// grows, and a number that is new to it says nothing about the module.
static bool isAboutUnknownEnumerant(StringRef message) {
  return message.contains("Invalid opcode") ||
         message.contains("Unknown opcode") ||
         (message.contains("Invalid ") && message.contains(" operand: ")) ||
         message.contains("unknown extension") ||
         message.contains("Invalid extended instruction");
}

static std::optional<std::string> validate(const std::vector<uint32_t> &words) {
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  spvtools::ValidatorOptions options;
  options.SetSkipBlockLayout(true);
  spv_const_binary_t binary = {words.data(), words.size()};
  spv_diagnostic diagnostic = nullptr;
  spv_result_t result =
      spvValidateWithOptions(context.CContext(), options, &binary, &diagnostic);
  std::optional<std::string> problem;
  if (result != SPV_SUCCESS) {
    StringRef message =
        diagnostic && diagnostic->error ? diagnostic->error : "no reason given";
    message = message.take_until([](char c) { return c == '\n'; });
    if (!isAboutUnknownEnumerant(message))
      problem = ("not valid: " + message).str();
  }
  spvDiagnosticDestroy(diagnostic);
  return problem;
}

static bool hasComputeEntryPoint(const spirv::Module &module) {
  constexpr uint32_t kGLCompute = 5; // SPIR-V 1.6, 3.3 "Execution Model"
  return llvm::any_of(module.entryPoints(),
                      [&](const spirv::EntryPoint &entry) {
                        return entry.executionModel == kGLCompute;
                      });
}

/// The version that the disassembler's header comment states (";
/// Version: 1.3"); the newest where there is none.
static spv_target_env assemblyVersion(StringRef text) {
  StringRef rest = text.take_front(512).split("; Version: 1.").second;
  if (rest.empty())
    return SPV_ENV_UNIVERSAL_1_6;
  switch (rest.front()) {
  case '0':
    return SPV_ENV_UNIVERSAL_1_0;
  case '1':
    return SPV_ENV_UNIVERSAL_1_1;
  case '2':
    return SPV_ENV_UNIVERSAL_1_2;
  case '3':
    return SPV_ENV_UNIVERSAL_1_3;
  case '4':
    return SPV_ENV_UNIVERSAL_1_4;
  case '5':
    return SPV_ENV_UNIVERSAL_1_5;
  default:
    return SPV_ENV_UNIVERSAL_1_6;
  }
}

/// Assembles \p text into \p result.spirv, or says at which line it cannot be
/// read.
static bool assemble(StringRef path, StringRef text, FrontendResult &result) {
  spvtools::Context context(assemblyVersion(text));
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  spv_result_t status = spvTextToBinary(context.CContext(), text.data(),
                                        text.size(), &binary, &diagnostic);
  if (status == SPV_SUCCESS) {
    result.spirv.assign(binary->code, binary->code + binary->wordCount);
  } else {
    Diagnostic d = invalidSpirv(path, diagnostic && diagnostic->error
                                          ? diagnostic->error
                                          : "cannot be assembled");
    if (diagnostic) {
      // SPIRV-Tools counts both from 0.
      Position at = {static_cast<unsigned>(diagnostic->position.line) + 1,
                     static_cast<unsigned>(diagnostic->position.column) + 1};
      d.range.begin = d.range.end = at;
    }
    result.diagnostics.push_back(std::move(d));
  }
  spvBinaryDestroy(binary);
  spvDiagnosticDestroy(diagnostic);
  return status == SPV_SUCCESS;
}

FrontendResult readSpirv(StringRef path, StringRef text, FileFormat format,
                         StageAnnouncer announce) {
  FrontendResult result;
  bool isAssembly = format == FileFormat::SpirvAssembly;
  result.sourceMap = std::make_shared<SpirvSourceMap>(
      path, isAssembly ? std::make_optional(text.str()) : std::nullopt);
  result.targetEnv = TargetEnv::Vulkan;
  std::string problem;
  announce(stage::kSpirvTools);
  if (isAssembly && text.trim().empty())
    problem = "the file is empty";
  else if (isAssembly && !assemble(path, text, result))
    return result;
  else if (!isAssembly)
    result.spirv = wordsOf(text, problem);

  announce(stage::kFrontend);
  std::unique_ptr<spirv::Module> module;
  if (problem.empty()) {
    auto parsed = spirv::Module::parse(result.spirv);
    if (parsed)
      module = std::move(*parsed);
    else
      problem = llvm::toString(parsed.takeError());
  }
  if (module && !hasComputeEntryPoint(*module)) {
    result.status = FrontendStatus::Skipped;
    result.skipReason = "the module has no compute entry point (GLCompute)";
    return result;
  }
  announce(stage::kSpirvTools);
  if (module)
    problem = validate(result.spirv).value_or("");
  if (problem.empty())
    result.status = FrontendStatus::Compiled;
  else
    result.diagnostics.push_back(invalidSpirv(path, problem));
  return result;
}

std::string spirvToolsVersion() { return spvSoftwareVersionString(); }

} // namespace wglint
