// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileResultJson.h"
#include "wglint/Report/DiagnosticJson.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
namespace json = llvm::json;

static json::Value numberOrNull(const std::optional<double> &number) {
  return number ? json::Value(*number) : json::Value(nullptr);
}

static json::Value proofToJson(const ProofFacts &proof) {
  json::Array traffic;
  for (const std::optional<double> &number : proof.trafficPerInvocation)
    traffic.push_back(numberOrNull(number));
  json::Array races;
  for (const std::string &kind : proof.raceKinds)
    races.push_back(toJsonString(kind));
  const std::array<uint32_t, 3> &size = proof.workgroupSize;
  return json::Object{
      {"entryPoint", toJsonString(proof.entryPoint)},
      {"workgroupSize", json::Array{size[0], size[1], size[2]}},
      {"isSynchronizationPartial", proof.isSynchronizationPartial},
      {"raceKinds", std::move(races)},
      {"unknownGlobalCount", proof.unknownGlobalCount},
      {"unknownSharedCount", proof.unknownSharedCount},
      {"trafficPerInvocation", std::move(traffic)},
      {"issuePerInvocation", proof.issuePerInvocation},
      {"predictedNs", numberOrNull(proof.predictedNs)}};
}

static unsigned unsignedAt(const json::Object &object, llvm::StringRef key) {
  return static_cast<unsigned>(*object.getInteger(key));
}

static ProofFacts proofFromJson(const json::Value &value) {
  const json::Object &object = *value.getAsObject();
  ProofFacts proof;
  proof.entryPoint = object.getString("entryPoint")->str();
  const json::Array &size = *object.getArray("workgroupSize");
  for (size_t i = 0; i < 3; ++i)
    proof.workgroupSize[i] = static_cast<uint32_t>(*size[i].getAsInteger());
  proof.isSynchronizationPartial =
      *object.getBoolean("isSynchronizationPartial");
  for (const json::Value &kind : *object.getArray("raceKinds"))
    proof.raceKinds.push_back(kind.getAsString()->str());
  proof.unknownGlobalCount = unsignedAt(object, "unknownGlobalCount");
  proof.unknownSharedCount = unsignedAt(object, "unknownSharedCount");
  for (const json::Value &number : *object.getArray("trafficPerInvocation"))
    proof.trafficPerInvocation.push_back(number.getAsNumber());
  proof.issuePerInvocation = *object.getNumber("issuePerInvocation");
  proof.predictedNs = object.getNumber("predictedNs");
  return proof;
}

static json::Array namesToJson(const std::set<std::string> &names) {
  json::Array array;
  for (const std::string &name : names)
    array.push_back(toJsonString(name));
  return array;
}

static std::set<std::string> namesFromJson(const json::Array &array) {
  std::set<std::string> names;
  for (const json::Value &name : array)
    names.insert(name.getAsString()->str());
  return names;
}

std::string wglint::serialize(FileResult result) {
  json::Array diagnostics, texts, dependencies, proof, fixes;
  for (const Diagnostic &diagnostic : result.diagnostics)
    diagnostics.push_back(toJson(diagnostic));
  // A text may hold bytes that are not UTF-8, and columns count bytes.
  for (const auto &[file, text] : result.texts)
    texts.push_back(json::Array{toJsonString(file), llvm::encodeBase64(text)});
  for (const std::string &file : result.dependencies)
    dependencies.push_back(llvm::encodeBase64(file));
  for (const ProofFacts &facts : result.proof)
    proof.push_back(proofToJson(facts));
  for (const Fix &fix : result.fixes)
    fixes.push_back(toJson(fix));
  json::Object object{{"file", toJsonString(result.file)},
                      {"status", static_cast<int>(result.status)},
                      {"reason", toJsonString(result.reason)},
                      {"diagnostics", std::move(diagnostics)},
                      {"facts", std::move(result.facts)},
                      {"texts", std::move(texts)},
                      {"dependencies", std::move(dependencies)},
                      {"proof", std::move(proof)},
                      {"fixes", std::move(fixes)},
                      {"refusal", toJsonString(result.refusal)}};
  if (result.hostNames) {
    object["uniforms"] = namesToJson(result.hostNames->uniforms);
    object["constants"] = namesToJson(result.hostNames->constants);
  }
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
  for (const json::Value &proof : *object.getArray("proof"))
    result.proof.push_back(proofFromJson(proof));
  for (const json::Value &fix : *object.getArray("fixes"))
    result.fixes.push_back(*fixFromJson(fix));
  result.refusal = object.getString("refusal")->str();
  if (const json::Array *uniforms = object.getArray("uniforms"))
    result.hostNames = {namesFromJson(*uniforms),
                        namesFromJson(*object.getArray("constants"))};
  return result;
}
