// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads the values of options. Every error names the option.
#ifndef WGLINT_COMMANDLINE_OPTIONVALUES_H
#define WGLINT_COMMANDLINE_OPTIONVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

llvm::Error badValue(llvm::StringRef option, const llvm::Twine &message);

/// The error for a name that is not among \p names, with the nearest of them
/// or, where none comes close, all.
llvm::Error unknownName(llvm::StringRef option, llvm::StringRef value,
                        llvm::ArrayRef<llvm::StringRef> names);

/// One of the alternatives of an option with a fixed set of values.
template <typename T>
struct Choice {
  llvm::StringRef name;
  T value;
};

template <typename T>
llvm::Expected<T> parseChoice(llvm::StringRef option, llvm::StringRef value,
                              std::initializer_list<Choice<T>> choices) {
  std::vector<llvm::StringRef> names;
  for (const Choice<T> &choice : choices) {
    if (choice.name == value)
      return choice.value;
    names.push_back(choice.name);
  }
  return unknownName(option, value, names);
}

/// "8", "8,8" or "8,8,4"; what is left out is 1. All must be positive.
llvm::Expected<std::array<uint32_t, 3>> parseSize(llvm::StringRef option,
                                                  llvm::StringRef value);

/// parseSize(), or nothing where \p value is empty.
llvm::Error readSize(llvm::StringRef option, llvm::StringRef value,
                     std::optional<std::array<uint32_t, 3>> &out);

/// "NAME=VALUE", both not empty.
llvm::Expected<std::pair<std::string, std::string>>
parseNameValue(llvm::StringRef option, llvm::StringRef value);

/// An integer, decimal or 0x..., with an optional sign.
llvm::Expected<int64_t> parseInteger(llvm::StringRef option,
                                     llvm::StringRef value);

} // namespace wglint

#endif // WGLINT_COMMANDLINE_OPTIONVALUES_H
