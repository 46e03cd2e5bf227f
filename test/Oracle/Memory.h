// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory of the oracle: objects of bytes, each with a mark where its content
/// is undefined, and addresses that name an object and an offset in it.
#ifndef WGLINT_TEST_ORACLE_MEMORY_H
#define WGLINT_TEST_ORACLE_MEMORY_H

#include <cstdint>
#include <string>
#include <vector>

namespace wglint::oracle {

/// A value of at most 64 bits, zero-extended. `isUndefined`: SPIR-V or GLSL
/// does not say what it is.
struct Scalar {
  uint64_t bits = 0;
  bool isUndefined = false;
};

/// The object in the upper bits and a signed offset below, so that integer
/// arithmetic on an address moves the offset.
inline uint64_t makeAddress(uint64_t object, int64_t offsetBytes) {
  return (object << 40) + static_cast<uint64_t>(offsetBytes);
}
inline int64_t offsetOf(uint64_t address) {
  return static_cast<int64_t>(address << 24) >> 24;
}
inline uint64_t objectOf(uint64_t address) {
  return (address - static_cast<uint64_t>(offsetOf(address))) >> 40;
}

enum class Space { Global, Shared, Private, Uniform, Other };

struct Object {
  std::string name;
  Space space = Space::Other;
  /// Private objects hold one copy for each lane, of this many bytes.
  uint64_t laneBytes = 0;
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> undefined; ///< as long as `bytes`; 1: never written
};

/// Object 0 is nothing: it reads as zeros.
class Memory {
public:
  Memory() : Objects(1) {}
  uint64_t add(Object object) {
    Objects.push_back(std::move(object));
    return Objects.size() - 1;
  }
  Object &object(uint64_t number) {
    return Objects[number < Objects.size() ? number : 0];
  }

  /// Bytes outside of an object read as 0.
  Scalar read(uint64_t address, unsigned bytes, unsigned lane);
  /// Buffers grow with what is written to them, up to a limit.
  void write(uint64_t address, unsigned bytes, unsigned lane, Scalar value);

private:
  std::vector<Object> Objects;
};

} // namespace wglint::oracle

#endif // WGLINT_TEST_ORACLE_MEMORY_H
