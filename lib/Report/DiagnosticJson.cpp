// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
namespace json = llvm::json;

json::Value wglint::toJsonString(llvm::StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

static json::Value positionToJson(const Position &position) {
  return json::Object{{"line", position.line}, {"column", position.column}};
}

json::Value wglint::toJson(const SourceRange &range) {
  return json::Object{{"start", positionToJson(range.begin)},
                      {"end", positionToJson(range.end)}};
}

static json::Value measurementToJson(const Measurement &measurement) {
  return json::Object{{"name", measurement.name},
                      {"value", measurement.value},
                      {"unit", measurement.unit}};
}

static json::Value noteToJson(const DiagnosticNote &note) {
  json::Object object{{"message", toJsonString(note.message)},
                      {"file", toJsonString(note.range.file)},
                      {"range", toJson(note.range)}};
  if (note.kind != NoteKind::Text)
    object["kind"] = toString(note.kind);
  return object;
}

/// An array of what \p convert makes of each element.
template <typename Range, typename Convert>
static json::Array toArray(const Range &range, Convert convert) {
  json::Array array;
  for (const auto &element : range)
    array.push_back(convert(element));
  return array;
}

/// The file's name stands beside the range, as in toJson() of a Diagnostic.
static json::Value editToJson(const TextEdit &edit) {
  return json::Object{{"file", toJsonString(edit.range.file)},
                      {"range", toJson(edit.range)},
                      {"text", toJsonString(edit.text)}};
}

static json::Value coversToJson(const Fix &fix) {
  if (!fix.workgroupCovers)
    return nullptr;
  return json::Array(*fix.workgroupCovers);
}

json::Value wglint::toJson(const Fix &fix) {
  return json::Object{{"rewrite", fix.rewrite},
                      {"message", toJsonString(fix.message)},
                      {"applicability", toString(fix.applicability)},
                      {"edits", toArray(fix.edits, editToJson)},
                      {"proposal", toJsonString(fix.proposal)},
                      {"dispatchChange", toJsonString(fix.dispatchChange)},
                      {"workgroupCovers", coversToJson(fix)},
                      {"validation", toJsonString(fix.validation)}};
}

json::Value wglint::toJson(const Diagnostic &diagnostic) {
  return json::Object{
      {"check", diagnostic.check},
      {"severity", toString(diagnostic.severity)},
      {"message", toJsonString(diagnostic.message)},
      {"file", toJsonString(diagnostic.range.file)},
      {"range", toJson(diagnostic.range)},
      {"evidence", toString(diagnostic.evidence)},
      {"assumptions", toArray(diagnostic.assumptions, toJsonString)},
      {"device", diagnostic.device},
      {"measurements", toArray(diagnostic.measurements, measurementToJson)},
      {"notes", toArray(diagnostic.notes, noteToJson)},
      {"fixes",
       toArray(diagnostic.fixes, [](const Fix &fix) { return toJson(fix); })},
  };
}

// Found by LLVM's ObjectMapper, hence in the types' own namespace.
namespace wglint {

/// The value of \p values whose toString() is what \p value says.
template <typename Enum>
static bool enumFromJson(const json::Value &value, Enum &out,
                         std::initializer_list<Enum> values) {
  std::optional<llvm::StringRef> name = value.getAsString();
  for (Enum candidate : values)
    if (name && *name == toString(candidate)) {
      out = candidate;
      return true;
    }
  return false;
}

static bool fromJSON(const json::Value &value, Severity &out, json::Path) {
  return enumFromJson(
      value, out,
      {Severity::Note, Severity::Remark, Severity::Warning, Severity::Error});
}

static bool fromJSON(const json::Value &value, Evidence &out, json::Path) {
  return enumFromJson(value, out,
                      {Evidence::Proved, Evidence::Measured, Evidence::Assumed,
                       Evidence::Bounded});
}

static bool fromJSON(const json::Value &value, Applicability &out, json::Path) {
  return enumFromJson(value, out,
                      {Applicability::Safe, Applicability::NeedsValidation,
                       Applicability::Unsafe, Applicability::DisplayOnly});
}

static bool fromJSON(const json::Value &value, Position &out, json::Path path) {
  json::ObjectMapper map(value, path);
  int64_t line = 0, column = 0;
  if (!map || !map.map("line", line) || !map.map("column", column))
    return false;
  out = {static_cast<unsigned>(line), static_cast<unsigned>(column)};
  return true;
}

/// The file's name stands beside the range, see toJson().
static bool fromJSON(const json::Value &value, SourceRange &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("start", out.begin) && map.map("end", out.end);
}

static bool fromJSON(const json::Value &value, Measurement &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", out.name) && map.map("value", out.value) &&
         map.map("unit", out.unit);
}

static bool fromJSON(const json::Value &value, NoteKind &out, json::Path) {
  return enumFromJson(
      value, out,
      {NoteKind::MacroDefinition, NoteKind::Inclusion, NoteKind::WhyMinor});
}

static bool fromJSON(const json::Value &value, DiagnosticNote &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("message", out.message) &&
         map.map("range", out.range) && map.map("file", out.range.file) &&
         map.mapOptional("kind", out.kind);
}

static bool fromJSON(const json::Value &value, TextEdit &out, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("range", out.range) &&
         map.map("file", out.range.file) && map.map("text", out.text);
}

/// `workgroupCovers` of a fix: three numbers or null.
static bool fromJSON(const json::Value &fix,
                     std::optional<std::array<uint32_t, 3>> &out) {
  const json::Object *object = fix.getAsObject();
  const json::Array *numbers =
      object ? object->getArray("workgroupCovers") : nullptr;
  if (!numbers)
    return true;
  out.emplace();
  for (size_t axis = 0; axis < out->size(); ++axis) {
    auto number = axis < numbers->size() ? (*numbers)[axis].getAsUINT64()
                                         : std::optional<uint64_t>();
    if (!number)
      return false;
    (*out)[axis] = static_cast<uint32_t>(*number);
  }
  return true;
}

static bool fromJSON(const json::Value &value, Fix &out, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("rewrite", out.rewrite) &&
         map.map("message", out.message) &&
         map.map("applicability", out.applicability) &&
         map.map("edits", out.edits) && map.map("proposal", out.proposal) &&
         map.map("dispatchChange", out.dispatchChange) &&
         fromJSON(value, out.workgroupCovers) &&
         map.map("validation", out.validation);
}

static bool fromJSON(const json::Value &value, Diagnostic &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("check", out.check) &&
         map.map("severity", out.severity) && map.map("message", out.message) &&
         map.map("range", out.range) && map.map("file", out.range.file) &&
         map.map("evidence", out.evidence) &&
         map.map("assumptions", out.assumptions) &&
         map.map("device", out.device) &&
         map.map("measurements", out.measurements) &&
         map.map("notes", out.notes) && map.map("fixes", out.fixes);
}

} // namespace wglint

std::optional<Diagnostic> wglint::diagnosticFromJson(const json::Value &value) {
  Diagnostic diagnostic;
  json::Path::Root root;
  if (!fromJSON(value, diagnostic, root))
    return std::nullopt;
  return diagnostic;
}

std::optional<Fix> wglint::fixFromJson(const json::Value &value) {
  Fix fix;
  json::Path::Root root;
  if (!fromJSON(value, fix, root))
    return std::nullopt;
  return fix;
}
