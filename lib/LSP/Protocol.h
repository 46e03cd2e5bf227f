// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The part of the Language Server Protocol 3.17 that the server speaks, from
/// and to JSON. The support library has most of these types too, but drops
/// fields that are needed here and accepts no URI but of files.
#ifndef WGLINT_LIB_LSP_PROTOCOL_H
#define WGLINT_LIB_LSP_PROTOCOL_H

#include "CodeActions.h"
#include "Server.h"
#include "TextDocument.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint::lsp {

/// What the answers depend on besides the question.
struct ClientFeatures {
  std::string checksUri; ///< folder of the checks' pages; empty: there is none
  PositionEncoding encoding = PositionEncoding::Utf16;
  bool hasRelatedInformation = false;
  bool hasCodeDescription = false;
  bool hasDocumentChanges = false;
  bool resolvesEdits = false;
  bool registersWatchers = false;
  bool refreshesHints = false;
};

struct InitializeParams {
  std::optional<int64_t> processId;
  ClientFeatures features;
  /// Of initializationOptions.
  std::optional<int64_t> debounceMs;
  bool showRemarks = false;
};

/// didClose, didSave, and the document of every other.
struct DocumentParams {
  std::string uri;
};

struct OpenParams {
  std::string uri, text;
  std::optional<int64_t> version;
};

struct TextChange {
  std::optional<ClientRange> range; ///< std::nullopt: the whole text
  std::string text;
};

struct ChangeParams {
  std::string uri;
  std::optional<int64_t> version;
  std::vector<TextChange> changes;
};

struct PositionParams {
  std::string uri;
  ClientPosition position;
};

struct RangeParams {
  std::string uri;
  ClientRange range;
  std::vector<std::string> only; ///< kinds of code actions; empty: all
};

struct WatchedFilesParams {
  std::vector<std::string> uris;
};

struct CancelParams {
  std::string id; ///< as requestId() writes it
};

/// Parameters that are not looked into here.
struct AnyParams {
  llvm::json::Value value = nullptr;
};

bool fromJSON(const llvm::json::Value &, InitializeParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, DocumentParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, OpenParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, ChangeParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, PositionParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, RangeParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, WatchedFilesParams &,
              llvm::json::Path);
bool fromJSON(const llvm::json::Value &, CancelParams &, llvm::json::Path);
bool fromJSON(const llvm::json::Value &, AnyParams &, llvm::json::Path);

/// A request's id, a number or a string, as a name of the wait for it.
std::string requestId(const llvm::json::Value &id);

/// The answer to `initialize`.
llvm::json::Value initializeResult(const ClientFeatures &features);
/// Asks the client to tell of changes on the disk.
llvm::json::Value watcherRegistration();

llvm::json::Value toJson(const ClientRange &range);
/// publishDiagnostics of a document that has a result.
llvm::json::Value diagnosticsToJson(const OpenDocument &document,
                                    const ClientFeatures &features,
                                    bool showRemarks);
/// \p data names the action for codeAction/resolve, where it has no edits.
llvm::json::Value toJson(const CodeAction &action, const OpenDocument &document,
                         const ClientFeatures &features, bool showRemarks,
                         llvm::json::Value data);
/// A WorkspaceEdit.
llvm::json::Value editToJson(llvm::ArrayRef<TextEdit> edits,
                             const OpenDocument &document,
                             const ClientFeatures &features);
/// The hover of a place; null where there is nothing to say.
llvm::json::Value hoverToJson(const OpenDocument &document, size_t offset,
                              const ClientFeatures &features);
/// The inlay hints between two byte offsets.
llvm::json::Value hintsToJson(const OpenDocument &document, size_t begin,
                              size_t end, const ClientFeatures &features);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_PROTOCOL_H
