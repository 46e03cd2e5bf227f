// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace wglint;
using llvm::StringRef;

llvm::Error wglint::badValue(StringRef option, const llvm::Twine &message) {
  return makeError(option + ": " + message);
}

llvm::Error wglint::unknownName(StringRef option, StringRef value,
                                llvm::ArrayRef<StringRef> names) {
  StringRef nearest = nearestSpelling(value, names);
  if (!nearest.empty())
    return badValue(option, "there is no '" + value + "'; did you mean '" +
                                nearest + "'?");
  return badValue(option, "there is no '" + value + "'; known are " +
                              llvm::join(names, ", "));
}

llvm::Expected<std::array<uint32_t, 3>> wglint::parseSize(StringRef option,
                                                          StringRef value) {
  llvm::SmallVector<StringRef, 4> parts;
  value.split(parts, ',');
  std::array<uint32_t, 3> size = {1, 1, 1};
  bool isValid = parts.size() <= size.size();
  for (size_t i = 0; isValid && i < parts.size(); ++i)
    isValid = !parts[i].trim().getAsInteger(10, size[i]) && size[i] > 0;
  if (!isValid)
    return badValue(
        option, "'" + value +
                    "' is not one to three positive numbers, such as 64,64,1");
  return size;
}

llvm::Error wglint::readSize(StringRef option, StringRef value,
                             std::optional<std::array<uint32_t, 3>> &out) {
  if (value.empty())
    return llvm::Error::success();
  return parseSize(option, value).moveInto(out.emplace());
}

llvm::Expected<std::pair<std::string, std::string>>
wglint::parseNameValue(StringRef option, StringRef value) {
  auto [name, text] = value.split('=');
  name = name.trim();
  text = text.trim();
  if (name.empty() || text.empty())
    return badValue(option, "'" + value + "' is not of the form NAME=VALUE");
  return std::pair(name.str(), text.str());
}

llvm::Expected<int64_t> wglint::parseInteger(StringRef option,
                                             StringRef value) {
  int64_t number = 0;
  if (value.getAsInteger(0, number))
    return badValue(option, "'" + value + "' is not an integer of 64 bits");
  return number;
}
