// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between workgroups of a known dispatch, whether they are neighbours or
/// not. Some workgroups are walked one by one with their ids as numbers, so
/// that `w / 2` and `255 - id` are numbers, too. What one of them stores to is
/// looked up for the others.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_DISPATCHACCESSES_H
#define WGLINT_LIB_ANALYSIS_SYNC_DISPATCHACCESSES_H

#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace wglint {

/// The workgroups of \p dispatch that are worth a walk: the first three and the
/// last one. Empty where the dispatch has several in more than one dimension,
/// as it is not known which of these a value depends on.
std::vector<std::array<uint32_t, 3>>
workgroupsToWalk(const std::array<uint32_t, 3> &dispatch);

/// See the file comment. Considers accesses to words of buffers that are under
/// no open condition but the interior of a single guard. Each walk observes one
/// workgroup; a walk of any workgroup precedes them. Nothing is said of a value
/// that several workgroups store if it is the same in any workgroup, nor of a
/// shader that does not ask for its workgroup's id.
class DispatchAccesses : public WalkObserver {
public:
  DispatchAccesses(const spirv::Module &module, const StoredVariables &stored)
      : M(module), StoredTo(stored) {}

  /// Whether the shader orders accesses to no buffer or image and waits for
  /// nobody, so that workgroups have no order. Cost: linear in the
  /// instructions.
  static bool areUnordered(const spirv::Module &module);
  /// From now on events belong to \p workgroup, or to any one (std::nullopt).
  /// \p symbols are those of the walk.
  void begin(std::optional<std::array<uint32_t, 3>> workgroup,
             const SymbolTable &symbols);
  /// Adds the races to \p findings: one for each variable of which no race is
  /// known yet.
  void finish(SyncFindings &findings) const;

  void access(const AccessEvent &event,
              const AccessCircumstances &circumstances) override;
  void unknownAccess() override {}
  void barrier(const BarrierEvent &, const Flow &) override {}
  void parted(uint32_t, const LaneSet &) override {}
  void waited() override {}
  void loopBegins() override {}
  void iterationEnds() override {}
  void loopEnds(const spirv::Function &, uint32_t, bool) override {}
  bool wantsTrial() const override { return false; }
  void beginTrial() override { ++TrialDepth; }
  void endTrial(bool) override { --TrialDepth; }
  void equalResults(SymbolId, LanePair) override {}
  void readPastSubgroup() override {}
  void made(const MadeEvent &) override {}

private:
  /// The first lane of a workgroup that has touched a word.
  struct Toucher {
    const SyncSite *site;
    uint32_t lane;
    unsigned workgroup; ///< as an index into Workgroups
    bool isSameForAll;  ///< what it stores is the same in any workgroup
    std::set<std::string> assumptions;
  };
  using Word = std::pair<spirv::Id, int64_t>;
  bool isLookedAt(const AccessEvent &event,
                  const AccessCircumstances &circumstances) const;
  const SyncSite &siteOf(const AccessEvent &event);
  void touch(const Word &word, const Toucher &now);

  struct Race {
    Toucher first, second;
    Word word;
  };
  const spirv::Module &M;
  const StoredVariables &StoredTo;
  const SymbolTable *Symbols = nullptr;
  std::vector<std::array<uint32_t, 3>> Workgroups;
  unsigned TrialDepth = 0;
  bool IsOfAny = false, IsUsed = false;
  std::set<uint32_t> SameForAll; ///< stores, by instruction
  std::set<SyncSite> Sites;
  /// By word, the first load and the first store of each workgroup.
  std::map<Word, std::vector<Toucher>> Touched;
  std::vector<Race> Races;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_DISPATCHACCESSES_H
