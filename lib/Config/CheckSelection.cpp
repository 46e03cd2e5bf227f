// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Config/CheckSelection.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace wglint;

static llvm::Error noSuchCheck(llvm::StringRef glob) {
  std::vector<llvm::StringRef> names;
  for (const CheckInfo *check : allChecks())
    names.push_back(check->name);
  std::string message = ("no check matches '" + glob + "'").str();
  llvm::StringRef nearest = nearestSpelling(glob, names);
  if (!nearest.empty())
    message += ("; did you mean '" + nearest + "'?").str();
  return makeError(message);
}

static llvm::Expected<std::vector<const CheckInfo *>>
matchGlob(llvm::StringRef glob) {
  llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
  if (!pattern)
    return pattern.takeError();
  std::vector<const CheckInfo *> matched;
  llvm::copy_if(
      allChecks(), std::back_inserter(matched),
      [&](const CheckInfo *check) { return pattern->match(check->name); });
  if (matched.empty())
    return noSuchCheck(glob);
  return matched;
}

/// Applies \p globs to \p selected, one after the other.
static llvm::Expected<std::vector<const CheckInfo *>>
apply(llvm::ArrayRef<std::string> globs,
      std::vector<const CheckInfo *> selected) {
  for (llvm::StringRef glob : globs) {
    bool isRemoval = glob.consume_front("-");
    llvm::Expected<std::vector<const CheckInfo *>> matched = matchGlob(glob);
    if (!matched)
      return matched.takeError();
    llvm::erase_if(selected, [&](const CheckInfo *check) {
      return llvm::is_contained(*matched, check);
    });
    if (!isRemoval)
      llvm::append_range(selected, *matched);
  }
  return selected;
}

llvm::Expected<std::vector<const CheckInfo *>>
wglint::selectChecks(llvm::ArrayRef<std::string> globs) {
  std::vector<const CheckInfo *> selected;
  if (globs.empty() || llvm::StringRef(globs.front()).starts_with("-"))
    llvm::copy_if(
        allChecks(), std::back_inserter(selected),
        [](const CheckInfo *check) { return check->enabledByDefault; });
  return apply(globs, std::move(selected));
}

llvm::Expected<std::vector<const CheckInfo *>>
wglint::matchChecks(llvm::ArrayRef<std::string> globs) {
  return apply(globs, {});
}
