// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Syntax/SourceFile.h"
#include <algorithm>

namespace wglint::syntax {

SourceFile::SourceFile(std::string name, llvm::StringRef text)
    : Name(std::move(name)) {
  text.consume_front("\xEF\xBB\xBF");
  Text = text.str();
  LineStarts.push_back(0);
  for (size_t at = Text.find('\n'); at != std::string::npos;
       at = Text.find('\n', at + 1))
    LineStarts.push_back(static_cast<uint32_t>(at) + 1);
  joinContinuedLines();
}

void SourceFile::joinContinuedLines() {
  uint32_t copied = 0, removed = 0;
  for (size_t at = Text.find('\\'); at != std::string::npos;
       at = Text.find('\\', at + 1)) {
    llvm::StringRef rest = llvm::StringRef(Text).drop_front(at + 1);
    uint32_t length = rest.starts_with("\r\n") ? 3
                      : rest.starts_with("\n") ? 2
                                               : 0;
    if (length == 0)
      continue;
    Logical.append(Text, copied, at - copied);
    copied = static_cast<uint32_t>(at) + length;
    removed += length;
    Splices.push_back({static_cast<uint32_t>(Logical.size()), removed});
  }
  if (!Splices.empty())
    Logical.append(Text, copied, std::string::npos);
}

uint32_t SourceFile::physicalOffset(uint32_t logicalOffset) const {
  auto behind = std::upper_bound(Splices.begin(), Splices.end(), logicalOffset,
                                 [](uint32_t offset, const Splice &s) {
                                   return offset < s.logicalOffset;
                                 });
  return behind == Splices.begin()
             ? logicalOffset
             : logicalOffset + std::prev(behind)->removedBytes;
}

LineColumn SourceFile::lineColumn(uint32_t physicalOffset) const {
  auto behind =
      std::upper_bound(LineStarts.begin(), LineStarts.end(), physicalOffset);
  auto line = static_cast<unsigned>(behind - LineStarts.begin());
  return {line, physicalOffset - LineStarts[line - 1] + 1};
}

std::optional<uint32_t> SourceFile::offsetOf(LineColumn place) const {
  if (place.line == 0 || place.column == 0 || place.line > LineStarts.size())
    return std::nullopt;
  size_t offset = LineStarts[place.line - 1] + place.column - 1;
  size_t limit =
      place.line < LineStarts.size() ? LineStarts[place.line] - 1 : Text.size();
  if (offset > limit)
    return std::nullopt;
  return static_cast<uint32_t>(offset);
}

} // namespace wglint::syntax
