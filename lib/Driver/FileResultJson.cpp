// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileResultJson.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
namespace json = llvm::json;

std::string wglint::serialize(FileResult result) {
  json::Array diagnostics, texts, dependencies;
  for (const Diagnostic &diagnostic : result.diagnostics)
    diagnostics.push_back(toJson(diagnostic));
  // A text may hold bytes that are not UTF-8, and columns count bytes.
  for (const auto &[file, text] : result.texts)
    texts.push_back(json::Array{toJsonString(file), llvm::encodeBase64(text)});
  for (const std::string &file : result.dependencies)
    dependencies.push_back(llvm::encodeBase64(file));
  json::Object object{{"file", toJsonString(result.file)},
                      {"status", static_cast<int>(result.status)},
                      {"reason", toJsonString(result.reason)},
                      {"diagnostics", std::move(diagnostics)},
                      {"facts", std::move(result.facts)},
                      {"texts", std::move(texts)},
                      {"dependencies", std::move(dependencies)}};
  std::string bytes;
  llvm::raw_string_ostream(bytes) << json::Value(std::move(object));
  return bytes;
}

static std::string bytesFromJson(const json::Value &value) {
  std::vector<char> bytes;
  llvm::cantFail(llvm::decodeBase64(*value.getAsString(), bytes));
  return {bytes.begin(), bytes.end()};
}

static std::pair<std::string, std::string>
textFromJson(const json::Value &value) {
  const json::Array &pair = *value.getAsArray();
  return {pair[0].getAsString()->str(), bytesFromJson(pair[1])};
}

FileResult wglint::deserialize(llvm::StringRef bytes) {
  json::Value value = llvm::cantFail(json::parse(bytes));
  json::Object &object = *value.getAsObject();
  FileResult result;
  result.file = object.getString("file")->str();
  result.status = static_cast<FileStatus>(*object.getInteger("status"));
  result.reason = object.getString("reason")->str();
  for (const json::Value &diagnostic : *object.getArray("diagnostics")) {
    std::optional<Diagnostic> parsed = diagnosticFromJson(diagnostic);
    assert(parsed && "written by serialize()");
    result.diagnostics.push_back(std::move(*parsed));
  }
  result.facts = std::move(*object.getArray("facts"));
  for (const json::Value &text : *object.getArray("texts"))
    result.texts.push_back(textFromJson(text));
  for (const json::Value &file : *object.getArray("dependencies"))
    result.dependencies.push_back(bytesFromJson(file));
  return result;
}
