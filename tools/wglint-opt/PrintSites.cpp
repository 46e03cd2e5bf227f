// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --print=sites: each memory instruction with the text that it comes from.
/// --print=tokens: what the compiler gets to see.

#include "Actions.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/StringExtras.h"

namespace wglint::opt {

using spirv::Module;
using spirv::Type;
using spirv::TypeKind;

static llvm::StringRef kindName(SiteKind kind) {
  switch (kind) {
  case SiteKind::Load:
    return "load";
  case SiteKind::Store:
    return "store";
  case SiteKind::Atomic:
    return "atomic";
  case SiteKind::Image:
    return "image";
  case SiteKind::Other:
    break;
  }
  return "call";
}

/// A type as GLSL writes it, "?" for those that have no constructor.
static std::string glslType(const Module &module, const Type *type) {
  if (!type)
    return "?";
  switch (type->kind) {
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int:
    if (type->bitWidth != 32)
      return "?";
    return type->isSigned ? "int" : "uint";
  case TypeKind::Float:
    return type->bitWidth == 32 ? "float" : "?";
  case TypeKind::Vector: {
    std::string component = glslType(module, module.typeOrNull(type->element));
    if (component == "?")
      return component;
    std::string prefix = component == "float" ? "" : component.substr(0, 1);
    return prefix + "vec" + std::to_string(type->count);
  }
  case TypeKind::Matrix: {
    const Type *column = module.typeOrNull(type->element);
    std::string rows = column ? std::to_string(column->count) : "?";
    return "mat" + std::to_string(type->count) + "x" + rows;
  }
  default:
    return "?";
  }
}

/// The text of \p range, white space made single.
static std::string textOf(const SourceMap &map, const SourceRange &range) {
  auto text = map.text(range.file);
  if (!text || range.isWholeFile())
    return "";
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text->split(lines, '\n');
  std::string result;
  for (unsigned line = range.begin.line;
       line <= range.end.line && line <= lines.size(); ++line) {
    llvm::StringRef part = lines[line - 1];
    if (line == range.end.line)
      part = part.take_front(range.end.column - 1);
    if (line == range.begin.line)
      part = part.drop_front(range.begin.column - 1);
    result += part.str() + (line < range.end.line ? " " : "");
  }
  return llvm::join(llvm::split(result, '\n'), " ");
}

static void printDiagnostic(const Diagnostic &d, llvm::raw_ostream &out) {
  out << placeText(d.range) << ": error: " << d.message << " [" << d.check
      << "]\n";
  for (const DiagnosticNote &note : d.notes)
    out << placeText(note.range) << ": note: " << note.message << '\n';
}

static void printSite(const Module &module, const SourceMap &map,
                      uint32_t index, llvm::raw_ostream &out) {
  constexpr uint16_t kOpFunctionCall = 57;
  const spirv::Instruction &inst = module.instructions()[index];
  DebugKey key = spirv::debugKey(module, index);
  if (key.kind == SiteKind::Other && inst.opcode != kOpFunctionCall)
    return;
  SourceLocation place = map.resolve(key);
  out << kindName(key.kind) << ' ' << (key.root.empty() ? "-" : key.root) << ' '
      << glslType(module, module.typeOf(inst.result)) << ' '
      << (place.isExact ? "exact" : "inexact") << ' ' << placeText(place.range)
      << '-' << place.range.end << " | " << textOf(map, place.range) << '\n';
  for (const DiagnosticNote &note : place.context)
    out << "  note " << placeText(note.range) << ": " << note.message << '\n';
}

static llvm::Error printSitesOf(llvm::StringRef path,
                                const FrontendOptions &options,
                                llvm::raw_ostream &out) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  FrontendResult result = compileShader(path, (*buffer)->getBuffer(), options);
  for (const Diagnostic &diagnostic : result.diagnostics)
    printDiagnostic(diagnostic, out);
  if (result.status == FrontendStatus::Skipped)
    out << "skipped: " << result.skipReason << '\n';
  if (result.status != FrontendStatus::Compiled)
    return llvm::Error::success();
  auto module = spirv::Module::parse(result.spirv);
  if (!module)
    return module.takeError();
  for (uint32_t i = 0; i < (*module)->instructions().size(); ++i)
    printSite(**module, *result.sourceMap, i, out);
  return llvm::Error::success();
}

llvm::Error printSites(llvm::ArrayRef<std::string> paths,
                       const FrontendOptions &options, llvm::raw_ostream &out) {
  for (const std::string &path : paths) {
    if (paths.size() > 1)
      out << "== " << path << '\n';
    if (llvm::Error error = printSitesOf(path, options, out))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error printTokens(llvm::StringRef path, const FrontendOptions &options,
                        llvm::raw_ostream &out) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  out << preprocessShader(path, (*buffer)->getBuffer(), options);
  return llvm::Error::success();
}

} // namespace wglint::opt
