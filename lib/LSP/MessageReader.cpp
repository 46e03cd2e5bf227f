// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MessageReader.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace wglint::lsp;
using llvm::StringRef;

static constexpr StringRef kLengthField = "Content-Length:";
/// No shader comes near; a wrong number must not keep the server waiting.
static constexpr size_t kMaxBodyBytes = size_t(256) << 20;
static constexpr size_t kMaxHeaderBytes = 8192;

/// Throws away what is known to be no message; false if more bytes are needed.
bool MessageReader::dropUnwanted() {
  size_t dropped = std::min(SkipBytes, Bytes.size());
  Bytes.erase(0, dropped);
  SkipBytes -= dropped;
  if (SkipBytes > 0)
    return false;
  if (!IsLost)
    return true;
  size_t found = Bytes.find(kLengthField.data(), 0, kLengthField.size());
  IsLost = found == std::string::npos;
  // A header may have come in half.
  size_t kept = std::min(Bytes.size(), kLengthField.size() - 1);
  Bytes.erase(0, IsLost ? Bytes.size() - kept : found);
  return !IsLost;
}

llvm::Error MessageReader::readHeader(StringRef header) {
  llvm::SmallVector<StringRef, 4> lines;
  header.split(lines, '\n');
  std::optional<size_t> length;
  for (StringRef line : lines) {
    size_t number = 0;
    if (line.consume_front_insensitive(kLengthField) &&
        !line.trim().getAsInteger(10, number))
      length = number;
  }
  if (!length) {
    IsLost = true;
    return makeError("a header without a valid Content-Length");
  }
  if (*length > kMaxBodyBytes) {
    SkipBytes = *length;
    return makeError("a message that is too long");
  }
  BodyBytes = length;
  return llvm::Error::success();
}

std::optional<llvm::Expected<std::string>> MessageReader::next() {
  if (!dropUnwanted())
    return std::nullopt;
  if (!BodyBytes) {
    StringRef bytes = Bytes;
    size_t end = bytes.find("\r\n\r\n");
    if (end == StringRef::npos && bytes.size() > kMaxHeaderBytes) {
      IsLost = true;
      return makeError("a header that does not end");
    }
    if (end == StringRef::npos)
      return std::nullopt;
    llvm::Error error = readHeader(bytes.take_front(end));
    Bytes.erase(0, end + 4);
    if (error)
      return error;
  }
  if (Bytes.size() < *BodyBytes)
    return std::nullopt;
  std::string body = Bytes.substr(0, *BodyBytes);
  Bytes.erase(0, *BodyBytes);
  BodyBytes.reset();
  return body;
}

/// The largest number of brackets that are open at once outside of strings.
static size_t nestingDepth(StringRef text) {
  size_t depth = 0, deepest = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '[' || c == '{'))
      deepest = std::max(deepest, ++depth);
    else if (!isInString && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return deepest;
}

llvm::Expected<llvm::json::Value> wglint::lsp::parseMessage(StringRef text) {
  constexpr size_t kMaxDepth = 200;
  if (nestingDepth(text) > kMaxDepth)
    return makeError("brackets nest too deep");
  if (llvm::json::isUTF8(text))
    return llvm::json::parse(text);
  return llvm::json::parse(llvm::json::fixUTF8(text));
}
