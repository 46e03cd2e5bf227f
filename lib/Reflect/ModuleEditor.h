// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes a changed copy of a SPIR-V module. The module itself is immutable; an
/// editor collects what to leave out, replace and insert by instruction number
/// and puts out words, from which a new module is parsed.
#ifndef WGLINT_LIB_REFLECT_MODULEEDITOR_H
#define WGLINT_LIB_REFLECT_MODULEEDITOR_H

#include "wglint/SPIRV/Module.h"
#include <map>
#include <vector>

namespace wglint {

using SpirvWords = std::vector<uint32_t>;

/// Where 0 stands for "no such id".
constexpr uint32_t kNoId = 0;

/// See the file comment. Debug lines and non-semantic instructions are not
/// carried over: nothing that GL compiles needs them.
class ModuleEditor {
public:
  using Operands = llvm::ArrayRef<uint32_t>;

  /// \p module must outlive the editor.
  explicit ModuleEditor(const spirv::Module &module);

  const spirv::Module &module() const { return M; }
  uint32_t newId() { return NextId++; }

  void erase(uint32_t index) { Replaced[index] = {}; }
  /// \p operands are all words of the instruction behind the first.
  void replace(uint32_t index, uint16_t opcode, Operands operands);
  /// Instructions inserted before the same one stand in the order of the calls.
  void insertBefore(uint32_t index, uint16_t opcode, Operands operands);
  /// The same for an instruction with a result, whose id is returned.
  uint32_t insertValueBefore(uint32_t index, uint16_t opcode, uint32_t type,
                             Operands operands);
  /// Adds to the decorations and names.
  void annotate(uint16_t opcode, Operands operands);
  /// Adds to the end of types, constants and global variables.
  void declare(uint16_t opcode, Operands operands);
  /// Adds behind the last function.
  void appendCode(uint16_t opcode, Operands operands);
  /// The same for an instruction with a result, whose id is returned.
  uint32_t appendValue(uint16_t opcode, uint32_t type, Operands operands);
  void name(uint32_t id, llvm::StringRef text);

  /// A type without decorations: one of the module's or a new one.
  uint32_t type(uint16_t opcode, Operands operands);
  uint32_t uintType();
  uint32_t uintConstant(uint32_t value);
  /// The id of \p value as a uint of 32 bits, converted before instruction
  /// \p index where it has another type; kNoId for 64 bits and for no
  /// integer.
  uint32_t asUint(spirv::Id value, uint32_t index);

  /// The changed module.
  SpirvWords finish() const;

private:
  using Key = std::vector<uint32_t>;

  void copy(const spirv::Instruction &inst, SpirvWords &out) const;
  bool isNonSemantic(const spirv::Instruction &inst) const;

  const spirv::Module &M;
  uint32_t NextId;
  uint32_t FirstDeclaration = 0; ///< number of the first type
  uint32_t FirstFunction = 0;
  std::map<uint32_t, SpirvWords> Replaced, Inserted;
  SpirvWords Annotations, Declarations, Code;
  std::map<Key, uint32_t> Known; ///< opcode and operands to the id of a type
  std::map<uint32_t, uint32_t> Uints; ///< value to the id of a constant
};

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_MODULEEDITOR_H
