// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The cost of one request by enumerating every byte: a second implementation
/// of AccessCost, slow and plain on purpose, that shares no code with it.
#ifndef WGLINT_TEST_UNIT_COSTORACLE_H
#define WGLINT_TEST_UNIT_COSTORACLE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace wglint::oracle {

/// What each lane does in one request: its byte address, or nothing.
using Lanes = std::vector<std::optional<int64_t>>;

uint64_t sectors(const Lanes &lanes, unsigned accessBytes,
                 unsigned sectorBytes);
uint64_t distinctBytes(const Lanes &lanes, unsigned accessBytes);

/// Wavefronts of 32 banks of 4 bytes after NVIDIA's rules, for accesses of 1,
/// 2, 4, 8 and 16 aligned bytes.
uint64_t nvidiaWavefronts(const Lanes &lanes, unsigned accessBytes,
                          bool isLoad);

/// Wavefronts where groups of \p groupLanes lanes go one after the other.
/// \p countsLanes: two lanes that write the same word conflict.
uint64_t groupedWavefronts(const Lanes &lanes, unsigned accessBytes,
                           unsigned groupLanes, unsigned bankCount,
                           bool countsLanes);

} // namespace wglint::oracle

#endif // WGLINT_TEST_UNIT_COSTORACLE_H
