// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Depfile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

/// Escapes as GCC does, which Make and Ninja both read.
static void printName(llvm::StringRef name, llvm::raw_ostream &os) {
  for (char c : name) {
    if (c == ' ' || c == '#')
      os << '\\';
    else if (c == '$')
      os << '$';
    os << c;
  }
}

llvm::Error wglint::writeDepfile(llvm::StringRef depfile,
                                 llvm::ArrayRef<FileResult> files,
                                 llvm::StringRef baseline) {
  return llvm::writeToOutput(
      depfile, [&](llvm::raw_ostream &os) -> llvm::Error {
        printName(depfile.rsplit('.').first, os);
        os << ':';
        llvm::StringSet<> seen;
        auto add = [&](llvm::StringRef name) {
          // Standard input and the like; what is not there would make the
          // target forever old.
          if (!llvm::sys::fs::exists(name) || !seen.insert(name).second)
            return;
          os << " \\\n  ";
          printName(name, os);
        };
        for (const FileResult &file : files)
          for (const std::string &name : file.dependencies)
            add(name);
        add(baseline);
        os << '\n';
        return llvm::Error::success();
      });
}
