// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The protocol's rules and its notifications. Requests about a document are in
/// ProtocolRequests.cpp.
#include "ProtocolHandler.h"
#include "Uri.h"

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
using mlir::lsp::ErrorCode;
using mlir::lsp::Logger;
using mlir::lsp::LSPError;
namespace json = llvm::json;

ProtocolHandler::ProtocolHandler(const LanguageServerOptions &options,
                                 LintRunner &runner,
                                 mlir::lsp::JSONTransport &transport)
    : Transport(transport), Messages(transport),
      Lint(runner, [this](const OpenDocument &document) { publish(document); }),
      ShowRemarks(options.showRemarks), ClientProcess(options.clientProcess) {
  Lint.setDebounce(options.debounce);
  if (!options.checksFolder.empty())
    Features.checksUri = uriOfPath(options.checksFolder);
  registerMethods();
}

void ProtocolHandler::registerMethods() {
  using Self = ProtocolHandler;
  auto &m = Messages;
  m.method("initialize", this, &Self::onInitialize);
  m.method("shutdown", this, &Self::onShutdown);
  m.method("textDocument/hover", this, &Self::onHover);
  m.method("textDocument/inlayHint", this, &Self::onInlayHint);
  m.method("textDocument/codeAction", this, &Self::onCodeAction);
  m.method("codeAction/resolve", this, &Self::onResolve);
  m.notification("initialized", this, &Self::onInitialized);
  m.notification("textDocument/didOpen", this, &Self::onOpen);
  m.notification("textDocument/didChange", this, &Self::onChange);
  m.notification("textDocument/didSave", this, &Self::onSave);
  m.notification("textDocument/didClose", this, &Self::onClose);
  m.notification("workspace/didChangeWatchedFiles", this,
                 &Self::onWatchedFiles);
  m.notification("workspace/didChangeConfiguration", this, &Self::onIgnored);
  m.notification("$/cancelRequest", this, &Self::onCancel);
  m.notification("$/setTrace", this, &Self::onIgnored);
}

void ProtocolHandler::replyError(json::Value id, StringRef message,
                                 ErrorCode code) {
  Transport.reply(std::move(id),
                  llvm::make_error<LSPError>(message.str(), code));
}

/// Why a request cannot be handled in the phase that the session is in.
llvm::Error ProtocolHandler::refusal(StringRef method) const {
  if (Phase == State::ShutDown)
    return llvm::make_error<LSPError>("the server was shut down",
                                      ErrorCode::InvalidRequest);
  if (Phase == State::Fresh && method != "initialize")
    return llvm::make_error<LSPError>("the server is not initialized",
                                      ErrorCode::ServerNotInitialized);
  if (Phase == State::Initialized && method == "initialize")
    return llvm::make_error<LSPError>("the server is initialized already",
                                      ErrorCode::InvalidRequest);
  return llvm::Error::success();
}

void ProtocolHandler::handleCall(json::Object &message, StringRef method) {
  json::Value id = std::move(*message.get("id"));
  json::Value *params = message.get("params");
  if (llvm::Error error = refusal(method))
    return Transport.reply(std::move(id), std::move(error));
  CurrentId = requestId(id);
  Messages.onCall(method, params ? std::move(*params) : json::Value(nullptr),
                  std::move(id));
}

void ProtocolHandler::handle(llvm::Expected<json::Value> parsed) {
  if (!parsed)
    return replyError(nullptr, llvm::toString(parsed.takeError()),
                      ErrorCode::ParseError);
  json::Object *message = parsed->getAsObject();
  // The protocol has no batches.
  if (!message)
    return replyError(nullptr, "a message must be an object",
                      ErrorCode::InvalidRequest);
  json::Value *id = message->get("id");
  std::optional<StringRef> named = message->getString("method");
  if (!named && id && (message->get("result") || message->get("error")))
    return; // an answer; nothing is done with those
  if (!named)
    return replyError(id ? std::move(*id) : json::Value(nullptr),
                      "a message must have a method",
                      ErrorCode::InvalidRequest);
  std::string method = named->str();
  if (id)
    return handleCall(*message, method);
  if (method == "exit") {
    HasExited = true;
    return;
  }
  if (Phase != State::Initialized)
    return;
  json::Value *params = message->get("params");
  Messages.onNotify(method, params ? std::move(*params) : json::Value(nullptr));
}

void ProtocolHandler::onInitialize(const InitializeParams &params,
                                   Reply reply) {
  std::string checksUri = std::move(Features.checksUri);
  Features = params.features;
  Features.checksUri = std::move(checksUri);
  ShowRemarks |= params.showRemarks;
  if (params.debounceMs)
    Lint.setDebounce(std::chrono::milliseconds(
        std::clamp<int64_t>(*params.debounceMs, 0, 10'000)));
  if (params.processId)
    ClientProcess = static_cast<int>(*params.processId);
  Phase = State::Initialized;
  reply(initializeResult(Features));
}

void ProtocolHandler::onInitialized(const AnyParams &) {
  if (Features.registersWatchers)
    Transport.call("client/registerCapability", watcherRegistration(),
                   "register-watchers");
}

void ProtocolHandler::onShutdown(const AnyParams &, Reply reply) {
  Phase = State::ShutDown;
  reply(nullptr);
}

void ProtocolHandler::onOpen(const OpenParams &params) {
  Lint.open(params.uri, params.text, params.version, Clock::now());
}

void ProtocolHandler::onChange(const ChangeParams &params) {
  TextDocument *text = Lint.editable(params.uri);
  if (!text)
    return Logger::error("a change of a text that is not open: {0}",
                         params.uri);
  for (const TextChange &change : params.changes) {
    if (!change.range) {
      text->assign(change.text);
      continue;
    }
    size_t begin = text->offsetOf(change.range->start, Features.encoding);
    size_t end = text->offsetOf(change.range->end, Features.encoding);
    text->replace(begin, end, change.text);
  }
  Lint.changed(params.uri, params.version, Clock::now());
}

void ProtocolHandler::onSave(const DocumentParams &params) {
  Lint.saved(params.uri, Clock::now());
}

void ProtocolHandler::onClose(const DocumentParams &params) {
  Lint.close(params.uri);
}

void ProtocolHandler::onWatchedFiles(const WatchedFilesParams &params) {
  std::vector<std::string> paths;
  for (const std::string &uri : params.uris)
    paths.push_back(pathOfUri(uri).first);
  Lint.filesChanged(paths, Clock::now());
}

void ProtocolHandler::onCancel(const CancelParams &params) {
  Lint.cancelWait(params.id);
}

void ProtocolHandler::publish(const OpenDocument &document) {
  Transport.notify("textDocument/publishDiagnostics",
                   diagnosticsToJson(document, Features, ShowRemarks));
  if (Features.refreshesHints)
    Transport.call("workspace/inlayHint/refresh", nullptr, "refresh-hints");
}
