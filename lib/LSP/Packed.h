// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values as bytes, one after the other, for what goes between the server and
/// its own processes at every edit: thousands of short texts, of which a
/// document model such as JSON's costs more than the work that made them.
///
/// A structure is packed and unpacked by one function, found by its argument:
/// `template <typename Archive> void fields(Archive &archive, Type &value)`
/// hands all fields to the archive.
#ifndef WGLINT_LIB_LSP_PACKED_H
#define WGLINT_LIB_LSP_PACKED_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace wglint::lsp {

/// Appends; read in the same order by PackedReader. Numbers are in the
/// machine's order: both ends are one program on one machine.
class PackedWriter {
public:
  template <typename... Ts>
  void operator()(const Ts &...values) {
    (write(values), ...);
  }
  llvm::StringRef bytes() const { return Bytes; }

private:
  /// Some of the texts are files, which may be no UTF-8; the protocol takes
  /// nothing else.
  void write(const std::string &text) {
    if (!llvm::json::isUTF8(text))
      return write(llvm::json::fixUTF8(text));
    write(static_cast<uint32_t>(text.size()));
    Bytes.append(text);
  }
  template <typename T>
  void write(const std::vector<T> &items) {
    write(static_cast<uint32_t>(items.size()));
    for (const T &item : items)
      write(item);
  }
  template <typename T, size_t Count>
  void write(const std::array<T, Count> &items) {
    for (const T &item : items)
      write(item);
  }
  template <typename T>
  void write(const std::optional<T> &item) {
    write(item.has_value());
    if (item)
      write(*item);
  }
  template <typename A, typename B>
  void write(const std::pair<A, B> &item) {
    write(item.first);
    write(item.second);
  }
  void write(const std::map<std::string, std::string> &items) {
    write(static_cast<uint32_t>(items.size()));
    for (const auto &item : items)
      write(item);
  }
  template <typename T>
  void write(const T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      Bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
    else // nothing is changed by an archive that writes
      fields(*this, const_cast<T &>(value));
  }

  std::string Bytes;
};

/// Reads what a PackedWriter has written; a bug where it is anything else.
class PackedReader {
public:
  explicit PackedReader(llvm::StringRef bytes) : Rest(bytes) {}

  template <typename... Ts>
  void operator()(Ts &...values) {
    (read(values), ...);
  }

private:
  llvm::StringRef take(size_t size) {
    assert(Rest.size() >= size && "read past what was packed");
    llvm::StringRef taken = Rest.take_front(size);
    Rest = Rest.drop_front(size);
    return taken;
  }
  uint32_t count() {
    uint32_t count = 0;
    read(count);
    return count;
  }
  void read(std::string &text) { text = take(count()).str(); }
  template <typename T>
  void read(std::vector<T> &items) {
    items.resize(count());
    for (T &item : items)
      read(item);
  }
  template <typename T, size_t Count>
  void read(std::array<T, Count> &items) {
    for (T &item : items)
      read(item);
  }
  template <typename T>
  void read(std::optional<T> &item) {
    bool hasValue = false;
    read(hasValue);
    if (hasValue)
      read(item.emplace());
  }
  template <typename A, typename B>
  void read(std::pair<A, B> &item) {
    read(item.first);
    read(item.second);
  }
  void read(std::map<std::string, std::string> &items) {
    for (uint32_t left = count(); left > 0; --left) {
      std::pair<std::string, std::string> item;
      read(item);
      items.insert(std::move(item));
    }
  }
  template <typename T>
  void read(T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    else
      fields(*this, value);
  }

  llvm::StringRef Rest;
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_PACKED_H
