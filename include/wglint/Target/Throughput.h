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

/// Rates of one product.
struct Throughput {
  llvm::StringRef profile; ///< name of the DeviceProfile that it belongs to
  llvm::StringRef product; ///< as shown in messages
  unsigned computeUnitCount = 0;
  double ramBytesPerNs = 0;   ///< peak of the device's memory
  double workgroupsPerNs = 0; ///< that the device starts
  // Of each compute unit.
  double subgroupStartNs = 0;
  double requestIssueNs = 0; ///< a request to a buffer with its address
  double passNs = 0;         ///< a line of a request, or a wavefront
  // Of each subgroup that waits for a load.
  double missLatencyNs = 0; ///< that level 1 does not serve
  double ramLatencyNs = 0;  ///< more, where level 2 does not either
  // Of the device.
  double l2SectorsPerNs = 0;      ///< loads that miss level 1, and all stores
  double partialSectorsPerNs = 0; ///< more work for sectors stored in parts
  double pageVisitNs = 0; ///< for a page whose translation is not at hand
  /// The unit of translating addresses, and how many bytes are at hand at once.
  uint64_t pageBytes = 0, translatedBytes = 0;
  llvm::StringRef source; ///< never empty
};

/// The product that stands for a profile; nullptr where none was measured.
const Throughput *findThroughput(llvm::StringRef profile);

} // namespace wglint

#endif // WGLINT_TARGET_THROUGHPUT_H
