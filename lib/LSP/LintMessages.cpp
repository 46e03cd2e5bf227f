// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintMessages.h"
#include "Packed.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
namespace json = llvm::json;

/// Some of the texts are files, which may be no UTF-8; the protocol takes
/// nothing else.
static void packText(PackedWriter &writer, StringRef text) {
  writer.text(json::isUTF8(text) ? text : StringRef(json::fixUTF8(text)));
}

/// Each as a document of its own: llvm::json copies what is deep in a large one
/// again and again.
static void packJson(PackedWriter &writer, const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  writer.text(text);
}

static json::Value unpackJson(PackedReader &reader) {
  return llvm::cantFail(json::parse(reader.text()));
}

/// The number of \p items, and what \p packItem writes for each.
template <typename Items, typename F>
static void packAll(PackedWriter &writer, const Items &items, F packItem) {
  writer.number(static_cast<uint32_t>(items.size()));
  for (const auto &item : items)
    packItem(item);
}

/// Calls \p unpackItem as often as packAll() was told.
template <typename F>
static void unpackAll(PackedReader &reader, F unpackItem) {
  for (uint32_t left = reader.number(); left > 0; --left)
    unpackItem();
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

std::string wglint::lsp::serialize(const LintRequest &request) {
  PackedWriter writer;
  packText(writer, request.path);
  packText(writer, request.text);
  packAll(writer, request.overlays, [&](const auto &overlay) {
    packText(writer, overlay.first);
    packText(writer, overlay.second);
  });
  writer.text(request.rewrite);
  packJson(writer, toJson(request.finding));
  return writer.bytes().str();
}

LintRequest wglint::lsp::deserializeRequest(StringRef bytes) {
  PackedReader reader(bytes);
  LintRequest request;
  request.path = reader.text().str();
  request.text = reader.text().str();
  unpackAll(reader, [&] {
    std::string path = reader.text().str();
    request.overlays[std::move(path)] = reader.text().str();
  });
  request.rewrite = reader.text().str();
  request.finding = *diagnosticFromJson(unpackJson(reader));
  return request;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static void pack(PackedWriter &writer, const SourceRange &range) {
  packText(writer, range.file);
  for (unsigned n :
       {range.begin.line, range.begin.column, range.end.line, range.end.column})
    writer.number(n);
}

static SourceRange unpackRange(PackedReader &reader) {
  SourceRange range;
  range.file = reader.text().str();
  for (unsigned *n : {&range.begin.line, &range.begin.column, &range.end.line,
                      &range.end.column})
    *n = reader.number();
  return range;
}

static void pack(PackedWriter &writer, const Annotations &annotations) {
  packAll(writer, annotations.hovers, [&](const HoverText &hover) {
    pack(writer, hover.range);
    packText(writer, hover.name);
    packText(writer, hover.markdown);
  });
  packAll(writer, annotations.hints, [&](const CostHint &hint) {
    pack(writer, hint.range);
    packText(writer, hint.label);
  });
}

static Annotations unpackAnnotations(PackedReader &reader) {
  Annotations annotations;
  unpackAll(reader, [&] {
    HoverText hover;
    hover.range = unpackRange(reader);
    hover.name = reader.text().str();
    hover.markdown = reader.text().str();
    annotations.hovers.push_back(std::move(hover));
  });
  unpackAll(reader, [&] {
    CostHint hint;
    hint.range = unpackRange(reader);
    hint.label = reader.text().str();
    annotations.hints.push_back(std::move(hint));
  });
  return annotations;
}

static json::Value headOf(const LintResult &result) {
  return json::Object{{"status", static_cast<int>(result.status)},
                      {"reason", toJsonString(result.reason)},
                      {"fix", result.fix ? toJson(*result.fix) : nullptr},
                      {"fixedText", result.fixedText
                                        ? toJsonString(*result.fixedText)
                                        : nullptr},
                      {"refusal", toJsonString(result.refusal)},
                      {"isCancelled", result.isCancelled}};
}

std::string wglint::lsp::serialize(const LintResult &result) {
  PackedWriter writer;
  packJson(writer, headOf(result));
  packAll(writer, result.diagnostics, [&](const Diagnostic &diagnostic) {
    packJson(writer, toJson(diagnostic));
  });
  packAll(writer, result.texts, [&](const auto &text) {
    packText(writer, text.first);
    packText(writer, text.second);
  });
  packAll(writer, result.configFiles,
          [&](const std::string &path) { packText(writer, path); });
  pack(writer, result.annotations);
  return writer.bytes().str();
}

LintResult wglint::lsp::deserializeResult(StringRef bytes) {
  PackedReader reader(bytes);
  json::Value head = unpackJson(reader);
  const json::Object &object = *head.getAsObject();
  LintResult result;
  result.status = static_cast<FileStatus>(*object.getInteger("status"));
  result.reason = object.getString("reason")->str();
  result.isCancelled = *object.getBoolean("isCancelled");
  result.refusal = object.getString("refusal")->str();
  if (std::optional<StringRef> text = object.getString("fixedText"))
    result.fixedText = text->str();
  result.fix = fixFromJson(*object.get("fix"));
  unpackAll(reader, [&] {
    result.diagnostics.push_back(*diagnosticFromJson(unpackJson(reader)));
  });
  unpackAll(reader, [&] {
    std::string file = reader.text().str();
    result.texts.emplace_back(std::move(file), reader.text().str());
  });
  unpackAll(reader, [&] { result.configFiles.push_back(reader.text().str()); });
  result.annotations = unpackAnnotations(reader);
  return result;
}
