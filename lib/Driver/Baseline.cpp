// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Baseline.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Diag/FindingKey.h"
#include "wglint/Report/DiagnosticJson.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/LineText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
using llvm::StringRef;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static constexpr int64_t kVersion = 1;

static llvm::SmallString<256> absolute(StringRef file) {
  llvm::SmallString<256> result(file);
  // What has no absolute name is compared as it is.
  (void)llvm::sys::fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result;
}

/// \p file as seen from \p folder.
static std::string relativePath(StringRef file, StringRef folder) {
  llvm::SmallString<256> to = absolute(file), from = absolute(folder);
  auto toPart = path::begin(to), fromPart = path::begin(from);
  while (toPart != path::end(to) && fromPart != path::end(from) &&
         *toPart == *fromPart)
    ++toPart, ++fromPart;
  llvm::SmallString<256> result;
  for (; fromPart != path::end(from); ++fromPart)
    path::append(result, "..");
  for (; toPart != path::end(to); ++toPart)
    path::append(result, *toPart);
  return result.str().str();
}

Baseline::Baseline(StringRef file) : File(file.str()) {}

std::string Baseline::pathOf(StringRef file) const {
  StringRef folder = path::parent_path(File);
  return relativePath(file, folder.empty() ? "." : folder);
}

std::string Baseline::keyOf(const Diagnostic &finding,
                            const FileResult &file) const {
  StringRef line;
  for (const auto &[name, text] : file.texts)
    if (name == finding.range.file)
      line = lineOf(text, finding.range.begin.line).value_or("");
  return findingKey(pathOf(finding.range.file), finding.check, line);
}

/// A place and what is said there, as a key.
static Diagnostic essence(const Diagnostic &finding) {
  Diagnostic result;
  result.range = finding.range;
  result.check = finding.check;
  result.message = finding.message;
  return result;
}

void Baseline::add(const FileResult &file) {
  for (const Diagnostic &finding : file.diagnostics)
    if (findCheck(finding.check) &&
        Seen.insert({essence(finding), true}).second)
      ++Counts[pathOf(finding.range.file)][finding.check][keyOf(finding, file)];
}

int64_t *Baseline::find(const Diagnostic &finding, const std::string &key) {
  auto checks = Counts.find(pathOf(finding.range.file));
  if (checks == Counts.end())
    return nullptr;
  auto keys = checks->second.find(finding.check);
  if (keys == checks->second.end())
    return nullptr;
  auto count = keys->second.find(key);
  return count != keys->second.end() && count->second > 0 ? &count->second
                                                          : nullptr;
}

unsigned Baseline::removeKnown(FileResult &file) {
  size_t before = file.diagnostics.size();
  llvm::erase_if(file.diagnostics, [&](const Diagnostic &finding) {
    auto [seen, isNew] = Seen.insert({essence(finding), false});
    if (!isNew)
      return seen->second;
    int64_t *count = find(finding, keyOf(finding, file));
    if (!count)
      return false;
    --*count;
    return seen->second = true;
  });
  return static_cast<unsigned>(before - file.diagnostics.size());
}

template <typename Checks>
static int64_t sum(const Checks &checks) {
  int64_t total = 0;
  for (const auto &[check, keys] : checks)
    for (const auto &[key, count] : keys)
      total += count;
  return total;
}

int64_t Baseline::count() const {
  int64_t total = 0;
  for (const auto &[file, checks] : Counts)
    total += sum(checks);
  return total;
}

int64_t Baseline::countOf(StringRef file) const {
  auto checks = Counts.find(pathOf(file));
  return checks == Counts.end() ? 0 : sum(checks->second);
}

llvm::Error Baseline::write() const {
  return llvm::writeToOutput(File, [&](llvm::raw_ostream &os) -> llvm::Error {
    json::OStream out(os, /*IndentSize=*/2);
    out.object([&] {
      out.attribute("version", kVersion);
      out.attributeObject("files", [&] {
        for (const auto &[file, checks] : Counts) {
          const auto &byCheck = checks;
          out.attributeObject(json::fixUTF8(file), [&] {
            for (const auto &[check, keys] : byCheck) {
              const auto &byKey = keys;
              out.attributeObject(check, [&] {
                for (const auto &[key, count] : byKey)
                  out.attribute(key, count);
              });
            }
          });
        }
      });
    });
    os << '\n';
    return llvm::Error::success();
  });
}

llvm::Expected<Baseline> Baseline::read(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return makeError(buffer.getError().message());
  llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value)
    return value.takeError();
  Baseline baseline(file);
  json::Path::Root root("baseline");
  json::Path place(root);
  int64_t version = 0;
  json::ObjectMapper map(*value, place);
  if (!map || !map.map("version", version) ||
      !map.map("files", baseline.Counts))
    return root.getError();
  if (version != kVersion)
    return makeError("its version " + llvm::Twine(version) +
                     " is not known here");
  return baseline;
}
