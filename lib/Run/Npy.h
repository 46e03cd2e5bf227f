// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// NumPy's array files: format version 1.0 is written, 1.0 to 3.0 are read;
/// little endian, C order. Source: numpy.lib.format's documentation.
#ifndef WGLINT_LIB_RUN_NPY_H
#define WGLINT_LIB_RUN_NPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

struct NpyArray {
  std::string type; ///< "<f4", "|u1"
  std::vector<uint64_t> shape;
  std::vector<uint8_t> bytes;
};

/// Reads \p text. Errors: not such a file, Fortran order, big endian, a shape
/// that does not fit the bytes.
llvm::Expected<NpyArray> parseNpy(llvm::StringRef text);

/// The file that holds \p array.
std::string toNpy(const NpyArray &array);

} // namespace wglint

#endif // WGLINT_LIB_RUN_NPY_H
