// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How findHostNumbers() follows numbers through a module; see there.
#ifndef WGLINT_LIB_RUN_HOSTNUMBERFINDER_H
#define WGLINT_LIB_RUN_HOSTNUMBERFINDER_H

#include "HostNumbers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace wglint {

/// What flows into one scalar.
struct Sources {
  DimSet ids = 0;           ///< components of any id
  DimSet dispatchIds = 0;   ///< of the global and the workgroup id
  bool isInductive = false; ///< is set in several places: changes in a loop
  uint64_t numbers = 0;     ///< bit i: HostNumbers::numbers[i]

  bool join(const Sources &other) {
    Sources before = *this;
    ids |= other.ids;
    dispatchIds |= other.dispatchIds;
    isInductive |= other.isInductive;
    numbers |= other.numbers;
    return ids != before.ids || dispatchIds != before.dispatchIds ||
           isInductive != before.isInductive || numbers != before.numbers;
  }
};

/// One entry per component of a vector, one for all else.
using Flow = llvm::SmallVector<Sources, 4>;

/// A scalar or vector in private memory: the variable or pointer parameter, and
/// the members that lead there; elements of arrays are one.
using CellKey = std::pair<uint32_t, std::string>;
struct Cell {
  Flow flow;
  std::set<const spirv::Instruction *> stores;
};
/// A pointer into private memory.
struct CellPlace {
  CellKey key;
  std::optional<unsigned> component; ///< of the vector there
};

/// Walks a module until nothing flows any further.
class HostNumberFinder {
public:
  explicit HostNumberFinder(const spirv::Module &module) : M(module) {}
  HostNumbers find();

private:
  void visit(const spirv::Instruction &inst);
  void visitLoad(const spirv::Instruction &inst);
  void visitStore(const spirv::Instruction &inst);
  void visitCall(const spirv::Instruction &inst);
  void visitExtract(const spirv::Instruction &inst);
  void visitShuffle(const spirv::Instruction &inst);
  void visitConstruct(const spirv::Instruction &inst);
  void visitPhi(const spirv::Instruction &inst);
  void visitQuery(const spirv::Instruction &inst, unsigned operand,
                  HostNumber::Kind kind);
  void visitArithmetic(const spirv::Instruction &inst);
  void visitComparison(const spirv::Instruction &inst);

  Flow flowOf(spirv::Id id) const;
  Flow allOf(const spirv::Instruction &inst) const;
  /// Adds what \p flow says to \p into, and notes whether that is news.
  void join(Flow &into, const Flow &flow);
  void join(spirv::Id id, const Flow &flow) {
    join(Flows[spirv::raw(id)], flow);
  }
  void use(spirv::Id id);
  std::optional<CellPlace> cellOf(spirv::Id pointer) const;
  void joinCell(const CellKey &key, const Flow &flow) {
    join(Cells[key].flow, flow);
  }
  void aliasCells(uint32_t from, uint32_t to);
  unsigned widthOf(spirv::Id type) const;
  bool isHostMemory(const spirv::Type &pointer, spirv::Id variable) const;
  std::optional<unsigned> numberOf(HostNumber number);
  Flow loadHost(const spirv::Instruction &inst, spirv::Id variable,
                const std::string &path);
  std::optional<std::string> pathOf(spirv::Id pointer) const;
  void noteRole(const spirv::Instruction &inst, const Sources &number,
                const Sources &other, spirv::Id otherId, bool isLeft);
  void forEachNumber(uint64_t set, llvm::function_ref<void(HostNumber &)> note);

  const spirv::Module &M;
  HostNumbers Found;
  std::map<std::pair<uint32_t, std::string>, unsigned> Known;
  std::map<uint32_t, Flow> Flows; ///< by result id
  std::map<CellKey, Cell> Cells;
  std::map<uint32_t, Flow> Returns; ///< by function
  std::set<uint32_t> Written;       ///< buffers that are stored to
  uint32_t Function = 0;            ///< that is being visited
  bool HasChanged = false;
};

} // namespace wglint

#endif // WGLINT_LIB_RUN_HOSTNUMBERFINDER_H
