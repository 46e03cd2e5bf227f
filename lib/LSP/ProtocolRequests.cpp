// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Requests about a document. Each waits for the result of the text as it is
/// when the request comes; whoever changes the text lets it wait for that.
#include "ProtocolHandler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <memory>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;
using mlir::lsp::ErrorCode;
using mlir::lsp::LSPError;
namespace json = llvm::json;

static constexpr llvm::StringLiteral kCancelled = "cancelled";

static llvm::Error lspError(StringRef message, ErrorCode code) {
  return llvm::make_error<LSPError>(message.str(), code);
}

void ProtocolHandler::answerWhenLinted(
    StringRef uri, Reply reply,
    llvm::unique_function<void(const OpenDocument &, Reply)> answer) {
  Lint.whenLinted(
      uri, CurrentId,
      [reply = std::move(reply), answer = std::move(answer)](
          const OpenDocument *document, WaitEnd end) mutable {
        if (document)
          return answer(*document, std::move(reply));
        if (end == WaitEnd::Cancelled)
          return reply(lspError(kCancelled, ErrorCode::RequestCancelled));
        reply(lspError("the document is not open", ErrorCode::InvalidParams));
      },
      Clock::now());
}

void ProtocolHandler::onHover(const PositionParams &params, Reply reply) {
  answerWhenLinted(params.uri, std::move(reply),
                   [this, params](const OpenDocument &document, Reply reply) {
                     size_t offset = document.text.offsetOf(params.position,
                                                            Features.encoding);
                     reply(hoverToJson(document, offset, Features));
                   });
}

void ProtocolHandler::onInlayHint(const RangeParams &params, Reply reply) {
  answerWhenLinted(params.uri, std::move(reply),
                   [this, params](const OpenDocument &document, Reply reply) {
                     const TextDocument &text = document.text;
                     size_t begin =
                         text.offsetOf(params.range.start, Features.encoding);
                     size_t end =
                         text.offsetOf(params.range.end, Features.encoding);
                     reply(hintsToJson(document, begin, end, Features));
                   });
}

/// A kind is wanted if it or one that it belongs to is named.
static bool isWanted(StringRef kind, llvm::ArrayRef<std::string> only) {
  return only.empty() || llvm::any_of(only, [&](StringRef wanted) {
           return wanted.empty() || kind == wanted ||
                  kind.starts_with((wanted + ".").str());
         });
}

static std::string hashOf(const OpenDocument &document) {
  return llvm::utohexstr(llvm::xxh3_64bits(document.text.text()));
}

json::Value ProtocolHandler::actionToJson(const CodeAction &action,
                                          const OpenDocument &document) {
  json::Object data{{"uri", document.uri},
                    {"text", hashOf(document)},
                    {"finding", action.finding},
                    {"rewrite", action.rewrite}};
  return lsp::toJson(action, document, Features, ShowRemarks, std::move(data));
}

/// Puts the outcome of the work into \p action. Returns why there is none.
static std::string complete(CodeAction &action, const OpenDocument *document,
                            StringRef hash, const LintResult &result) {
  if (!document || hashOf(*document) != hash)
    return "the text has changed meanwhile";
  if (result.fixedText)
    action.edits = editsTo(*document, *result.fixedText);
  else if (result.fix)
    action.edits = result.fix->edits;
  if (!action.edits.empty())
    return "";
  return result.refusal.empty() ? "there is nothing to change" : result.refusal;
}

void ProtocolHandler::workOut(
    CodeAction action, const OpenDocument &document, const std::string &id,
    llvm::unique_function<void(CodeAction, const OpenDocument *,
                               std::string refusal)>
        then) {
  const Diagnostic none,
      &finding = action.rewrite == kEveryRewrite
                     ? none
                     : document.result->diagnostics[action.finding];
  Lint.whenFixed(document, id, action.rewrite, finding, ShowRemarks,
                 [this, action, uri = document.uri, hash = hashOf(document),
                  then = std::move(then)](LintResult result) mutable {
                   const OpenDocument *document = Lint.find(uri);
                   std::string refusal =
                       result.isCancelled
                           ? kCancelled.str()
                           : complete(action, document, hash, result);
                   then(std::move(action), document, std::move(refusal));
                 });
}

/// Works out one action after the other, then replies.
void ProtocolHandler::replyActions(
    const std::shared_ptr<PendingActions> &pending,
    const OpenDocument &document) {
  while (!pending->actions.empty()) {
    CodeAction action = std::move(pending->actions.front());
    pending->actions.erase(pending->actions.begin());
    if (!action.edits.empty() || Features.resolvesEdits) {
      pending->done.push_back(actionToJson(action, document));
      continue;
    }
    return workOut(
        std::move(action), document, pending->id,
        [this, pending](const CodeAction &action, const OpenDocument *document,
                        const std::string &refusal) {
          if (refusal == kCancelled)
            return pending->reply(
                lspError(refusal, ErrorCode::RequestCancelled));
          if (!document || hashOf(*document) != pending->hash)
            return pending->reply(
                lspError("the text has changed", ErrorCode::ContentModified));
          if (refusal.empty())
            pending->done.push_back(actionToJson(action, *document));
          replyActions(pending, *document);
        });
  }
  pending->reply(std::move(pending->done));
}

void ProtocolHandler::onCodeAction(const RangeParams &params, Reply reply) {
  answerWhenLinted(
      params.uri, std::move(reply),
      [this, params, id = CurrentId](const OpenDocument &document,
                                     Reply reply) {
        const TextDocument &text = document.text;
        auto place = [&](const ClientPosition &position) {
          return text.position(text.offsetOf(position, Features.encoding));
        };
        SourceRange range{document.path, place(params.range.start),
                          place(params.range.end)};
        auto pending = std::make_shared<PendingActions>();
        pending->id = id;
        pending->hash = hashOf(document);
        pending->reply = std::move(reply);
        for (CodeAction &action : codeActions(document, range, ShowRemarks))
          if (isWanted(action.kind, params.only))
            pending->actions.push_back(std::move(action));
        replyActions(pending, document);
      });
}

static bool readData(const json::Value &value, ActionData &out) {
  json::Path::Root path;
  json::ObjectMapper map(value, path);
  return map && map.map("uri", out.uri) && map.map("text", out.text) &&
         map.map("rewrite", out.rewrite) && map.map("finding", out.finding);
}

/// The action with its edits, or the reason why it has none.
void ProtocolHandler::replyResolved(json::Object shown, const ActionData &data,
                                    const OpenDocument &document,
                                    const std::string &id, Reply reply) {
  size_t count = document.result->diagnostics.size();
  if (hashOf(document) != data.text || data.finding < 0 ||
      static_cast<size_t>(data.finding) >= count)
    return reply(lspError("the text has changed", ErrorCode::ContentModified));
  CodeAction action;
  action.finding = static_cast<size_t>(data.finding);
  action.rewrite = data.rewrite;
  workOut(std::move(action), document, id,
          [this, shown = std::move(shown), reply = std::move(reply)](
              const CodeAction &action, const OpenDocument *document,
              const std::string &refusal) mutable {
            if (refusal == kCancelled)
              return reply(lspError(refusal, ErrorCode::RequestCancelled));
            if (!refusal.empty())
              return reply(lspError(refusal, ErrorCode::RequestFailed));
            shown["edit"] = editToJson(action.edits, *document, Features);
            reply(std::move(shown));
          });
}

void ProtocolHandler::onResolve(const AnyParams &params, Reply reply) {
  const json::Object *shown = params.value.getAsObject();
  const json::Value *data = shown ? shown->get("data") : nullptr;
  ActionData parsed;
  if (shown && shown->get("edit"))
    return reply(json::Object(*shown));
  if (!data || !readData(*data, parsed))
    return reply(
        lspError("no action of this server's", ErrorCode::InvalidParams));
  answerWhenLinted(parsed.uri, std::move(reply),
                   [this, shown = *shown, parsed, id = CurrentId](
                       const OpenDocument &document, Reply reply) mutable {
                     replyResolved(std::move(shown), parsed, document, id,
                                   std::move(reply));
                   });
}
