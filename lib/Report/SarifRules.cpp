// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SarifRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace wglint;
namespace json = llvm::json;

llvm::StringRef wglint::sarifLevel(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
  case Severity::Note:
    break;
  }
  return "note";
}

/// GitHub's word; it shows and filters by it.
static llvm::StringRef problemSeverity(Severity severity) {
  return severity < Severity::Warning ? "recommendation" : sarifLevel(severity);
}

static json::Object text(llvm::StringRef text) {
  return json::Object{{"text", text}};
}

static json::Object ruleOf(const CheckInfo &check) {
  llvm::StringRef documentation = check.documentation.trim();
  return json::Object{
      {"id", check.name},
      {"shortDescription", text(check.summary)},
      {"fullDescription", text(check.summary)},
      {"help",
       json::Object{{"text", documentation}, {"markdown", documentation}}},
      {"defaultConfiguration",
       json::Object{{"level", sarifLevel(check.severity)},
                    {"enabled", check.enabledByDefault}}},
      {"properties",
       json::Object{{"tags", json::Array{toString(check.category)}},
                    {"problem.severity", problemSeverity(check.severity)}}}};
}

/// What wglint says about its own run, by docs/JsonOutput.md's names.
static json::Object ruleOfTool(llvm::StringRef name) {
  llvm::StringRef summary =
      llvm::StringSwitch<llvm::StringRef>(name)
          .Case("compile-error", "the shader does not compile")
          .Case("invalid-spirv", "the file is no valid SPIR-V")
          .Case("frontend-crash", "a library died on the file")
          .Case("internal-error", "wglint died on the file")
          .Default("wglint has something to say about its own run");
  return json::Object{
      {"id", name},
      {"shortDescription", text(summary)},
      {"fullDescription", text(summary)},
      {"help", text(summary)},
      {"defaultConfiguration",
       json::Object{{"level", sarifLevel(Severity::Error)}}},
      {"properties",
       json::Object{{"tags", json::Array{"wglint"}},
                    {"problem.severity", problemSeverity(Severity::Error)}}}};
}

size_t SarifRules::indexOf(llvm::StringRef check) {
  auto [entry, isNew] = Indices.try_emplace(check, Rules.size());
  if (isNew) {
    const auto *info = llvm::find_if(
        Checks, [&](const CheckInfo *each) { return each->name == check; });
    Rules.push_back(info == Checks.end() ? ruleOfTool(check) : ruleOf(**info));
  }
  return entry->second;
}
