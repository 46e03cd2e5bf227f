// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Npy.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"

using namespace wglint;

static constexpr llvm::StringLiteral kMagic("\x93NUMPY");
/// The data begin at a multiple of this.
static constexpr size_t kAlignmentBytes = 64;

/// What stands behind 'key': in the header, a Python dictionary; up to the next
/// comma outside of parentheses.
static llvm::StringRef headerValue(llvm::StringRef header,
                                   llvm::StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  if (at == llvm::StringRef::npos)
    return "";
  llvm::StringRef rest = header.drop_front(at + key.size() + 3).ltrim();
  if (rest.starts_with("("))
    return rest.take_front(rest.find(')') + 1);
  return rest.take_until([](char c) { return c == ',' || c == '}'; }).trim();
}

/// The bytes of one element of a type such as "<f4"; 0: not read here.
static uint64_t elementBytes(llvm::StringRef type) {
  uint64_t bytes = 0;
  if (type.size() < 3 || !llvm::StringRef("<|").contains(type[0]) ||
      !llvm::StringRef("fiub").contains(type[1]) ||
      type.drop_front(2).getAsInteger(10, bytes) || bytes > 8)
    return 0;
  return bytes;
}

/// Splits the header off \p text; empty where it is not of this format.
static llvm::StringRef takeHeader(llvm::StringRef &text) {
  if (!text.consume_front(kMagic) || text.size() < 4)
    return "";
  bool isWide = text[0] >= 2;
  text = text.drop_front(2);
  size_t fieldBytes = isWide ? 4 : 2;
  if (text.size() < fieldBytes)
    return "";
  size_t length = isWide ? llvm::support::endian::read32le(text.data())
                         : llvm::support::endian::read16le(text.data());
  text = text.drop_front(fieldBytes);
  if (text.size() < length)
    return "";
  llvm::StringRef header = text.take_front(length);
  text = text.drop_front(length);
  return header;
}

llvm::Expected<NpyArray> wglint::parseNpy(llvm::StringRef text) {
  llvm::StringRef header = takeHeader(text);
  if (header.empty())
    return makeError("it is no .npy file");
  NpyArray array;
  array.type = headerValue(header, "descr").trim("'").str();
  uint64_t bytes = elementBytes(array.type);
  if (bytes == 0)
    return makeError("its type is '" + array.type +
                     "'; little-endian numbers of up to 8 bytes are read");
  if (headerValue(header, "fortran_order") != "False")
    return makeError("it is in Fortran order; save numpy.ascontiguousarray()");
  llvm::SmallVector<llvm::StringRef, 4> sizes;
  headerValue(header, "shape").trim("()").split(sizes, ',');
  for (llvm::StringRef size : sizes) {
    if (size.trim().empty())
      continue;
    uint64_t count = 0;
    if (size.trim().getAsInteger(10, count))
      return makeError("its header has no readable shape");
    array.shape.push_back(count);
    std::optional<uint64_t> product = llvm::checkedMulUnsigned(bytes, count);
    if (!product)
      return makeError("its shape is too large");
    bytes = *product;
  }
  if (bytes != text.size())
    return makeError("its shape asks for " + llvm::Twine(bytes) +
                     " bytes, but it holds " + llvm::Twine(text.size()));
  array.bytes.assign(text.bytes_begin(), text.bytes_end());
  return array;
}

std::string wglint::toNpy(const NpyArray &array) {
  std::string shape;
  for (uint64_t size : array.shape)
    shape += std::to_string(size) + ", ";
  std::string header = "{'descr': '" + array.type +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  size_t fixed = kMagic.size() + 4;
  size_t padding =
      kAlignmentBytes - (fixed + header.size() + 1) % kAlignmentBytes;
  header.append(padding, ' ');
  header += '\n';
  std::string text = kMagic.str();
  text += '\x01';
  text += '\x00';
  text += char(header.size() & 0xFF);
  text += char(header.size() >> 8);
  text += header;
  text.append(array.bytes.begin(), array.bytes.end());
  return text;
}
