// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A read-only SPIR-V module: instructions, types with their byte layout,
/// names, decorations, constants and functions with their structured control
/// flow.
///
/// Nothing is ever changed: a rewrite edits the shader's text and the pipeline
/// runs again. Enumerants that this decoder does not know are carried along as
/// numbers, never an error.
#ifndef WGLINT_SPIRV_MODULE_H
#define WGLINT_SPIRV_MODULE_H

#include "wglint/Support/DebugKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wglint::spirv {

/// A SPIR-V result id. 0 is no id.
enum class Id : uint32_t { None = 0 };
inline uint32_t raw(Id id) { return static_cast<uint32_t>(id); }

/// OpLine as it applies to an instruction. `line` is 0 where there is none.
struct DebugLine {
  Id file = Id::None;
  uint32_t line = 0;
  uint32_t column = 0;
  /// Running number of the OpLine in the module: two instructions have the same
  /// number exactly if they stand under the same OpLine.
  uint32_t run = 0;
};

/// One instruction. `operands` are the words behind result type and result id;
/// ids and literals stand there as words, as in the binary.
struct Instruction {
  uint16_t opcode = 0; ///< spv::Op
  /// Younger than SPIRV-Tools, so that nobody knows what it does: its result
  /// was guessed from the form of its words, and `operands` may be literals.
  bool isUnknown = false;
  Id resultType = Id::None;
  Id result = Id::None;
  llvm::ArrayRef<uint32_t> operands;
  DebugLine debug;

  Id idOperand(unsigned i) const {
    return i < operands.size() ? static_cast<Id>(operands[i]) : Id::None;
  }
};

enum class TypeKind {
  Void,
  Bool,
  Int,
  Float,
  Vector,
  Matrix,
  Array,
  RuntimeArray,
  Struct,
  Pointer,
  Image,
  SampledImage,
  Sampler,
  Function,
  Other,
};

/// A type. Fields that do not apply to its kind are zero.
struct Type {
  TypeKind kind = TypeKind::Other;
  Id id = Id::None;
  unsigned bitWidth = 0; ///< Int, Float
  bool isSigned = false; ///< Int
  Id element =
      Id::None;       ///< Vector: component; Matrix: column; Array: element;
                      ///< Pointer: pointee; SampledImage: image; Image: texel
  unsigned count = 0; ///< Vector: components; Matrix: columns
  Id lengthId = Id::None; ///< Array: the constant that gives its length
  llvm::SmallVector<Id, 4> members; ///< Struct
  uint32_t storageClass = 0;        ///< Pointer: spv::StorageClass
  uint32_t arrayStrideBytes =
      0;                ///< ArrayStride decoration; 0: none (opaque layout)
  bool isBlock = false; ///< Block decoration
  bool isBufferBlock = false; ///< BufferBlock decoration (SPIR-V 1.0 idiom)
  // Image only, as in OpTypeImage.
  uint32_t imageDim = 0, imageDepth = 0, imageArrayed = 0,
           imageMultisampled = 0;
  uint32_t imageSampled = 0, imageFormat = 0;
};

/// Layout decorations of one member of a structure.
struct MemberLayout {
  std::optional<uint32_t> offsetBytes;       ///< Offset
  std::optional<uint32_t> matrixStrideBytes; ///< MatrixStride
  bool isRowMajor = false;
  bool isNonWritable = false, isNonReadable = false, isCoherent = false,
       isVolatile = false;
  std::string name; ///< OpMemberName; may be empty
};

/// Decorations of an id. `builtIn` etc. are std::nullopt where absent.
struct Decorations {
  std::optional<uint32_t> builtIn, binding, descriptorSet, location, specId,
      alignment;
  bool isNonWritable = false, isNonReadable = false, isRestrict = false,
       isAliased = false;
  bool isCoherent = false, isVolatile = false, isNoContraction = false;
};

/// A basic block: instructions [begin, end) of the module, the label first, the
/// terminator last.
struct Block {
  Id label = Id::None;
  uint32_t begin = 0, end = 0;
  Id mergeBlock = Id::None;    ///< of OpSelectionMerge or OpLoopMerge
  Id continueBlock = Id::None; ///< of OpLoopMerge
  bool isLoopHeader = false;
  llvm::SmallVector<uint32_t, 2> successors; ///< indices into Function::blocks
  llvm::SmallVector<uint32_t, 2>
      predecessors; ///< indices into Function::blocks
};

/// In place of a loop's header where there is no loop.
constexpr uint32_t kNoLoop = ~0u;

/// A function. blocks[0] is the entry; `order` lists the reachable blocks in
/// reverse post-order in which every block of a loop stands before the loop's
/// merge block, and loops are contiguous.
struct Function {
  Id id = Id::None;
  Id returnType = Id::None;
  llvm::SmallVector<Id, 4> parameters;
  std::vector<Block> blocks;
  std::vector<uint32_t> order;
  /// For each block its innermost enclosing loop header's block index, or
  /// kNoLoop; a header belongs to its own loop.
  std::vector<uint32_t> loopOf;
  /// For each loop header (by block index) the enclosing loop's header, or
  /// kNoLoop.
  std::map<uint32_t, uint32_t> parentLoop;

  std::optional<uint32_t> blockIndex(Id label) const;
  std::map<uint32_t, uint32_t> labelToBlock; ///< raw label id to block index
};

/// A compute entry point and its workgroup size as the module states it.
struct EntryPoint {
  Id function = Id::None;
  std::string name;
  uint32_t executionModel = 0; ///< spv::ExecutionModel
  /// Ids of the constants that give the size: from the WorkgroupSize built-in
  /// (which takes precedence), LocalSizeId, or none for LocalSize.
  std::array<Id, 3> sizeIds = {Id::None, Id::None, Id::None};
  std::array<uint32_t, 3> literalSize = {0, 0,
                                         0}; ///< LocalSize; 0s where absent
};

/// See the file comment. Cheap to move, not copied.
class Module {
public:
  /// Decodes \p words. Errors: a clear message that says what is wrong with the
  /// words (no magic number, an instruction that runs past the end, an id over
  /// the bound, no function body ...). Both byte orders are read.
  /// Cost: linear in the words.
  static llvm::Expected<std::unique_ptr<Module>>
  parse(llvm::ArrayRef<uint32_t> words);

  uint32_t version() const { return Version; } ///< the header's version word
  uint32_t idBound() const { return Bound; }
  llvm::ArrayRef<Instruction> instructions() const { return Insts; }
  llvm::ArrayRef<EntryPoint> entryPoints() const { return Entries; }
  llvm::ArrayRef<Function> functions() const { return Funcs; }
  const Function *function(Id id) const;

  /// The instruction that defines \p id, or nullptr.
  const Instruction *def(Id id) const;
  /// Its number in instructions(), or ~0u.
  uint32_t defIndex(Id id) const;
  /// The type \p id names; asserts that it is one.
  const Type &type(Id id) const;
  const Type *typeOrNull(Id id) const;
  /// Type of the value \p id (its result type); nullptr where it has none.
  const Type *typeOf(Id id) const;
  /// OpName; empty where there is none.
  llvm::StringRef name(Id id) const;
  const Decorations &decorations(Id id) const;
  const MemberLayout &memberLayout(Id structType, unsigned member) const;
  /// Text of an OpString; empty where there is none.
  llvm::StringRef string(Id id) const;
  bool hasCapability(uint32_t capability) const;
  /// Name of the extended instruction set \p id imports; empty if none.
  llvm::StringRef extInstSet(Id id) const;

  /// Global variables (OpVariable outside of functions), in order.
  llvm::ArrayRef<Id> globalVariables() const { return Globals; }

  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

private:
  Module() = default;
  friend class ModuleBuilder;

  std::vector<uint32_t> Words;
  uint32_t Version = 0, Bound = 0;
  std::vector<Instruction> Insts;
  std::vector<uint32_t> DefIndex; ///< by id; ~0u: none
  std::vector<EntryPoint> Entries;
  std::vector<Function> Funcs;
  std::map<uint32_t, uint32_t> FuncById;
  std::vector<Id> Globals;
  std::map<uint32_t, Type> Types;
  std::vector<const Type *> TypeById; ///< into Types; read on every instruction
  std::map<uint32_t, std::string> Names, Strings, ExtSets;
  std::map<uint32_t, Decorations> Decos;
  std::map<uint32_t, std::vector<MemberLayout>> Members;
  std::vector<uint32_t> Capabilities;
};

/// Variable at the root of a pointer value: through access chains, copies and
/// casts; Id::None where it does not lead to one variable.
Id rootVariable(const Module &module, Id pointer);

/// Some entry point may ask for its subgroup, or what others of it do: by the
/// extensions of GLSL before 4.60 as well.
bool usesSubgroups(const Module &module);

/// The key of instruction number \p index, for a SourceMap. The kind comes from
/// the opcode; the root is the name of the variable that its pointer (or image)
/// operand leads to. In blocks without a name of their own (`buffer B { float
/// a[]; };`) the root is the variable's name all the same, which may be empty.
DebugKey debugKey(const Module &module, uint32_t index);

} // namespace wglint::spirv

#endif // WGLINT_SPIRV_MODULE_H
