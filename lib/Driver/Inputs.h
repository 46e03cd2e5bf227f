// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From what the command line names to files; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_INPUTS_H
#define WGLINT_LIB_DRIVER_INPUTS_H

#include "wglint/Config/ConfigLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace wglint {

/// A file to lint.
struct InputFile {
  std::string file;        ///< "-" is standard input
  bool isSearched = false; ///< found in a folder or by a glob, not named
};

/// Replaces folders by the shaders in and below them and globs by what they
/// match. Shaders are known by their endings, or by \p loader's rules. Links to
/// folders are not followed, and folders whose name begins with a dot are
/// passed over. The order is that of \p names, by path within a folder; what is
/// found does not come twice. What names nothing is said on \p notes.
std::vector<InputFile> findInputs(llvm::ArrayRef<std::string> names,
                                  ConfigLoader &loader,
                                  llvm::raw_ostream &notes);

/// The content of \p file, or of standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef file);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_INPUTS_H
