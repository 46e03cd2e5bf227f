// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Memory.h"

namespace wglint::oracle {

// Writes beyond this vanish, so that a wild index cannot eat the machine.
static constexpr uint64_t maxObjectBytes = uint64_t(1) << 28;

Scalar Memory::read(uint64_t address, unsigned bytes, unsigned lane) {
  const Object &from = object(objectOf(address));
  int64_t offset = offsetOf(address);
  Scalar value;
  if (offset < 0)
    return value;
  if (from.laneBytes && static_cast<uint64_t>(offset) + bytes > from.laneBytes)
    return {0, true};
  uint64_t first = offset + from.laneBytes * lane;
  for (unsigned i = 0; i < bytes && first + i < from.bytes.size(); ++i) {
    value.bits |= uint64_t(from.bytes[first + i]) << (8 * i);
    value.isUndefined |= from.undefined[first + i] != 0;
  }
  return value;
}

void Memory::write(uint64_t address, unsigned bytes, unsigned lane,
                   Scalar value) {
  uint64_t number = objectOf(address);
  int64_t offset = offsetOf(address);
  if (number == 0 || number >= Objects.size() || offset < 0)
    return;
  Object &to = Objects[number];
  if (to.laneBytes && static_cast<uint64_t>(offset) + bytes > to.laneBytes)
    return;
  uint64_t first = offset + to.laneBytes * lane;
  if (first + bytes > maxObjectBytes)
    return;
  if (first + bytes > to.bytes.size()) {
    to.bytes.resize(first + bytes);
    to.undefined.resize(first + bytes);
  }
  for (unsigned i = 0; i < bytes; ++i) {
    to.bytes[first + i] = static_cast<uint8_t>(value.bits >> (8 * i));
    to.undefined[first + i] = value.isUndefined;
  }
}

} // namespace wglint::oracle
