// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixFiles.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace wglint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Writes \p text beside \p target and moves it there.
static llvm::Error writeAndRename(const llvm::Twine &target, StringRef text,
                                  fs::perms permissions) {
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(target + ".%%%%%%.tmp", permissions);
  if (!file)
    return file.takeError();
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << text;
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  if (code)
    return llvm::joinErrors(llvm::errorCodeToError(code), file->discard());
  // The umask has taken bits from what create() was given.
  if ((code = fs::setPermissions(file->FD, permissions)))
    return llvm::joinErrors(llvm::errorCodeToError(code), file->discard());
  return file->keep(target);
}

llvm::Error wglint::replaceFile(StringRef path, StringRef text) {
  // Where the file is a link, what it points to is replaced.
  llvm::SmallString<256> target;
  llvm::ErrorOr<fs::perms> permissions = fs::getPermissions(path);
  std::error_code code = fs::real_path(path, target);
  llvm::Error error = code ? llvm::errorCodeToError(code)
                      : !permissions
                          ? llvm::errorCodeToError(permissions.getError())
                          : writeAndRename(target, text, *permissions);
  if (!error)
    return llvm::Error::success();
  return makeError("cannot write '" + path +
                   "': " + llvm::toString(std::move(error)));
}

static void printApplied(const FixRecord &record, bool isDiff,
                         llvm::raw_ostream &err) {
  err << "wglint: " << (isDiff ? "would fix " : "fixed ")
      << placeText(record.finding.range) << " [" << record.finding.check
      << "]: '" << record.fix.rewrite << "' " << record.fix.message << '\n';
  if (!record.fix.dispatchChange.empty())
    err << "wglint: note: the dispatch changes: " << record.fix.dispatchChange
        << '\n';
  if (!record.fix.validation.empty())
    err << "wglint: note: " << record.fix.validation << '\n';
}

/// Says at each finding that is left why its fix was not applied.
static void noteRefusals(const FixedFile &fixed, FileResult &result) {
  std::map<std::pair<Diagnostic, std::string>, std::string> reasons;
  for (const FixRecord &record : fixed.refused)
    reasons[{record.finding, record.fix.rewrite}] = record.refusal;
  for (Diagnostic &finding : result.diagnostics)
    for (Fix &fix : finding.fixes) {
      auto reason = reasons.find({finding, fix.rewrite});
      if (reason == reasons.end())
        continue;
      fix.validation = "not applied: " + reason->second;
      // Nobody is to take what the proof has refused.
      fix.edits.clear();
    }
}

FileResult wglint::mendFile(StringRef path, StringRef text,
                            llvm::ArrayRef<VariantJob> jobs,
                            const FixOptions &options, llvm::raw_ostream &out,
                            llvm::raw_ostream &err) {
  FixedFile fixed = fixFile(path, text, jobs, options);
  FileResult result = std::move(fixed.result);
  noteRefusals(fixed, result);
  if (fixed.text != text) {
    if (options.isDiffOnly) {
      out << unifiedDiff(text, fixed.text, path);
    } else if (llvm::Error error = replaceFile(path, fixed.text)) {
      result.status = FileStatus::Unreadable;
      result.reason = llvm::toString(std::move(error));
      err << "wglint: error: " << result.reason << '\n';
      return result;
    }
  }
  for (const FixRecord &record : fixed.applied)
    printApplied(record, options.isDiffOnly, err);
  return result;
}
