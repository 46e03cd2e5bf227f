// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Readers of what vendors' compilers report. The names that they look for are
/// those that malioc 8, RGA 2.14 and the drivers of Mesa and NVIDIA write; a
/// member that is missing stays unset.
#include "wglint/Target/CompilerReport.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace wglint;
namespace json = llvm::json;

/// Bytes of a register.
static constexpr uint64_t kRegisterBytes = 4;

/// The member \p name of a list of `{"name": ..., "value": ...}`.
static const json::Value *property(const json::Array *list,
                                   llvm::StringRef name) {
  if (!list)
    return nullptr;
  for (const json::Value &entry : *list)
    if (const json::Object *object = entry.getAsObject())
      if (object->getString("name") == name)
        return object->get("value");
  return nullptr;
}

static std::optional<uint64_t> countOf(const json::Value *value) {
  std::optional<int64_t> number;
  if (value)
    number = value->getAsInteger();
  return number && *number >= 0 ? std::optional<uint64_t>(*number)
                                : std::nullopt;
}

//===----------------------------------------------------------------------===//
// malioc
//===----------------------------------------------------------------------===//

/// One entry of `shaders`; std::nullopt where it is no compute shader.
static std::optional<CompilerReport> readMali(const json::Object &shader) {
  const json::Object *about = shader.getObject("shader");
  if (!about ||
      !about->getString("type").value_or("").equals_insensitive("compute"))
    return std::nullopt;
  CompilerReport report;
  report.tool = "malioc";
  report.profilePrefix = "mali-";
  report.shader = shader.getString("filename").value_or("").str();
  if (const json::Object *hardware = shader.getObject("hardware"))
    report.device = hardware->getString("core").value_or("").str();
  const json::Array *variants = shader.getArray("variants");
  const json::Object *variant = variants && !variants->empty()
                                    ? variants->front().getAsObject()
                                    : nullptr;
  const json::Array *properties =
      variant ? variant->getArray("properties") : nullptr;
  if (auto count = countOf(property(properties, "work_registers_used")))
    report.registersPerInvocation = unsigned(*count);
  report.spillBytes = countOf(property(properties, "stack_spill_bytes"));
  const json::Value *hasSpills = property(properties, "has_stack_spilling");
  if (!report.spillBytes && hasSpills && hasSpills->getAsBoolean() == false)
    report.spillBytes = 0;
  if (auto percent = countOf(property(properties, "thread_occupancy")))
    report.occupancyFraction = double(*percent) / 100;
  return report;
}

//===----------------------------------------------------------------------===//
// VK_KHR_pipeline_executable_properties
//===----------------------------------------------------------------------===//

/// The first of \p names that \p statistics has.
static std::optional<uint64_t>
statistic(const json::Array *statistics,
          llvm::ArrayRef<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    if (auto count = countOf(property(statistics, name)))
      return count;
  return std::nullopt;
}

static CompilerReport readExecutable(const json::Object &executable,
                                     const json::Object &root) {
  CompilerReport report;
  report.tool = "VK_KHR_pipeline_executable_properties";
  report.device = root.getString("device").value_or("").str();
  report.profilePrefix = root.getString("profile").value_or("").str();
  report.shader = executable.getString("shader").value_or("").str();
  if (auto size = countOf(executable.get("subgroupSize")); size && *size > 0)
    report.subgroupSize = unsigned(*size);
  const json::Array *statistics = executable.getArray("statistics");
  if (auto count =
          statistic(statistics, {"VGPRs", "numUsedVgprs", "Register Count"}))
    report.registersPerInvocation = unsigned(*count);
  if (auto count = statistic(statistics, {"Spilled VGPRs"}))
    report.spillBytes = *count * kRegisterBytes;
  else if (auto bytes = statistic(statistics, {"Local Memory Size"}))
    report.spillBytes = *bytes;
  return report;
}

//===----------------------------------------------------------------------===//
// Radeon GPU Analyzer
//===----------------------------------------------------------------------===//

/// Rows of a CSV file whose fields have no commas, by the names in its head.
static std::vector<CompilerReport> readRadeon(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::SmallVector<llvm::StringRef, 32> names;
  lines.front().split(names, ',');
  std::vector<CompilerReport> reports;
  for (llvm::StringRef line : llvm::drop_begin(lines)) {
    llvm::SmallVector<llvm::StringRef, 32> fields;
    line.split(fields, ',');
    auto field = [&](llvm::StringRef name) -> llvm::StringRef {
      for (size_t i = 0; i < names.size() && i < fields.size(); ++i)
        if (names[i].trim().equals_insensitive(name))
          return fields[i].trim();
      return "";
    };
    auto count = [&](llvm::StringRef name) -> std::optional<uint64_t> {
      uint64_t number = 0;
      if (field(name).getAsInteger(10, number))
        return std::nullopt;
      return number;
    };
    CompilerReport report;
    report.tool = "RGA";
    report.profilePrefix = "amd-";
    report.device = field("DEVICE").str();
    if (auto size = count("WAVEFRONT_SIZE"); size && *size > 0)
      report.subgroupSize = unsigned(*size);
    if (auto used = count("USED_VGPRs"))
      report.registersPerInvocation = unsigned(*used);
    if (auto spills = count("VGPR_SPILLS"))
      report.spillBytes = *spills * kRegisterBytes;
    if (report.registersPerInvocation || report.spillBytes)
      reports.push_back(std::move(report));
  }
  return reports;
}

//===----------------------------------------------------------------------===//
// Any of them
//===----------------------------------------------------------------------===//

static std::vector<CompilerReport> readJson(const json::Object &root) {
  std::vector<CompilerReport> reports;
  if (const json::Array *shaders = root.getArray("shaders"))
    for (const json::Value &shader : *shaders)
      if (const json::Object *object = shader.getAsObject())
        if (auto report = readMali(*object))
          reports.push_back(std::move(*report));
  if (const json::Array *executables = root.getArray("executables"))
    for (const json::Value &executable : *executables)
      if (const json::Object *object = executable.getAsObject())
        reports.push_back(readExecutable(*object, root));
  return reports;
}

llvm::Expected<CompilerReport>
wglint::readCompilerReport(llvm::StringRef text, llvm::StringRef shaderFile) {
  std::vector<CompilerReport> reports;
  if (text.ltrim().starts_with("{")) {
    llvm::Expected<json::Value> root = json::parse(text);
    if (!root)
      return root.takeError();
    if (const json::Object *object = root->getAsObject())
      reports = readJson(*object);
  } else if (text.split('\n').first.contains_insensitive("USED_VGPRs")) {
    reports = readRadeon(text);
  } else {
    return makeError(
        "neither JSON of malioc or of pipeline statistics nor CSV of RGA");
  }
  if (reports.empty())
    return makeError("no compute shader in it");
  auto found = llvm::find_if(reports, [&](const CompilerReport &report) {
    return report.shader.empty() || llvm::sys::path::filename(report.shader) ==
                                        llvm::sys::path::filename(shaderFile);
  });
  if (found == reports.end())
    return makeError("nothing in it is about '" +
                     llvm::sys::path::filename(shaderFile) + "'");
  return std::move(*found);
}
