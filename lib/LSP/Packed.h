// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Numbers and texts one after the other, for what goes between the server and
/// its own processes at every edit: thousands of short texts, of which a
/// document model such as JSON's costs more than the work that made them.
#ifndef WGLINT_LIB_LSP_PACKED_H
#define WGLINT_LIB_LSP_PACKED_H

#include "llvm/ADT/StringRef.h"
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string>

namespace wglint::lsp {

/// Appends; read in the same order by PackedReader. Numbers are in the
/// machine's order: both ends are one program on one machine.
class PackedWriter {
public:
  void number(uint32_t value) {
    Bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void text(llvm::StringRef text) {
    number(static_cast<uint32_t>(text.size()));
    Bytes.append(text.data(), text.size());
  }
  llvm::StringRef bytes() const { return Bytes; }

private:
  std::string Bytes;
};

/// Reads what a PackedWriter has written; a bug where it is anything else.
class PackedReader {
public:
  explicit PackedReader(llvm::StringRef bytes) : Rest(bytes) {}

  uint32_t number() {
    uint32_t value = 0;
    assert(Rest.size() >= sizeof(value) && "read past what was packed");
    std::memcpy(&value, Rest.data(), sizeof(value));
    Rest = Rest.drop_front(sizeof(value));
    return value;
  }
  llvm::StringRef text() {
    uint32_t size = number();
    assert(Rest.size() >= size && "read past what was packed");
    llvm::StringRef text = Rest.take_front(size);
    Rest = Rest.drop_front(size);
    return text;
  }

private:
  llvm::StringRef Rest;
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_PACKED_H
