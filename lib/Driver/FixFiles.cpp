// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixFiles.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

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

/// Errors: \p target is there to be read only. A new file would take its place
/// all the same, and root may write anything.
static llvm::Error checkWritable(StringRef target, fs::perms permissions) {
  if ((permissions & fs::all_write) == fs::no_perms)
    return makeError("it is read-only");
  return llvm::errorCodeToError(fs::access(target, fs::AccessMode::Write));
}

/// replaceFile(), with what the system says alone.
static llvm::Error replaceTarget(StringRef path, StringRef text) {
  // Where the file is a link, what it points to is replaced.
  llvm::SmallString<256> target;
  if (std::error_code code = fs::real_path(path, target))
    return llvm::errorCodeToError(code);
  llvm::ErrorOr<fs::perms> permissions = fs::getPermissions(target);
  if (!permissions)
    return llvm::errorCodeToError(permissions.getError());
  if (llvm::Error error = checkWritable(target, *permissions))
    return error;
  return writeAndRename(target, text, *permissions);
}

llvm::Error wglint::replaceFile(StringRef path, StringRef text) {
  llvm::Error error = replaceTarget(path, text);
  if (!error)
    return llvm::Error::success();
  return makeError("cannot write '" + path +
                   "': " + llvm::toString(std::move(error)));
}

/// \p path as a patch names it, so that `git apply` and `patch -p1` find it
/// from the current folder; what lies outside of that is named from the root
/// on.
static std::string patchName(StringRef path) {
  llvm::SmallString<256> folder, file;
  if (fs::real_path(".", folder))
    return path.str();
  // They patch no link, but the file that it names. A text from standard input
  // need not be any file's.
  if (fs::real_path(path, file)) {
    file = path;
    fs::make_absolute(folder, file);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  }
  StringRef name = file;
  if (!name.consume_front(folder) || !name.starts_with("/"))
    name = file;
  return llvm::sys::path::relative_path(name).str();
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

/// How many findings no rewrite could mend.
static unsigned countRefused(const FixedFile &fixed) {
  std::set<Diagnostic> findings;
  for (const FixRecord &record : fixed.refused)
    findings.insert(record.finding);
  return findings.size();
}

FileResult wglint::mendFile(StringRef path, StringRef text,
                            llvm::ArrayRef<VariantJob> jobs,
                            const FixOptions &options, MendCounts &counts,
                            llvm::raw_ostream &out, llvm::raw_ostream &err) {
  FixedFile fixed = fixFile(path, text, jobs, options);
  FileResult result = std::move(fixed.result);
  noteRefusals(fixed, result);
  counts.refused += countRefused(fixed);
  counts.hiddenRemarks += fixed.hiddenRemarkCount;
  counts.unsafe += fixed.unsafeCount;
  if (fixed.text != text) {
    if (options.isDiffOnly) {
      std::string name = patchName(path);
      if (counts.patched.insert(name).second)
        out << unifiedDiff(text, fixed.text, name);
    } else if (llvm::Error error = replaceFile(path, fixed.text)) {
      // What is left of the text that was not written is nobody's.
      result = FileResult();
      result.file = path.str();
      result.status = FileStatus::Unreadable;
      result.reason = llvm::toString(std::move(error));
      err << "wglint: error: " << result.reason << '\n';
      return result;
    }
  }
  for (const FixRecord &record : fixed.applied)
    printApplied(record, options.isDiffOnly, err);
  counts.applied += fixed.applied.size();
  return result;
}

void wglint::noteIdleFix(const MendCounts &counts, const FixOptions &options,
                         llvm::raw_ostream &os) {
  if (!options.isFixing || options.named.empty() || counts.applied > 0)
    return;
  std::vector<std::string> reasons;
  auto add = [&](unsigned count, StringRef one, StringRef several) {
    if (count > 0)
      reasons.push_back(
          (llvm::Twine(count) + " " + (count == 1 ? one : several)).str());
  };
  add(counts.refused, "refused (the finding stays)",
      "refused (the findings stay)");
  add(counts.unsafe, "needs --unsafe-fixes", "need --unsafe-fixes");
  add(counts.hiddenRemarks, "is for a remark that is not shown (--remarks)",
      "are for remarks that are not shown (--remarks)");
  os << "wglint: note: no fix applied: "
     << (reasons.empty() ? "there is no finding for it"
                         : llvm::join(reasons, ", "))
     << '\n';
}
