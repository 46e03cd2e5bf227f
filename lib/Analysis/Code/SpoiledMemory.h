// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory that holds what follows from reads of what nothing has
/// written, as the padding of a scan does. Such a read does no harm until
/// somebody uses what is there for more than that.
#ifndef WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H
#define WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H

#include "Code/LoadEffects.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// See the file comment. Is told of one walk; a number stands for each read of
/// what nothing has written.
class SpoiledMemory {
public:
  explicit SpoiledMemory(const spirv::Module &module)
      : M(module), Effects(module) {}

  static constexpr uint32_t kNone = ~0u; ///< the number of no read

  /// A read of what nothing has written.
  struct Read {
    uint32_t site = 0, lane = 0;
    int64_t at = 0; ///< byte of the variable
    std::set<std::string> assumptions;
    bool isTold = false; ///< that it does harm
  };
  uint32_t add(Read read) {
    Reads.push_back(std::move(read));
    return Reads.size() - 1;
  }
  bool isEmpty() const { return Reads.empty(); } ///< there was no such read
  Read &operator[](uint32_t number) { return Reads[number]; }

  /// Whether nothing depends on what \p load has loaded from a variable but
  /// values that plain stores store to the same one: no condition, and no
  /// address.
  bool isCarriedOn(uint32_t load);
  /// \p lane has executed \p load, which is carried on, and loaded what follows
  /// from \p read (kNone: what was written).
  void setLoaded(uint32_t load, unsigned lane, uint32_t read);
  /// What \p lane stores by \p store follows from this read.
  uint32_t storedBy(uint32_t store, unsigned lane) const;

  /// Byte \p at of \p variable holds what follows from \p read.
  void set(spirv::Id variable, int64_t at, uint32_t read);
  bool hasBytes() const { return !Bytes.empty(); }
  /// The read that what byte \p at of \p variable holds follows from.
  uint32_t get(spirv::Id variable, int64_t at) const;
  /// The reads that anything in \p variable follows from.
  std::set<uint32_t> readsBehind(spirv::Id variable) const;

private:
  const spirv::Module &M;
  LoadEffects Effects;
  std::vector<Read> Reads;
  /// By load: reads that what each lane has loaded last follows from.
  std::map<uint32_t, std::map<unsigned, uint32_t>> Loaded;
  std::map<uint32_t, std::set<uint32_t>> LoadsOf; ///< by store
  std::map<std::pair<spirv::Id, int64_t>, uint32_t> Bytes;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H
