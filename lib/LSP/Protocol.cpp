// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What comes from the client. Answers are in ProtocolAnswers.cpp.
#include "Protocol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
namespace json = llvm::json;

namespace wglint::lsp {

static bool fromJSON(const json::Value &value, ClientPosition &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  int64_t line = 0, character = 0;
  if (!map || !map.map("line", line) || !map.map("character", character))
    return false;
  // Negative numbers are the beginning; what is too large is clamped later.
  auto clamped = [](int64_t number) {
    return static_cast<unsigned>(std::clamp<int64_t>(number, 0, INT32_MAX));
  };
  out = {clamped(line), clamped(character)};
  return true;
}

static bool fromJSON(const json::Value &value, ClientRange &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("start", out.start) && map.map("end", out.end);
}

static bool fromJSON(const json::Value &value, TextChange &out,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.mapOptional("range", out.range) &&
         map.map("text", out.text);
}

/// The document that the parameters \p value are about.
static bool readUri(const json::Value &value, std::string &uri,
                    json::Path path) {
  // Every document is named by an object of its own.
  json::ObjectMapper map(value, path);
  const json::Object *object = map ? value.getAsObject() : nullptr;
  const json::Value *document = object ? object->get("textDocument") : nullptr;
  if (!document) {
    path.report("no textDocument");
    return false;
  }
  json::ObjectMapper inner(*document, path.field("textDocument"));
  return inner && inner.map("uri", uri);
}

bool fromJSON(const json::Value &value, DocumentParams &out, json::Path path) {
  return readUri(value, out.uri, path);
}

bool fromJSON(const json::Value &value, OpenParams &out, json::Path path) {
  if (!readUri(value, out.uri, path))
    return false;
  json::ObjectMapper inner(*value.getAsObject()->get("textDocument"),
                           path.field("textDocument"));
  return inner && inner.map("text", out.text) &&
         inner.mapOptional("version", out.version);
}

bool fromJSON(const json::Value &value, ChangeParams &out, json::Path path) {
  if (!readUri(value, out.uri, path))
    return false;
  json::ObjectMapper inner(*value.getAsObject()->get("textDocument"),
                           path.field("textDocument"));
  json::ObjectMapper map(value, path);
  return inner && inner.mapOptional("version", out.version) &&
         map.map("contentChanges", out.changes);
}

bool fromJSON(const json::Value &value, PositionParams &out, json::Path path) {
  if (!readUri(value, out.uri, path))
    return false;
  json::ObjectMapper map(value, path);
  return map.map("position", out.position);
}

bool fromJSON(const json::Value &value, RangeParams &out, json::Path path) {
  if (!readUri(value, out.uri, path))
    return false;
  json::ObjectMapper map(value, path);
  if (!map.map("range", out.range))
    return false;
  if (const json::Object *context = value.getAsObject()->getObject("context"))
    if (const json::Array *only = context->getArray("only"))
      for (const json::Value &kind : *only)
        if (std::optional<StringRef> name = kind.getAsString())
          out.only.push_back(name->str());
  return true;
}

bool fromJSON(const json::Value &value, WatchedFilesParams &out,
              json::Path path) {
  const json::Object *object = value.getAsObject();
  const json::Array *changes = object ? object->getArray("changes") : nullptr;
  if (!changes) {
    path.report("no changes");
    return false;
  }
  for (const json::Value &change : *changes)
    if (const json::Object *entry = change.getAsObject())
      if (std::optional<StringRef> uri = entry->getString("uri"))
        out.uris.push_back(uri->str());
  return true;
}

bool fromJSON(const json::Value &value, CancelParams &out, json::Path path) {
  const json::Object *object = value.getAsObject();
  const json::Value *id = object ? object->get("id") : nullptr;
  if (!id) {
    path.report("no id");
    return false;
  }
  out.id = requestId(*id);
  return true;
}

bool fromJSON(const json::Value &value, AnyParams &out, json::Path) {
  out.value = value;
  return true;
}

/// The value at \p path, names between dots; null where there is none.
static const json::Value *valueAt(const json::Value &value, StringRef path) {
  const json::Value *at = &value;
  while (at && !path.empty()) {
    auto [name, rest] = path.split('.');
    const json::Object *object = at->getAsObject();
    at = object ? object->get(name) : nullptr;
    path = rest;
  }
  return at;
}

static bool isTrue(const json::Value &value, StringRef path) {
  const json::Value *at = valueAt(value, path);
  return at && at->getAsBoolean().value_or(false);
}

static bool holds(const json::Value &value, StringRef path, StringRef element) {
  const json::Value *at = valueAt(value, path);
  const json::Array *array = at ? at->getAsArray() : nullptr;
  return array && llvm::any_of(*array, [&](const json::Value &candidate) {
           return candidate.getAsString() == element;
         });
}

bool fromJSON(const json::Value &value, InitializeParams &out,
              json::Path path) {
  if (!value.getAsObject()) {
    path.report("expected object");
    return false;
  }
  if (const json::Value *process = valueAt(value, "processId"))
    out.processId = process->getAsInteger();
  if (const json::Value *ms =
          valueAt(value, "initializationOptions.debounceMs"))
    out.debounceMs = ms->getAsInteger();
  out.showRemarks = isTrue(value, "initializationOptions.remarks");
  const json::Value *client = valueAt(value, "capabilities");
  if (!client)
    return true;
  ClientFeatures &features = out.features;
  if (holds(*client, "general.positionEncodings", "utf-8"))
    features.encoding = PositionEncoding::Utf8;
  features.hasRelatedInformation =
      isTrue(*client, "textDocument.publishDiagnostics.relatedInformation");
  features.hasCodeDescription =
      isTrue(*client, "textDocument.publishDiagnostics.codeDescriptionSupport");
  features.hasDocumentChanges =
      isTrue(*client, "workspace.workspaceEdit.documentChanges");
  features.resolvesEdits = holds(
      *client, "textDocument.codeAction.resolveSupport.properties", "edit");
  features.registersWatchers =
      isTrue(*client, "workspace.didChangeWatchedFiles.dynamicRegistration");
  features.refreshesHints =
      isTrue(*client, "workspace.inlayHint.refreshSupport");
  return true;
}

} // namespace wglint::lsp

std::string wglint::lsp::requestId(const json::Value &id) {
  return llvm::formatv("{0}", id);
}
