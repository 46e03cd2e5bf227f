// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes of an access that make no difference to others: loaded, but
/// nothing is done with them; or stored with what the same invocation has just
/// loaded from there, as the rest of a vector is of which one component
/// changes.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H

#include "Code/LoadedComponents.h"
#include "Flow/Decisions.h"
#include "Lanes/ChosenValues.h"
#include "Sync/SyncAddresses.h"
#include "Sync/ValueSources.h"
#include "Walk/WalkObserver.h"

namespace wglint {

/// Bit i: byte i of a request; of images: component i of the texel.
using RequestBytes = uint32_t;

/// The names of the members by which \p event is a part of what is accessed as
/// a whole.
std::string partText(const spirv::Module &m, const AccessEvent &event);

/// What of a request makes no difference to others.
struct Idleness {
  RequestBytes bytes = 0;
  /// Of a store: where all other bytes are kept as well, as some shaders store
  /// back in one phase what they change in another one.
  Decisions::Tree kept = Decisions::kNever;
  /// Of a composite that is stored as a whole: what of it is kept is not known.
  bool isOpaque = false;
};

/// See the file comment. Is told of all that happens to what may be stored to.
class SyncComponents {
public:
  SyncComponents(const SyncWalk &walk, const ChosenValues &chosen,
                 const ValueSources &sources, Decisions &decisions)
      : Walk(walk), Chosen(chosen), Sources(sources), Trees(decisions),
        Used(walk.module) {}

  /// What of \p event makes no difference; of atomics everything does.
  /// \p site: a number of its instruction and calls; \p addresses: one for each
  /// lane.
  Idleness idleness(uint32_t site, const AccessEvent &event,
                    const AccessCircumstances &circumstances,
                    llvm::ArrayRef<LaneAddress> addresses);

  /// Enters \p event, after it was asked for.
  void note(const AccessEvent &event, llvm::ArrayRef<LaneAddress> addresses);
  /// What was loaded before may be another invocation's by now.
  void noteBarrier();
  /// Grows with all that is noted.
  uint32_t time() const { return Time; }

private:
  struct MatrixLayout {
    uint64_t strideBytes = 0; ///< 0: not explicit
    bool isRowMajor = false;
    uint64_t rowBytes = 0; ///< within such a matrix: the stride, else 0
  };
  /// A scalar of a composite.
  struct ScalarPlace {
    uint64_t offsetBytes;
    uint64_t bytes;
  };
  /// A store or an atomic; of a composite that is stored as a whole, all of it.
  struct Write {
    uint32_t time, requestBytes;
    uint32_t instruction;
    PartPath part; ///< the last one
    LaneSet active;
    std::vector<LaneAddress> addresses;
  };
  struct Writes {
    uint32_t forgotten = 0; ///< time of the latest that is not in the list
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
  /// Component by component of the whole value, not only of the request.
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
  /// If \p event is the next part of what \p write stores as a whole, enters
  /// it there.
  bool isContinued(Write &write, const AccessEvent &event,
                   llvm::ArrayRef<LaneAddress> addresses) const;
  bool isUntouchedSince(const Current &now, uint32_t time) const;

  SyncWalk Walk;
  const ChosenValues &Chosen;
  const ValueSources &Sources;
  Decisions &Trees;
  UsedComponents Used; ///< of what is loaded
  /// By type, and by how matrices lie that are loaded alone.
  std::map<std::tuple<uint32_t, uint64_t, bool>, std::vector<ScalarPlace>>
      Places;
  std::map<uint32_t, Writes> Variables;
  uint32_t Time = 1, LastBarrier = 0;
  unsigned ChoicesLeft = 0; ///< that are looked into for this component
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCCOMPONENTS_H
