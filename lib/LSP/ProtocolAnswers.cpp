// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Protocol.h"
#include "Uri.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Driver/Driver.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
namespace json = llvm::json;

json::Value wglint::lsp::initializeResult(const ClientFeatures &features) {
  constexpr int kIncremental = 2;
  return json::Object{
      {"serverInfo",
       json::Object{{"name", "wglint-lsp"}, {"version", wglintVersion()}}},
      {"capabilities",
       json::Object{
           {"positionEncoding",
            features.encoding == PositionEncoding::Utf8 ? "utf-8" : "utf-16"},
           {"textDocumentSync", json::Object{{"openClose", true},
                                             {"change", kIncremental},
                                             {"save", true}}},
           {"hoverProvider", true},
           {"inlayHintProvider", true},
           {"codeActionProvider",
            json::Object{{"codeActionKinds", json::Array{kQuickFix, kFixAll}},
                         {"resolveProvider", features.resolvesEdits}}},
       }},
  };
}

json::Value wglint::lsp::watcherRegistration() {
  // Any file may be included: which of them matter is the server's to tell.
  json::Object options{
      {"watchers", json::Array{json::Object{{"globPattern", "**/.wglint"}},
                               json::Object{{"globPattern", "**/*"}}}}};
  return json::Object{
      {"registrations",
       json::Array{json::Object{{"id", "watched-files"},
                                {"method", "workspace/didChangeWatchedFiles"},
                                {"registerOptions", std::move(options)}}}}};
}

static json::Value toJson(const ClientPosition &position) {
  return json::Object{{"line", position.line},
                      {"character", position.character}};
}

json::Value wglint::lsp::toJson(const ClientRange &range) {
  return json::Object{{"start", ::toJson(range.start)},
                      {"end", ::toJson(range.end)}};
}

/// The text of a file that took part in the result.
static TextDocument textOf(const OpenDocument &document, StringRef path) {
  for (const auto &[file, text] : document.result->texts)
    if (file == path)
      return TextDocument(text);
  return TextDocument();
}

static ClientRange clientRange(const OpenDocument &document,
                               const SourceRange &range,
                               const ClientFeatures &features) {
  if (range.file == document.path)
    return document.text.clientRange(range, features.encoding);
  return textOf(document, range.file).clientRange(range, features.encoding);
}

static int severityNumber(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return 1;
  case Severity::Warning:
    return 2;
  case Severity::Remark:
    return 3;
  case Severity::Note:
    break;
  }
  return 4;
}

static std::string uriOf(const OpenDocument &document, StringRef path) {
  return path == document.path ? document.uri : uriOfPath(path);
}

/// The notes that have places; \p message gets the others.
static json::Array relatedInformation(const Diagnostic &finding,
                                      const OpenDocument &document,
                                      const ClientFeatures &features,
                                      std::string &message) {
  json::Array related;
  for (const DiagnosticNote &note : finding.notes) {
    if (note.range.isWholeFile() || !features.hasRelatedInformation) {
      message += "\n" + note.message;
      continue;
    }
    json::Object location{
        {"uri", uriOf(document, note.range.file)},
        {"range", lsp::toJson(clientRange(document, note.range, features))}};
    related.push_back(json::Object{{"location", std::move(location)},
                                   {"message", toJsonString(note.message)}});
  }
  return related;
}

static json::Object findingToJson(const Diagnostic &finding,
                                  const OpenDocument &document,
                                  const ClientFeatures &features) {
  SourceRange shown = shownRange(finding, document.path);
  std::string message = finding.message;
  if (finding.range.file != document.path && !finding.range.file.empty())
    message = "in " + finding.range.file + ": " + message;
  json::Array related =
      relatedInformation(finding, document, features, message);
  json::Object object{
      {"range", lsp::toJson(clientRange(document, shown, features))},
      {"severity", severityNumber(finding.severity)},
      {"code", finding.check},
      {"source", "wglint"},
      {"message", toJsonString(message)},
      {"data", json::Object{{"evidence", toString(finding.evidence)},
                            {"device", finding.device}}}};
  if (!related.empty())
    object["relatedInformation"] = std::move(related);
  if (features.hasCodeDescription && !features.checksUri.empty() &&
      findCheck(finding.check))
    object["codeDescription"] = json::Object{
        {"href", features.checksUri + "/" + finding.check + ".md"}};
  return object;
}

json::Value wglint::lsp::diagnosticsToJson(const OpenDocument &document,
                                           const ClientFeatures &features,
                                           bool showRemarks) {
  json::Array diagnostics;
  for (const Diagnostic &finding : document.result->diagnostics)
    if (isShown(finding, showRemarks))
      diagnostics.push_back(findingToJson(finding, document, features));
  json::Object params{{"uri", document.uri},
                      {"diagnostics", std::move(diagnostics)}};
  if (document.version)
    params["version"] = *document.version;
  return params;
}

json::Value wglint::lsp::editToJson(llvm::ArrayRef<TextEdit> edits,
                                    const OpenDocument &document,
                                    const ClientFeatures &features) {
  std::map<std::string, json::Array> files;
  for (const TextEdit &edit : edits)
    files[edit.range.file].push_back(json::Object{
        {"range", lsp::toJson(clientRange(document, edit.range, features))},
        {"newText", toJsonString(edit.text)}});
  json::Array documentChanges;
  json::Object changes;
  for (auto &[path, list] : files) {
    std::string uri = uriOf(document, path);
    if (!features.hasDocumentChanges) {
      changes[uri] = std::move(list);
      continue;
    }
    bool isVersioned = path == document.path && document.version;
    documentChanges.push_back(json::Object{
        {"textDocument",
         json::Object{{"uri", uri},
                      {"version", isVersioned ? json::Value(*document.version)
                                              : json::Value(nullptr)}}},
        {"edits", std::move(list)}});
  }
  if (features.hasDocumentChanges)
    return json::Object{{"documentChanges", std::move(documentChanges)}};
  return json::Object{{"changes", std::move(changes)}};
}

json::Value wglint::lsp::toJson(const CodeAction &action,
                                const OpenDocument &document,
                                const ClientFeatures &features,
                                bool showRemarks, json::Value data) {
  json::Object object{{"title", toJsonString(action.title)},
                      {"kind", action.kind}};
  if (action.isPreferred)
    object["isPreferred"] = true;
  if (action.kind == kQuickFix)
    object["diagnostics"] = json::Array{findingToJson(
        document.result->diagnostics[action.finding], document, features)};
  if (action.edits.empty())
    object["data"] = std::move(data);
  else
    object["edit"] = editToJson(action.edits, document, features);
  return object;
}

/// The identifier around \p offset.
static StringRef wordAt(StringRef text, size_t offset) {
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  size_t begin = std::min(offset, text.size()), end = begin;
  while (begin > 0 && isLetter(text[begin - 1]))
    --begin;
  while (end < text.size() && isLetter(text[end]))
    ++end;
  return text.slice(begin, end);
}

namespace {
/// The hover texts of the smallest range around a place.
struct Found {
  size_t begin = 0, end = SIZE_MAX;
  std::vector<StringRef> texts;

  void add(size_t from, size_t to, StringRef text) {
    if (to - from > end - begin)
      return;
    if (to - from < end - begin)
      texts.clear();
    begin = from;
    end = to;
    if (!llvm::is_contained(texts, text))
      texts.push_back(text);
  }
};
} // namespace

json::Value wglint::lsp::hoverToJson(const OpenDocument &document,
                                     size_t offset,
                                     const ClientFeatures &features) {
  Found found;
  StringRef word = wordAt(document.text.text(), offset);
  for (const HoverText &hover : document.result->annotations.hovers) {
    size_t begin = document.text.offsetOf(hover.range.begin);
    size_t end = document.text.offsetOf(hover.range.end);
    if (!hover.range.isWholeFile() && hover.range.file == document.path &&
        begin <= offset && offset < std::max(end, begin + 1))
      found.add(begin, end, hover.markdown);
  }
  // The name of an array says what the array is, unless its declaration said.
  std::vector<StringRef> named;
  if (!word.empty())
    for (const HoverText &hover : document.result->annotations.hovers)
      if (hover.name == word &&
          !llvm::is_contained(found.texts, hover.markdown))
        named.push_back(hover.markdown);
  llvm::append_range(found.texts, named);
  if (found.texts.empty())
    return nullptr;
  json::Object object{
      {"contents", json::Object{{"kind", "markdown"},
                                {"value", toJsonString(llvm::join(
                                              found.texts, "\n\n---\n\n"))}}}};
  if (found.end != SIZE_MAX)
    object["range"] = lsp::toJson(
        {document.text.clientPosition(found.begin, features.encoding),
         document.text.clientPosition(found.end, features.encoding)});
  return object;
}

json::Value wglint::lsp::hintsToJson(const OpenDocument &document, size_t begin,
                                     size_t end,
                                     const ClientFeatures &features) {
  // One access under several call chains may say several things at one place.
  std::map<size_t, std::vector<StringRef>> labels;
  for (const CostHint &hint : document.result->annotations.hints) {
    size_t offset = document.text.offsetOf(hint.range.end);
    std::vector<StringRef> &here = labels[offset];
    if (hint.range.file == document.path && begin <= offset && offset <= end &&
        !llvm::is_contained(here, hint.label))
      here.push_back(hint.label);
  }
  json::Array hints;
  for (const auto &[offset, here] : labels)
    if (!here.empty())
      hints.push_back(json::Object{
          {"position",
           ::toJson(document.text.clientPosition(offset, features.encoding))},
          {"label", toJsonString(llvm::join(here, " / "))},
          {"paddingLeft", true}});
  return hints;
}
