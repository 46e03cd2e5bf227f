// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between workgroups of a known dispatch, neighbours or not: some of
/// them are walked one by one, with their ids as numbers, and what one stores
/// to is looked up for the others. So `w / 2` and `255 - id` are numbers, too.
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

/// Workgroups of \p dispatch that are worth a walk: the first three and the
/// last one. None where there are several in more than one dimension: which of
/// those a value depends on is not known.
std::vector<std::array<uint32_t, 3>>
workgroupsToWalk(const std::array<uint32_t, 3> &dispatch);

/// See the file comment. Looks at accesses to words of buffers that are under
/// no open condition but the interior of one guard. Each walk observes one
/// workgroup, and before them one walk any workgroup: of what several store
/// nothing is said where that is the same whichever they are, nor of a shader
/// that does not ask for its workgroup's id.
class DispatchAccesses : public WalkObserver {
public:
  DispatchAccesses(const spirv::Module &module, const StoredVariables &stored)
      : M(module), StoredTo(stored) {}

  /// The shader orders no buffer or image, and waits for nobody: what
  /// workgroups do has no order. Cost: linear in the instructions.
  static bool areUnordered(const spirv::Module &module);
  /// What comes now is of \p workgroup, or of any. \p symbols: of the walk.
  void begin(std::optional<std::array<uint32_t, 3>> workgroup,
             const SymbolTable &symbols);
  /// Adds the races to \p findings, one for each variable of which none is
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
    bool isSameForAll;  ///< what it stores
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
