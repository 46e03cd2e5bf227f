// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values of a module's constants, specialization constants included, and the
/// numbers that follow from them: array lengths and the workgroup size.
#ifndef WGLINT_LIB_ANALYSIS_LANES_CONSTANTS_H
#define WGLINT_LIB_ANALYSIS_LANES_CONSTANTS_H

#include "Lanes/LaneMath.h"
#include "Lanes/Value.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace wglint {

/// Arrays with more elements are not followed element by element.
constexpr unsigned kMaxFollowedElements = 4096;

/// Number of invocations that a workgroup is taken to have if the shader does
/// not state its size: whole subgroups on every device, and within the limits
/// of every API.
constexpr uint32_t kAssumedInvocations = 64;

/// Evaluates constants on demand and keeps their values.
class Constants {
public:
  Constants(const spirv::Module &module, const AnalysisOptions &options);

  /// Whether \p id is a constant instruction, not the value of a variable.
  bool isConstant(spirv::Id id) const;
  /// The value of constant \p id; Empty where it is undefined or not supported.
  const Value &value(spirv::Id id);
  /// The value of constant \p id as an integer; std::nullopt where it is none.
  std::optional<int64_t> integer(spirv::Id id);
  /// Length of an array type; std::nullopt for runtime arrays.
  std::optional<uint64_t> arrayLength(const spirv::Type &type);
  /// Number of members, elements, columns or components; 0 for a runtime array.
  unsigned elementCount(const spirv::Type &type);
  /// Whether the value depends on the default of a specialization constant.
  bool isSpecialized(spirv::Id id);
  /// Whether the value depends on a specialization constant whose default, 0 or
  /// 1, says nothing about what a host will pass. Sizes of the workgroup do not
  /// count: they are taken to be as stated.
  bool isPlaceholder(spirv::Id id);
  /// Whether \p id is a size of the workgroup for which there is not even a
  /// default: where only `local_size_x_id` stands, GLSL makes it 1. The value
  /// here is made up.
  bool isAssumed(spirv::Id id) const;
  /// Only where the assumed workgroup has several dimensions: the shapes with
  /// as many invocations in one dimension, which a host may choose just as
  /// well.
  const std::vector<SpecializationValues> &otherShapes() const {
    return Others;
  }

private:
  void assumeSizes(const spirv::EntryPoint &entry);
  bool isOpenSize(spirv::Id id) const;
  bool isSize(spirv::Id constant) const;
  /// Whether \p id depends on a specialization constant that is not given and
  /// for which \p leaf holds.
  bool dependsOnDefault(spirv::Id id, llvm::function_ref<bool(spirv::Id)> leaf);
  Value compute(const spirv::Instruction &inst);
  Value scalarConstant(const spirv::Instruction &inst, const spirv::Type &type);
  Value nullValue(const spirv::Type &type);
  std::optional<std::string> overrideFor(spirv::Id id) const;
  spirv::Id namedTwin(spirv::Id id) const;

  const spirv::Module &M;
  const AnalysisOptions &Options;
  SymbolTable Symbols;
  LaneMath Math;
  std::map<uint32_t, Value> Known;
  std::map<uint32_t, uint32_t> Assumed; ///< by SpecId
  std::vector<SpecializationValues> Others;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_CONSTANTS_H
