// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Takes the client's bytes apart into messages, whatever the bytes are.
///
/// The support library's own loop ends at a batch, at a header without a length
/// and at deep brackets. This one names what is wrong with a message and goes
/// on with the next.
#ifndef WGLINT_LIB_LSP_MESSAGEREADER_H
#define WGLINT_LIB_LSP_MESSAGEREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstddef>
#include <optional>
#include <string>

namespace wglint::lsp {

/// Finds the messages in a stream of bytes that comes in pieces.
class MessageReader {
public:
  void append(llvm::StringRef bytes) {
    Bytes.append(bytes.data(), bytes.size());
  }

  /// The body of the next message; std::nullopt where more bytes are needed.
  /// Errors: a header that says no usable length; what follows it is skipped up
  /// to the next header. Call again after an error.
  std::optional<llvm::Expected<std::string>> next();

private:
  bool dropUnwanted();
  llvm::Error readHeader(llvm::StringRef header);

  std::string Bytes;
  size_t SkipBytes = 0; ///< of a body that nobody wants
  bool IsLost = false;  ///< where the next header begins is not known
  std::optional<size_t> BodyBytes; ///< of the message whose header was read
};

/// Parses a message. Bytes that are not UTF-8 become U+FFFD.
/// Errors: text that is not JSON or nests deeper than any message does (the
/// parser recurses).
llvm::Expected<llvm::json::Value> parseMessage(llvm::StringRef text);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_MESSAGEREADER_H
