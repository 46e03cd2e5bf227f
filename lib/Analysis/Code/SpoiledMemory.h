// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory that holds results of reads of unwritten memory, as the
/// padding of a scan does. Such a read does no harm until the content is used
/// for something other than more of the same.
#ifndef WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H
#define WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H

#include "Code/LoadEffects.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// See the file comment. Is told of one walk. A number stands for each read of
/// unwritten memory.
class SpoiledMemory {
public:
  explicit SpoiledMemory(const spirv::Module &module)
      : M(module), Effects(module) {}

  static constexpr uint32_t kNone = ~0u; ///< stands for no read

  /// A read of memory that nothing has written.
  struct Read {
    uint32_t site = 0, lane = 0;
    int64_t at = 0; ///< byte within the variable
    std::set<std::string> assumptions;
    bool isTold = false; ///< it was reported to do harm
  };
  uint32_t add(Read read) {
    Reads.push_back(std::move(read));
    return Reads.size() - 1;
  }
  bool isEmpty() const { return Reads.empty(); } ///< there was no such read
  Read &operator[](uint32_t number) { return Reads[number]; }

  /// Whether what \p load has loaded from a variable goes only into values that
  /// plain stores write to the same variable, and into no condition and no
  /// address.
  bool isCarriedOn(uint32_t load);
  /// Records that \p lane has executed \p load, which is carried on, and that
  /// the loaded value results from \p read (kNone: it was written properly).
  void setLoaded(uint32_t load, unsigned lane, uint32_t read);
  /// The read from which results what \p lane stores by \p store; kNone if from
  /// none.
  uint32_t storedBy(uint32_t store, unsigned lane) const;

  /// Records that byte \p at of \p variable holds a result of \p read.
  void set(spirv::Id variable, int64_t at, uint32_t read);
  bool hasBytes() const { return !Bytes.empty(); }
  /// The read from which the content of byte \p at of \p variable results;
  /// kNone if from none.
  uint32_t get(spirv::Id variable, int64_t at) const;
  /// The reads from which anything in \p variable results.
  std::set<uint32_t> readsBehind(spirv::Id variable) const;

private:
  const spirv::Module &M;
  LoadEffects Effects;
  std::vector<Read> Reads;
  /// By load and lane: the read behind the value that was loaded last.
  std::map<uint32_t, std::map<unsigned, uint32_t>> Loaded;
  std::map<uint32_t, std::set<uint32_t>> LoadsOf; ///< by store
  std::map<std::pair<spirv::Id, int64_t>, uint32_t> Bytes;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_SPOILEDMEMORY_H
