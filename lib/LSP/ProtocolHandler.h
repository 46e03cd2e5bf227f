// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From messages to the server and back.
#ifndef WGLINT_LIB_LSP_PROTOCOLHANDLER_H
#define WGLINT_LIB_LSP_PROTOCOLHANDLER_H

#include "Protocol.h"
#include "Server.h"
#include "wglint/LSP/LanguageServer.h"
#include <memory>
#include <mlir/Tools/lsp-server-support/Transport.h>
#include <optional>

namespace wglint::lsp {

/// Actions of which some have to be worked out before the reply.
struct PendingActions {
  std::string id;   ///< of the request
  std::string hash; ///< of the text
  std::vector<CodeAction> actions;
  llvm::json::Array done;
  mlir::lsp::Callback<llvm::json::Value> reply;
};

/// What the `data` of an action without edits says.
struct ActionData {
  std::string uri;
  std::string text; ///< its hash
  std::string rewrite;
  int64_t finding = 0;
};

class ProtocolHandler {
public:
  using Reply = mlir::lsp::Callback<llvm::json::Value>;

  ProtocolHandler(const LanguageServerOptions &options, LintRunner &runner,
                  mlir::lsp::JSONTransport &transport);

  /// Handles one message, which may be anything.
  void handle(llvm::Expected<llvm::json::Value> message);

  Server &server() { return Lint; }
  bool hasExited() const { return HasExited; }
  bool wasShutDown() const { return Phase == State::ShutDown; }
  std::optional<int> clientProcess() const { return ClientProcess; }
  /// The client tells of changes on the disk; else somebody has to look.
  bool isToldOfFiles() const { return Features.registersWatchers; }

private:
  enum class State { Fresh, Initialized, ShutDown };

  void registerMethods();
  void handleCall(llvm::json::Object &message, llvm::StringRef method);
  llvm::Error refusal(llvm::StringRef method) const;
  void replyError(llvm::json::Value id, llvm::StringRef message,
                  mlir::lsp::ErrorCode code);

  void onInitialize(const InitializeParams &params, Reply reply);
  void onInitialized(const AnyParams &params);
  void onShutdown(const AnyParams &params, Reply reply);
  void onOpen(const OpenParams &params);
  void onChange(const ChangeParams &params);
  void onSave(const DocumentParams &params);
  void onClose(const DocumentParams &params);
  void onWatchedFiles(const WatchedFilesParams &params);
  void onCancel(const CancelParams &params);
  void onIgnored(const AnyParams &params) {}
  void onHover(const PositionParams &params, Reply reply);
  void onInlayHint(const RangeParams &params, Reply reply);
  void onCodeAction(const RangeParams &params, Reply reply);
  void onResolve(const AnyParams &params, Reply reply);

  void publish(const OpenDocument &document);
  /// Calls \p answer with the document once it has a result.
  void answerWhenLinted(
      llvm::StringRef uri, Reply reply,
      llvm::unique_function<void(const OpenDocument &, Reply)> answer);
  llvm::json::Value actionToJson(const CodeAction &action,
                                 const OpenDocument &document);
  /// Works out the edits of \p action. \p then gets it, and why there are none;
  /// its document is null where it has been closed.
  void workOut(CodeAction action, const OpenDocument &document,
               const std::string &id,
               llvm::unique_function<void(CodeAction, const OpenDocument *,
                                          std::string refusal)>
                   then);
  void replyActions(const std::shared_ptr<PendingActions> &pending,
                    const OpenDocument &document);
  void replyResolved(llvm::json::Object shown, const ActionData &data,
                     const OpenDocument &document, const std::string &id,
                     Reply reply);

  mlir::lsp::JSONTransport &Transport;
  mlir::lsp::MessageHandler Messages;
  Server Lint;
  ClientFeatures Features;
  bool ShowRemarks;
  State Phase = State::Fresh;
  bool HasExited = false;
  std::optional<int> ClientProcess;
  std::string CurrentId; ///< of the call that is being handled
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_PROTOCOLHANDLER_H
