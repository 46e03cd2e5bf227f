// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Places.h"
#include "wglint/Diag/FindingKey.h"
#include "wglint/Support/LineText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace wglint;
namespace path = llvm::sys::path;
using PathBuffer = llvm::SmallString<256>;

/// \p name below \p folder, or an empty string where it is not.
static llvm::StringRef below(llvm::StringRef name, llvm::StringRef folder) {
  if (folder.empty() || !name.consume_front(folder))
    return "";
  return name.consume_front("/") || folder.ends_with("/") ? name : "";
}

static PathBuffer withoutDots(llvm::StringRef name) {
  PathBuffer result(name);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result;
}

/// Absolute and without links; as it is written where there is no such file.
static PathBuffer resolved(llvm::StringRef name) {
  PathBuffer result;
  return llvm::sys::fs::real_path(name, result) ? withoutDots(name) : result;
}

std::string wglint::pathFromRoot(llvm::StringRef file, const Report &report) {
  PathBuffer absolute(file);
  if (report.root.empty() || llvm::sys::fs::make_absolute(absolute))
    return file.str();
  // A service shows no link, but it shows the file that the link names.
  PathBuffer target = resolved(absolute), root = resolved(report.root);
  llvm::StringRef name = below(target, root);
  if (!name.empty())
    return name.str();
  PathBuffer plain = withoutDots(absolute);
  PathBuffer plainRoot = withoutDots(report.root);
  name = below(plain, plainRoot);
  return name.empty() ? plain.str().str() : name.str();
}

std::string wglint::toUri(llvm::StringRef path) {
  std::string uri = path.starts_with("/") ? "file://" : "";
  for (char c : path) {
    // RFC 3986: unreserved characters, and the slash between segments. A colon
    // in the first segment would make a scheme of it.
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += '%' + llvm::utohexstr(static_cast<uint8_t>(c),
                                   /*LowerCase=*/false, /*Width=*/2);
  }
  return uri;
}

static unsigned utf16Column(const Position &position, llvm::StringRef text) {
  std::optional<llvm::StringRef> line = lineOf(text, position.line);
  if (!line || position.column == 0)
    return 0;
  return utf16Length(line->take_front(position.column - 1)) + 1;
}

Utf16Region wglint::toUtf16(const SourceRange &range, const Report &report) {
  Utf16Region region;
  if (range.isWholeFile())
    return region;
  region.beginLine = range.begin.line;
  region.endLine = std::max(range.begin.line, range.end.line);
  auto text = report.texts.find(range.file);
  if (text == report.texts.end())
    return region;
  region.beginColumn = utf16Column(range.begin, text->second);
  if (region.beginColumn)
    region.endColumn = utf16Column(range.end, text->second);
  return region;
}

static llvm::StringRef lineTextOf(const SourceRange &range,
                                  const Report &report) {
  auto text = report.texts.find(range.file);
  if (range.isWholeFile() || text == report.texts.end())
    return "";
  return lineOf(text->second, range.begin.line).value_or("");
}

std::string Fingerprints::next(const Diagnostic &finding) {
  std::string key =
      findingKey(pathFromRoot(finding.range.file, Reported), finding.check,
                 lineTextOf(finding.range, Reported));
  unsigned count = ++Counts[key];
  return key + ':' + std::to_string(count);
}
