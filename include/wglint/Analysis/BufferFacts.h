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

/// The range that one workgroup touches, if that of every other workgroup is
/// the same range shifted.
struct WorkgroupReach {
  uint64_t spanBytes =
      0; ///< from the first to the last byte that one workgroup touches
  /// How far the range of the next workgroup is shifted in each dimension, in
  /// bytes. 0 where the dispatch has one workgroup in it, or the next one
  /// touches the same bytes.
  std::array<int64_t, 3> stepBytes{};
};

/// How a lane moves through memory in a loop: each activation of the loop
/// executes the access `turns` times, in the same lanes, each time `stepBytes`
/// further on.
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

/// What a distance between lanes was computed from, if it is not a number.
struct StrideOrigin {
  /// It was computed from the number of workgroups: the distance is a share of
  /// the work, which becomes a few elements if the host dispatches enough of
  /// them.
  bool countsWorkgroups = false;
  /// It differs from path to path, as where it is the length of a row on one
  /// and 1 on another.
  bool dependsOnPath = false;
  void add(const StrideOrigin &other) {
    countsWorkgroups |= other.countsWorkgroups;
    dependsOnPath |= other.dependsOnPath;
  }
};

/// One coordinate of the texels that the lanes of a request touch.
struct TexelCoordinate {
  /// lanes[l] is the coordinate of lane l, less the part that `unknownBase`
  /// names; unset where the lane is not active.
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
  /// The bytes of an element that some load, store or atomic touches, ascending
  /// and disjoint. Where an index within the element is not a constant, all
  /// that it may select counts.
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
  /// Data decides which invocations load; the numbers below hold if all of them
  /// do.
  bool isUpperBound = false;
  /// What all invocations of one workgroup ask for: the sum, and each distinct
  /// byte counted once. Lanes whose addresses differ by an unknown are taken to
  /// load different bytes.
  uint64_t requestedBytes = 0;
  uint64_t distinctBytes = 0;
  /// The part of requestedBytes that an invocation asks for again by an access
  /// which loads the same in every iteration of its loops: a register could
  /// hold it.
  uint64_t repeatedBytes = 0;
  /// As requestedBytes, but lanes that ask for the same bytes by the same
  /// execution of the same instruction count once.
  uint64_t distinctPerExecutionBytes = 0;
  /// Sectors of the first configuration that hold a requested byte; 0 where its
  /// device has none. A sector is taken to begin where the unknown part of an
  /// address begins.
  uint64_t distinctSectors = 0;
  /// Loads of one invocation, on average.
  double loadsPerInvocation = 0;
  double reuseFactor() const {
    return double(requestedBytes) / double(distinctBytes);
  }
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_BUFFERFACTS_H
