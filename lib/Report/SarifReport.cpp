// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Places.h"
#include "SarifRules.h"
#include "wglint/Report/DiagnosticJson.h"
#include "wglint/Report/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
namespace json = llvm::json;

// The names and limits are those of SARIF 2.1.0 (OASIS, 2020) and of what code
// scanning on GitHub asks for beside it.
static constexpr llvm::StringLiteral kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
    "sarif-schema-2.1.0.json";
static constexpr llvm::StringLiteral kRootName = "%SRCROOT%";

static json::Object artifactLocation(llvm::StringRef file,
                                     const Report &report) {
  std::string path = pathFromRoot(file, report);
  json::Object location{{"uri", toUri(path)}};
  if (!llvm::StringRef(path).starts_with("/"))
    location["uriBaseId"] = kRootName;
  return location;
}

/// Without columns where they are not known: the whole lines.
static json::Object toJson(const Utf16Region &region) {
  json::Object object{{"startLine", region.beginLine},
                      {"endLine", region.endLine}};
  if (region.beginColumn)
    object["startColumn"] = region.beginColumn;
  if (region.endColumn)
    object["endColumn"] = region.endColumn;
  return object;
}

static json::Object physicalLocation(const SourceRange &range,
                                     const Report &report) {
  return json::Object{
      {"artifactLocation", artifactLocation(range.file, report)},
      {"region", toJson(toUtf16(range, report))}};
}

static bool isElsewhere(const DiagnosticNote &note, const Diagnostic &finding) {
  return !note.range.isWholeFile() && !(note.range == finding.range);
}

/// \p text as SARIF reads it, with a backslash before what is \p special.
static std::string escapeText(llvm::StringRef text, llvm::StringRef special) {
  std::string escaped;
  for (char c : text) {
    // A brace, which begins a placeholder, is doubled (SARIF 3.11.5), a bracket
    // of a link's text has a backslash (3.11.6).
    if (c == '{' || c == '}')
      escaped += c;
    else if (special.contains(c))
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

static json::Object message(llvm::StringRef text) {
  return json::Object{{"text", toJsonString(escapeText(text, ""))}};
}

/// The message and its notes. Viewers show a place beside the finding's only
/// where the message links to it.
static json::Object messageOf(const Diagnostic &finding) {
  std::string text = escapeText(finding.message, "");
  unsigned id = 0;
  for (const DiagnosticNote &note : finding.notes) {
    text += "\nnote: ";
    if (isElsewhere(note, finding))
      text += "[" + escapeText(note.message, "[]\\") + "](" +
              std::to_string(++id) + ")";
    else
      text += escapeText(note.message, "");
  }
  return json::Object{{"text", toJsonString(text)}};
}

static json::Array relatedLocations(const Diagnostic &finding,
                                    const Report &report) {
  json::Array locations;
  unsigned id = 0;
  for (const DiagnosticNote &note : finding.notes)
    if (isElsewhere(note, finding))
      locations.push_back(json::Object{
          {"id", ++id},
          {"message", message(note.message)},
          {"physicalLocation", physicalLocation(note.range, report)}});
  return locations;
}

/// What a viewer may do with the edits: as long as nothing has proved them,
/// they are not safe, whatever the rewrite is.
static json::Object fixProperties(const Fix &fix) {
  Applicability applicability = fix.applicability;
  if (fix.validation.empty())
    applicability = std::max(applicability, Applicability::NeedsValidation);
  json::Object properties{{"rewrite", fix.rewrite},
                          {"applicability", toString(applicability)},
                          {"validation", fix.validation.empty()
                                             ? "not proved"
                                             : toJsonString(fix.validation)}};
  if (!fix.dispatchChange.empty())
    properties["dispatchChange"] = toJsonString(fix.dispatchChange);
  return properties;
}

/// std::nullopt where the place of an edit cannot be told in SARIF's columns.
static std::optional<json::Object> fixToSarif(const Fix &fix,
                                              const Report &report) {
  std::map<std::string, json::Array> replacements;
  for (const TextEdit &edit : fix.edits) {
    Utf16Region region = toUtf16(edit.range, report);
    if (!region.beginColumn || !region.endColumn)
      return std::nullopt;
    replacements[edit.range.file].push_back(json::Object{
        {"deletedRegion", toJson(region)},
        {"insertedContent", json::Object{{"text", toJsonString(edit.text)}}}});
  }
  json::Array changes;
  for (auto &[file, list] : replacements)
    changes.push_back(
        json::Object{{"artifactLocation", artifactLocation(file, report)},
                     {"replacements", std::move(list)}});
  if (changes.empty())
    return std::nullopt;
  return json::Object{{"description", message(fix.message)},
                      {"artifactChanges", std::move(changes)},
                      {"properties", fixProperties(fix)}};
}

static json::Object properties(const Diagnostic &finding) {
  json::Array assumptions;
  for (const std::string &assumption : finding.assumptions)
    assumptions.push_back(toJsonString(assumption));
  json::Object measurements;
  for (const Measurement &measurement : finding.measurements)
    measurements[measurement.name] =
        json::Object{{"value", measurement.value}, {"unit", measurement.unit}};
  return json::Object{{"evidence", toString(finding.evidence)},
                      {"assumptions", std::move(assumptions)},
                      {"device", finding.device},
                      {"measurements", std::move(measurements)}};
}

static json::Object result(const Diagnostic &finding, std::string fingerprint,
                           SarifRules &rules, const Report &report) {
  json::Object object{
      {"ruleId", finding.check},
      {"ruleIndex", rules.indexOf(finding.check)},
      {"level", sarifLevel(finding.severity)},
      {"message", messageOf(finding)},
      {"locations",
       json::Array{json::Object{
           {"physicalLocation", physicalLocation(finding.range, report)}}}},
      {"partialFingerprints",
       json::Object{{"wglintFinding/v1", std::move(fingerprint)}}},
      {"properties", properties(finding)}};
  if (json::Array related = relatedLocations(finding, report); !related.empty())
    object["relatedLocations"] = std::move(related);
  json::Array fixes;
  for (const Fix &fix : finding.fixes)
    if (std::optional<json::Object> sarif = fixToSarif(fix, report))
      fixes.push_back(std::move(*sarif));
  if (!fixes.empty())
    object["fixes"] = std::move(fixes);
  return object;
}

/// What kept files from being analysed, beside their findings.
static json::Object invocation(const Report &report) {
  json::Array notifications;
  bool isGood = true;
  for (const ReportedFile &file : report.files) {
    if (file.status == FileStatus::Analyzed)
      continue;
    bool isSkipped = file.status == FileStatus::Skipped;
    isGood &= isSkipped;
    std::string text = toString(file.status).str();
    if (!file.reason.empty())
      text += ": " + file.reason;
    notifications.push_back(json::Object{
        {"level", isSkipped ? "note" : "error"},
        {"message", message(text)},
        {"locations",
         json::Array{json::Object{
             {"physicalLocation",
              json::Object{{"artifactLocation",
                            artifactLocation(file.file, report)}}}}}}});
  }
  return json::Object{{"executionSuccessful", isGood},
                      {"toolExecutionNotifications", std::move(notifications)}};
}

static json::Object rootFolder(const Report &report) {
  json::Object root{{"description", json::Object{{"text", "the folder that "
                                                          "wglint ran in"}}}};
  if (!report.root.empty())
    root["uri"] = toUri(llvm::StringRef(report.root).rtrim('/').str() + "/");
  return json::Object{{kRootName, std::move(root)}};
}

void wglint::printSarif(const Report &report, const PrintOptions &options,
                        llvm::raw_ostream &os) {
  SarifRules rules(report.checks);
  Fingerprints fingerprints(report);
  json::Array results;
  for (const Diagnostic &finding : report.findings)
    if (isShown(finding, options))
      results.push_back(
          result(finding, fingerprints.next(finding), rules, report));

  json::Object driver{{"name", "wglint"},
                      {"version", report.version},
                      {"semanticVersion", report.version},
                      {"rules", rules.take()}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"originalUriBaseIds", rootFolder(report)},
                   {"invocations", json::Array{invocation(report)}},
                   {"results", std::move(results)}};
  json::OStream out(os, /*IndentSize=*/2);
  out.value(json::Object{{"$schema", kSchema},
                         {"version", "2.1.0"},
                         {"runs", json::Array{std::move(run)}}});
  os << '\n';
}
