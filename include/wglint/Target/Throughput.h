// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How fast single devices are: the rates that turn counts into a predicted
/// time. Unlike the rows of DeviceProfile.h these numbers belong to one product
/// and not to a family. Each is documented, or fitted to measured times and
/// then said to be.
#ifndef WGLINT_TARGET_THROUGHPUT_H
#define WGLINT_TARGET_THROUGHPUT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace wglint {

/// Rates of one product. A cycle is one of the compute units' clock.
struct Throughput {
  llvm::StringRef profile; ///< name of the DeviceProfile that it belongs to
  llvm::StringRef product; ///< as shown in messages
  unsigned computeUnitCount = 0;
  double clockGhz = 0;      ///< cycles per ns
  double ramBytesPerNs = 0; ///< peak of the device's memory
  /// Passes of the level-1 cache and of shared memory that a compute unit makes
  /// per cycle: one line of a request, or one wavefront.
  double passesPerCycle = 0;
  double l2SectorsPerNs = 0;      ///< loads that miss level 1, and all stores
  double workgroupsPerNs = 0;     ///< that the device starts
  double requestLatencyNs = 0;    ///< of a request that level 1 serves
  double missLatencyNs = 0;       ///< what a load that misses level 1 adds
  double ramLatencyNs = 0;        ///< what one that misses level 2 as well adds
  double partialSectorsPerNs = 0; ///< more work for sectors stored in parts
  llvm::StringRef source;         ///< never empty
};

/// The product that stands for a profile; nullptr where none was measured.
const Throughput *findThroughput(llvm::StringRef profile);

} // namespace wglint

#endif // WGLINT_TARGET_THROUGHPUT_H
