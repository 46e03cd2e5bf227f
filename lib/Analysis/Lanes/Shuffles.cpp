// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/Shuffles.h"
#include <spirv/unified1/spirv.hpp>

bool wglint::isShuffle(unsigned opcode) {
  return opcode == spv::OpGroupNonUniformBroadcast ||
         opcode == spv::OpGroupNonUniformShuffle ||
         opcode == spv::OpGroupNonUniformShuffleXor ||
         opcode == spv::OpGroupNonUniformShuffleUp ||
         opcode == spv::OpGroupNonUniformShuffleDown ||
         opcode == spv::OpGroupNonUniformQuadBroadcast ||
         opcode == spv::OpGroupNonUniformQuadSwap;
}

bool wglint::isPastSubgroup(unsigned opcode, int64_t operand, unsigned size) {
  return opcode != spv::OpGroupNonUniformQuadBroadcast &&
         opcode != spv::OpGroupNonUniformQuadSwap && operand >= size;
}

int64_t wglint::shuffledFrom(unsigned opcode, unsigned self, int64_t operand) {
  switch (opcode) {
  case spv::OpGroupNonUniformShuffleXor:
    return self ^ operand;
  case spv::OpGroupNonUniformShuffleUp:
    return self - operand;
  case spv::OpGroupNonUniformShuffleDown:
    return self + operand;
  case spv::OpGroupNonUniformQuadBroadcast:
    return (self & ~int64_t(3)) | (operand & 3);
  case spv::OpGroupNonUniformQuadSwap: // horizontal, vertical, diagonal
    return self ^ ((operand & 3) + 1);
  default:
    return operand;
  }
}

std::optional<unsigned> wglint::laneRead(unsigned lane, int64_t from,
                                         unsigned size, const LaneSet &active) {
  if (from < 0 || from >= size)
    return std::nullopt;
  uint64_t at = uint64_t(lane / size) * size + uint64_t(from);
  if (at >= active.size() || !active.test(at))
    return std::nullopt;
  return at;
}
