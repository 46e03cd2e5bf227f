// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileWatch.h"
#include "llvm/Support/FileSystem.h"

using namespace wglint::lsp;

static int64_t modificationTime(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return 0;
  return status.getLastModificationTime().time_since_epoch().count();
}

std::vector<std::string> FileWatch::changed(llvm::ArrayRef<std::string> paths) {
  std::vector<std::string> changed;
  std::map<std::string, int64_t> times;
  for (const std::string &path : paths) {
    int64_t time = modificationTime(path);
    auto before = Times.find(path);
    if (before != Times.end() && before->second != time)
      changed.push_back(path);
    times[path] = time;
  }
  Times = std::move(times);
  return changed;
}
