// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes of an access that make no difference to others: bytes that are
/// loaded but not used, and bytes that are stored with what the same invocation
/// has just loaded from there, as happens to the rest of a vector of which one
/// component changes.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H

#include "Code/LoadedComponents.h"
#include "Flow/Decisions.h"
#include "Lanes/ChosenValues.h"
#include "Sync/SyncAddresses.h"
#include "Sync/ValueSources.h"
#include "Walk/WalkObserver.h"

namespace wglint {

/// A set of bytes of a request (bit i: byte i) or, for images, of components of
/// the texel.
using RequestBytes = uint32_t;

/// The names of the members by which \p event is a part of what is accessed as
/// a whole.
std::string partText(const spirv::Module &m, const AccessEvent &event);

/// The part of a request that makes no difference to others.
struct Idleness {
  /// The bytes that never make one.
  RequestBytes bytes = 0;
  /// Only for stores: when the other bytes are kept as well. Some shaders store
  /// back in one phase what they change in another one.
  Decisions::Tree kept = Decisions::kNever;
  /// It belongs to a composite that is stored as a whole, and it is not known
  /// what of that is kept.
  bool isOpaque = false;
};

/// See the file comment. Has to be told of all accesses to what may be stored
/// to.
class SyncComponents {
public:
  SyncComponents(const SyncWalk &walk, const ChosenValues &chosen,
                 const ValueSources &sources, Decisions &decisions)
      : Walk(walk), Chosen(chosen), Sources(sources), Trees(decisions),
        Used(walk.module) {}

  /// The part of \p event that makes no difference; none for an atomic. \p site
  /// is a number for its instruction and calls, \p addresses has one entry for
  /// each lane.
  Idleness idleness(uint32_t site, const AccessEvent &event,
                    const AccessCircumstances &circumstances,
                    llvm::ArrayRef<LaneAddress> addresses);

  /// Records \p event; to be called after idleness().
  void note(const AccessEvent &event, llvm::ArrayRef<LaneAddress> addresses);
  /// Records a barrier: what was loaded before may be another invocation's by
  /// now.
  void noteBarrier();
  /// A number that grows with all that is recorded.
  uint32_t time() const { return Time; }

private:
  struct MatrixLayout {
    uint64_t strideBytes = 0; ///< 0: not explicit
    bool isRowMajor = false;
    uint64_t rowBytes = 0; ///< within such a matrix: the stride, else 0
  };
  /// Where a scalar of a composite lies.
  struct ScalarPlace {
    uint64_t offsetBytes;
    uint64_t bytes;
  };
  /// A store or an atomic. For a composite that is stored as a whole, all of
  /// it.
  struct Write {
    uint32_t time, requestBytes;
    uint32_t instruction;
    PartPath part; ///< the last one
    LaneSet active;
    std::vector<LaneAddress> addresses;
  };
  struct Writes {
    /// Time of the latest write that is not in the list.
    uint32_t forgotten = 0;
    std::vector<Write> latest;
  };

  /// The access that is being looked at.
  struct Current {
    uint32_t site;
    const AccessEvent &event;
    const AccessCircumstances &circumstances;
    llvm::ArrayRef<LaneAddress> addresses;
  };
  ComponentSet usedOf(const Current &load);
  const spirv::Type *scalarOfRequest(const Current &now) const;
  bool addPlaces(const spirv::Type &type, uint64_t offset,
                 MatrixLayout matrices, std::vector<ScalarPlace> &places);
  const std::vector<ScalarPlace> &placesIn(const spirv::Type &type,
                                           MatrixLayout matrices);
  /// The idle components of the whole value, not only of the request.
  struct IdleComponents {
    ComponentSet always = 0;
    Decisions::Tree kept = Decisions::kNever; ///< the others
  };
  IdleComponents idleComponents(const Current &now);
  Decisions::Tree kept(const Current &now, const LaneValue &stored,
                       unsigned component);
  bool isKept(const Current &now, SymbolId symbol, unsigned component);
  bool isKeptBool(const Current &now, SymbolId symbol, unsigned component);
  bool isFrom(const Current &now, const ValueSources::Made &load, unsigned part,
              unsigned component);
  bool isFromTexel(const Current &now, const ValueSources::Made &load) const;
  /// If \p event is the next part of what \p write stores as a whole, adds it
  /// there.
  bool isContinued(Write &write, const AccessEvent &event,
                   llvm::ArrayRef<LaneAddress> addresses) const;
  bool isUntouchedSince(const Current &now, uint32_t time) const;

  SyncWalk Walk;
  const ChosenValues &Chosen;
  const ValueSources &Sources;
  Decisions &Trees;
  UsedComponents Used; ///< of what is loaded
  /// By type, and by the layout of matrices that are loaded alone.
  std::map<std::tuple<uint32_t, uint64_t, bool>, std::vector<ScalarPlace>>
      Places;
  std::map<uint32_t, Writes> Variables;
  uint32_t Time = 1, LastBarrier = 0;
  /// Number of choices that may still be looked into for this component.
  unsigned ChoicesLeft = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H
