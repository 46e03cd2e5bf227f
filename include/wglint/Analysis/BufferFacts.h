// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a shader uses of its storage buffers, over all accesses together: the
/// bytes of each array element, and how often the lanes of a workgroup ask for
/// the same bytes; and the ranges that facts on accesses are made of. Plain
/// data, a part of EntryPointFacts.
#ifndef WGLINT_ANALYSIS_BUFFERFACTS_H
#define WGLINT_ANALYSIS_BUFFERFACTS_H

#include "wglint/Analysis/VariableId.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// Bytes [begin, end) of a variable or of an array's element.
struct ByteRange {
  int64_t begin = 0;
  int64_t end = 0;
};

/// Where the addresses of an access lie, workgroup by workgroup: bytes that
/// follow no id of a workgroup and no unknown but as all others do.
struct WorkgroupReach {
  uint64_t spanBytes = 0; ///< of one workgroup, from the first to the last byte
  /// Per dimension, how much further the next workgroup's lie; 0 where there is
  /// one workgroup, or it goes on with the same bytes.
  std::array<int64_t, 3> stepBytes{};
};

/// How a lane goes through memory in a loop: each activation executes an access
/// so many times, in the same lanes, each time so much further on.
struct LaneTurns {
  int64_t stepBytes = 0;
  uint64_t turns = 0;
  bool operator==(const LaneTurns &other) const {
    return stepBytes == other.stepBytes && turns == other.turns;
  }
};

/// Integers from `min` to `max`, both included.
struct ValueRange {
  int64_t min = 0;
  int64_t max = 0;
};

/// What a distance between lanes that is not a number was worked out from.
struct StrideOrigin {
  /// From the number of workgroups: a share of the work, which a host that
  /// dispatches enough of them makes a few elements.
  bool countsWorkgroups = false;
  /// It is another one on another path, as the length of a row and 1.
  bool dependsOnPath = false;
  void add(const StrideOrigin &other) {
    countsWorkgroups |= other.countsWorkgroups;
    dependsOnPath |= other.dependsOnPath;
  }
};

/// One coordinate of the texels that the lanes of a request touch.
struct TexelCoordinate {
  /// lanes[l]: of lane l, less the part named in `unknownBase`; unset where the
  /// lane takes no part.
  std::vector<std::optional<int64_t>> lanes;
  std::string unknownBase; ///< uniform, as in Witness
};

/// A member of the structure that an array is made of.
struct ElementMemberFact {
  std::string name; ///< may be empty in SPIR-V
  ByteRange bytes;  ///< within the element, without the padding behind it
  bool isUsed = false;
};

/// The outermost array of a member of a storage block, and which bytes of its
/// elements the entry point touches.
struct BufferArrayFact {
  std::string variable;    ///< as written: `particles`, `block.particles`
  VariableId variableId;   ///< as in AccessFact
  std::string elementType; ///< name of the structure; empty for other elements
  bool isStructure = false;
  uint64_t strideBytes = 0;               ///< from one element to the next
  uint64_t dataBytes = 0;                 ///< of an element, without padding
  std::vector<ElementMemberFact> members; ///< of a structure
  /// What some load, store or atomic touches, ascending and disjoint. Where an
  /// index within the element is not a constant, all that it may select.
  std::vector<ByteRange> usedBytes;
  std::vector<uint32_t> accesses; ///< indices into EntryPointFacts::accesses
};

/// The loads of one buffer that are executed equally often, and how often the
/// lanes of a workgroup load the same bytes.
struct ReuseFact {
  std::string variable;
  VariableId variableId;          ///< as in AccessFact
  std::vector<uint32_t> accesses; ///< indices into EntryPointFacts::accesses
  /// The numbers below are those of one iteration of a loop of unknown length.
  bool isPerIteration = false;
  /// Data decides which invocations load: the numbers below are what they are
  /// if all do.
  bool isUpperBound = false;
  /// What all invocations of one workgroup ask for, summed up and counted once.
  /// Lanes whose addresses unknowns tell apart are taken to be apart.
  uint64_t requestedBytes = 0;
  uint64_t distinctBytes = 0;
  /// Of requestedBytes, what invocations ask for again by accesses that load
  /// the same in every iteration of their loops: registers would hold it.
  uint64_t repeatedBytes = 0;
  /// requestedBytes, where the lanes that ask for the same bytes by the same
  /// execution of the same instruction count once.
  uint64_t distinctPerExecutionBytes = 0;
  /// Sectors of the first configuration that hold a distinct byte; 0 where its
  /// device has none. Taken to begin where an address's unknown part begins.
  uint64_t distinctSectors = 0;
  /// Loads of one invocation, on average.
  double loadsPerInvocation = 0;
  double reuseFactor() const {
    return double(requestedBytes) / double(distinctBytes);
  }
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_BUFFERFACTS_H
