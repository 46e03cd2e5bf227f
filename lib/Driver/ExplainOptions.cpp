// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "wglint/Checks/Registry.h"
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/Driver/Configure.h"
#include "wglint/Driver/Run.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace wglint;
using llvm::StringRef;

namespace {

/// A value as text.
struct Row {
  StringRef key;
  std::string value, origin;
};

} // namespace

static std::string toText(const std::string &value) { return value; }
static std::string toText(unsigned value) { return std::to_string(value); }
static std::string toText(TargetEnv value) { return toString(value).str(); }
static std::string toText(const NameValue &value) {
  return value.first + "=" + value.second;
}
static std::string toText(const NameNumber &value) {
  return value.first + "=" + std::to_string(value.second);
}
static std::string toText(const Size3 &value) {
  std::vector<std::string> parts;
  for (uint32_t part : value)
    parts.push_back(std::to_string(part));
  return llvm::join(parts, ",");
}

template <typename T>
static void add(StringRef key, const std::vector<Sourced<T>> &values,
                std::vector<Row> &rows) {
  for (const Sourced<T> &one : values)
    rows.push_back({key, toText(one.value), one.origin.text()});
}

template <typename T>
static void add(StringRef key, const std::optional<Sourced<T>> &value,
                std::vector<Row> &rows, StringRef byDefault = "") {
  if (value)
    rows.push_back({key, toText(value->value), value->origin.text()});
  else if (!byDefault.empty())
    rows.push_back({key, byDefault.str(), "default"});
}

static bool startsFromDefaults(const Settings &settings) {
  return settings.checks.empty() ||
         StringRef(settings.checks.front().value).starts_with("-");
}

/// The checks that are on by default, as globs.
static void addDefaultChecks(std::vector<Row> &rows) {
  rows.push_back({"Checks", "*", "default"});
  for (const CheckInfo *check : allChecks())
    if (!check->enabledByDefault)
      rows.push_back({"Checks", ("-" + check->name).str(), "default"});
}

/// In the order of docs/Configuration.md.
static std::vector<Row> rowsOf(const Settings &settings, bool withDefaults) {
  std::vector<Row> rows;
  StringRef automatic = withDefaults ? "auto" : "";
  if (withDefaults && startsFromDefaults(settings))
    addDefaultChecks(rows);
  add("Checks", settings.checks, rows);
  add("WarningsAsErrors", settings.warningsAsErrors, rows);
  add("CheckOptions", settings.checkOptions, rows);
  add("Target", settings.target, rows, withDefaults ? "generic" : "");
  add("TargetEnv", settings.targetEnv, rows, automatic);
  add("Stage", settings.stage, rows, automatic);
  add("IncludeDirs", settings.includeDirs, rows);
  add("Defines", settings.defines, rows);
  add("Undefines", settings.undefines, rows);
  add("Preamble", settings.preambleFiles, rows);
  add("GlslVersion", settings.glslVersion, rows);
  add("LocalSize", settings.localSize, rows);
  add("Specialization", settings.specialization, rows);
  add("Assume", settings.assumptions, rows);
  add("Dispatch", settings.dispatch, rows);
  return rows;
}

static void print(const std::vector<Row> &rows, StringRef indentation,
                  llvm::raw_ostream &os) {
  constexpr unsigned kKeyColumns = 17, kValueColumns = 32;
  for (const Row &row : rows)
    os << indentation << llvm::left_justify(row.key, kKeyColumns)
       << llvm::left_justify(row.value, kValueColumns) << ' ' << row.origin
       << '\n';
}

void wglint::explainOptions(StringRef path, const EffectiveOptions &options,
                            llvm::raw_ostream &os) {
  os << path << ":\n";
  if (options.skippedBy)
    os << "  skipped by " << options.skippedBy->text() << '\n';
  print(rowsOf(options.settings, /*withDefaults=*/true), "  ", os);
  for (const Variant &variant : options.variants) {
    os << "  variant " << variant.name << " (" << variant.origin.text()
       << "):\n";
    print(rowsOf(variant.settings, /*withDefaults=*/false), "    ", os);
  }
}

ExitCode wglint::explainConfigs(const RunOptions &options,
                                llvm::raw_ostream &out,
                                llvm::raw_ostream &err) {
  ConfigLoader loader(options.config.value_or(ConfigSource()));
  ExitCode code = ExitCode::Clean;
  for (const InputFile &input : findInputs(options.files, loader, err)) {
    std::string name = input.file == "-" ? options.stdinFilename : input.file;
    EffectiveOptions effective =
        effectiveOptions(name, options.job, options.commandLine, loader);
    for (const Diagnostic &error : effective.errors) {
      err << placeText(error.range) << ": error: " << error.message << '\n';
      code = ExitCode::Usage;
    }
    explainOptions(name, effective, out);
  }
  return code;
}
