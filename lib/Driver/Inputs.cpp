// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace wglint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
wglint::readInput(StringRef file) {
  if (fs::is_directory(file))
    return makeError("is a directory; name the files in it");
  // Volatile means no memory map, which would end the process if an editor
  // shrinks the file meanwhile.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      file == "-" ? llvm::MemoryBuffer::getSTDIN()
                  : llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                                /*RequiresNullTerminator=*/true,
                                                /*IsVolatile=*/true);
  if (!buffer)
    return makeError(buffer.getError().message());
  return std::move(*buffer);
}

static bool hasShaderEnding(StringRef file) {
  for (StringRef ending :
       {".comp", ".glsl", ".compute", ".csh", ".spv", ".spvasm"})
    if (file.ends_with(ending))
      return true;
  return false;
}

/// All files below \p folder for which \p isWanted, sorted.
static std::vector<std::string>
walk(StringRef folder, llvm::function_ref<bool(StringRef)> isWanted) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error,
                                         /*follow_symlinks=*/false);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    StringRef file = entry->path();
    if (path::filename(file).starts_with("."))
      entry.no_push();
    else if (!fs::is_directory(file) && isWanted(file))
      found.push_back(path::remove_leading_dotslash(file).str());
  }
  llvm::sort(found);
  return found;
}

/// The part of a glob before its first special character, up to a slash.
static StringRef fixedFolder(StringRef glob) {
  StringRef fixed = glob.take_front(glob.find_first_of("*?["));
  size_t slash = fixed.rfind('/');
  return slash == StringRef::npos ? "." : fixed.take_front(slash + 1);
}

static std::vector<std::string> expandGlob(StringRef glob) {
  llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
  if (!pattern) {
    llvm::consumeError(pattern.takeError());
    return {};
  }
  return walk(fixedFolder(glob), [&](StringRef file) {
    return pattern->match(path::remove_leading_dotslash(file));
  });
}

std::vector<InputFile> wglint::findInputs(llvm::ArrayRef<std::string> names,
                                          ConfigLoader &loader,
                                          llvm::raw_ostream &notes) {
  std::vector<InputFile> inputs;
  llvm::StringSet<> seen;
  for (StringRef name : names) {
    bool isFolder = fs::is_directory(name);
    bool isGlob = !isFolder && name.find_first_of("*?[") != StringRef::npos &&
                  !fs::exists(name);
    if (!isFolder && !isGlob) {
      seen.insert(name);
      inputs.push_back({name.str(), false});
      continue;
    }
    std::vector<std::string> found =
        isGlob ? expandGlob(name) : walk(name, [&](StringRef file) {
          return hasShaderEnding(file) || loader.isNamed(file);
        });
    if (found.empty())
      notes << "wglint: note: no shaders " << (isGlob ? "match" : "in") << " '"
            << name << "'\n";
    for (std::string &file : found)
      if (seen.insert(file).second)
        inputs.push_back({std::move(file), true});
  }
  return inputs;
}
