// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintMessages.h"
#include "Packed.h"

using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Findings; found by their arguments, hence in their namespace
//===----------------------------------------------------------------------===//

namespace wglint {

template <typename Archive>
static void fields(Archive &archive, Position &position) {
  archive(position.line, position.column);
}

template <typename Archive>
static void fields(Archive &archive, SourceRange &range) {
  archive(range.file, range.begin, range.end);
}

template <typename Archive>
static void fields(Archive &archive, TextEdit &edit) {
  archive(edit.range, edit.text);
}

template <typename Archive>
static void fields(Archive &archive, Fix &fix) {
  archive(fix.rewrite, fix.message, fix.applicability, fix.edits, fix.proposal,
          fix.dispatchChange, fix.workgroupCovers, fix.validation);
}

template <typename Archive>
static void fields(Archive &archive, Measurement &measurement) {
  archive(measurement.name, measurement.value, measurement.unit);
}

template <typename Archive>
static void fields(Archive &archive, DiagnosticNote &note) {
  archive(note.range, note.message, note.kind);
}

template <typename Archive>
static void fields(Archive &archive, Diagnostic &finding) {
  archive(finding.check, finding.severity, finding.range, finding.message,
          finding.evidence, finding.assumptions, finding.measurements,
          finding.notes, finding.fixes, finding.device);
}

} // namespace wglint

//===----------------------------------------------------------------------===//
// Requests and results
//===----------------------------------------------------------------------===//

namespace wglint::lsp {

template <typename Archive>
static void fields(Archive &archive, HoverText &hover) {
  archive(hover.range, hover.name, hover.markdown);
}

template <typename Archive>
static void fields(Archive &archive, CostHint &hint) {
  archive(hint.range, hint.label);
}

template <typename Archive>
static void fields(Archive &archive, Annotations &annotations) {
  archive(annotations.hovers, annotations.hints);
}

template <typename Archive>
static void fields(Archive &archive, LintRequest &request) {
  archive(request.path, request.text, request.overlays, request.rewrite,
          request.finding, request.mendsRemarks);
}

template <typename Archive>
static void fields(Archive &archive, LintResult &result) {
  archive(result.status, result.reason, result.diagnostics, result.annotations,
          result.texts, result.configFiles, result.fix, result.fixedText,
          result.refusal, result.isCancelled);
}

} // namespace wglint::lsp

namespace wglint {

template <typename T>
static std::string packed(const T &value) {
  lsp::PackedWriter writer;
  writer(value);
  return writer.bytes().str();
}

template <typename T>
static T unpacked(StringRef bytes) {
  T value;
  lsp::PackedReader reader(bytes);
  reader(value);
  return value;
}

std::string lsp::serialize(const LintRequest &request) {
  return packed(request);
}

std::string lsp::serialize(const LintResult &result) { return packed(result); }

lsp::LintRequest lsp::deserializeRequest(StringRef bytes) {
  return unpacked<LintRequest>(bytes);
}

lsp::LintResult lsp::deserializeResult(StringRef bytes) {
  return unpacked<LintResult>(bytes);
}

} // namespace wglint
