// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Facts/BufferArrays.h"
#include "Code/LoadedComponents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

namespace {

/// A pointer as a variable, or a buffer reference, and the indices that lead
/// from there.
struct PointerPath {
  Id base = Id::None;
  llvm::SmallVector<Id, 8> indices;
};

/// See describeBufferArrays.
class BufferArrays {
public:
  BufferArrays(const spirv::Module &module, Constants &constants,
               Layout &layout)
      : M(module), Consts(constants), Bytes(layout), Used(module) {}

  void add(uint32_t accessIndex, const AccessFact &access);
  std::vector<BufferArrayFact> take();

private:
  std::optional<PointerPath> pathOf(Id pointer) const;
  BufferArrayFact *arrayOf(const AccessFact &access, const Type &array);
  /// Of an element.
  struct Selection {
    ByteRange bytes;
    const Type *type; ///< nullptr: it is not known
  };
  Selection select(const Type &element, llvm::ArrayRef<Id> indices);
  bool isUsed(uint32_t load, PartPath part, const Type &type);
  void addUsedBytes(BufferArrayFact &fact, uint32_t load, PartPath &part,
                    const Type &type, ByteRange range);

  const spirv::Module &M;
  Constants &Consts;
  Layout &Bytes;
  std::vector<BufferArrayFact> Arrays;
  std::set<VariableId> Unresolved;
  std::set<uint32_t> UsedVariables; ///< result ids
  UsedComponents Used;
};

} // namespace

/// A buffer reference: an address, however it was come by.
static bool isReference(const Type *pointer) {
  return pointer && pointer->kind == TypeKind::Pointer &&
         pointer->storageClass == spv::StorageClassPhysicalStorageBuffer;
}

/// std::nullopt where the pointer does not come from one variable or one
/// reference by indices alone: function parameters, variable pointers.
std::optional<PointerPath> BufferArrays::pathOf(Id pointer) const {
  PointerPath path;
  for (const Instruction *def = M.def(pointer); def; def = M.def(pointer)) {
    switch (def->opcode) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
      for (unsigned i = def->operands.size(); i > 1; --i)
        path.indices.push_back(def->idOperand(i - 1));
      break;
    case spv::OpCopyObject:
      break;
    default:
      if (def->opcode != spv::OpVariable && !isReference(M.typeOf(pointer)))
        return std::nullopt;
      path.base = pointer;
      std::reverse(path.indices.begin(), path.indices.end());
      return path;
    }
    pointer = def->idOperand(0);
  }
  return std::nullopt;
}

/// What \p indices select of an \p element. What lies behind an index that is
/// not constant counts as a whole.
BufferArrays::Selection BufferArrays::select(const Type &element,
                                             llvm::ArrayRef<Id> indices) {
  const Type *type = &element;
  ByteRange range{0, int64_t(Bytes.size(element))};
  for (Id id : indices) {
    std::optional<int64_t> index = Consts.integer(id);
    if (!index || *index < 0 || type->kind == TypeKind::Matrix)
      return {range, nullptr};
    int64_t offset = 0;
    if (type->kind == TypeKind::Struct) {
      offset = Bytes.memberOffset(*type, *index);
      type = &M.type(type->members[*index]);
      // Strides of a matrix stand with the member.
      if (type->kind == TypeKind::Matrix)
        return {{range.begin + offset, range.end}, nullptr};
    } else {
      uint64_t strideBytes = type->kind == TypeKind::Vector
                                 ? Bytes.size(M.type(type->element))
                                 : Bytes.arrayStride(*type);
      offset = int64_t(strideBytes) * *index;
      type = &M.type(type->element);
    }
    range.begin += offset;
    range.end = range.begin + int64_t(Bytes.size(*type));
  }
  return {range, type};
}

/// Whether something is done with what \p part, of type \p type, leads to in
/// what \p load has loaded, under whichever calls: of a parameter everything is
/// used.
bool BufferArrays::isUsed(uint32_t load, PartPath part, const Type &type) {
  const Type *inner = &type;
  while (inner->kind == TypeKind::Array || inner->kind == TypeKind::Matrix) {
    part.push_back(kAnyElement);
    inner = &M.type(inner->element);
  }
  return inner->kind == TypeKind::Struct ||
         Used.of(load, /*callChain=*/{}, part) != 0;
}

/// Adds those of the bytes \p range, a structure of type \p type, that \p load
/// has loaded and something is done with.
void BufferArrays::addUsedBytes(BufferArrayFact &fact, uint32_t load,
                                PartPath &part, const Type &type,
                                ByteRange range) {
  size_t count = type.members.size();
  for (unsigned i = 0; i < count; ++i) {
    const Type &member = M.type(type.members[i]);
    auto beginOf = [&](unsigned index) {
      return range.begin + int64_t(Bytes.memberOffset(type, index));
    };
    // Strides of a matrix stand with the member, so that its size does not.
    bool isStrided =
        member.kind == TypeKind::Matrix || member.kind == TypeKind::Array;
    int64_t next = i + 1 < count ? beginOf(i + 1) : range.end;
    ByteRange bytes{beginOf(i), isStrided
                                    ? next
                                    : beginOf(i) + int64_t(Bytes.size(member))};
    part.push_back(i);
    if (member.kind == TypeKind::Struct)
      addUsedBytes(fact, load, part, member, bytes);
    else if (isUsed(load, part, member))
      fact.usedBytes.push_back(bytes);
    part.pop_back();
  }
}

BufferArrayFact *BufferArrays::arrayOf(const AccessFact &access,
                                       const Type &array) {
  auto known = llvm::find_if(Arrays, [&](const BufferArrayFact &fact) {
    return fact.variableId == access.variableId;
  });
  if (known != Arrays.end())
    return &*known;
  const Type &element = M.type(array.element);
  BufferArrayFact fact;
  fact.variableId = access.variableId;
  fact.strideBytes = Bytes.arrayStride(array);
  fact.dataBytes = Bytes.dataBytes(element);
  fact.isStructure = element.kind == TypeKind::Struct;
  if (fact.isStructure) {
    fact.elementType = M.name(element.id).str();
    for (unsigned i = 0; i < element.members.size(); ++i) {
      int64_t begin = Bytes.memberOffset(element, i);
      int64_t size = Bytes.size(M.type(element.members[i]));
      fact.members.push_back({M.memberLayout(element.id, i).name,
                              {begin, begin + size},
                              /*isUsed=*/false});
    }
  }
  Arrays.push_back(std::move(fact));
  return &Arrays.back();
}

/// "block.particles" of "block.particles.velocity.x".
static std::string arrayName(const AccessFact &access, llvm::StringRef member) {
  size_t length = 0;
  for (llvm::StringRef part : llvm::split(access.variable, '.')) {
    length += part.size();
    if (part == member)
      return access.variable.substr(0, length);
    ++length;
  }
  return access.variable;
}

void BufferArrays::add(uint32_t accessIndex, const AccessFact &access) {
  const Instruction &inst = M.instructions()[access.instruction];
  UsedVariables.insert(access.variableId.variable);
  std::optional<PointerPath> path = pathOf(inst.idOperand(0));
  if (!path) {
    Unresolved.insert(access.variableId);
    return;
  }
  const Type *type = &M.type(M.typeOf(path->base)->element);
  llvm::ArrayRef<Id> indices = path->indices;
  if (type->kind == TypeKind::Array && !indices.empty()) { // of blocks
    type = &M.type(type->element);
    indices = indices.drop_front();
  }
  std::optional<int64_t> member;
  if (type->kind == TypeKind::Struct && !indices.empty())
    member = Consts.integer(indices.front());
  if (!member)
    return;
  const Type &array = M.type(type->members[*member]);
  if (array.kind != TypeKind::Array && array.kind != TypeKind::RuntimeArray)
    return;
  BufferArrayFact &fact = *arrayOf(access, array);
  if (fact.variable.empty())
    fact.variable = arrayName(access, M.memberLayout(type->id, *member).name);
  fact.accesses.push_back(accessIndex);
  // The array as a whole is every byte of its elements.
  bool isWholeArray = indices.drop_front().empty();
  const auto [bytes, selected] =
      select(M.type(array.element),
             isWholeArray ? llvm::ArrayRef<Id>() : indices.drop_front(2));
  if (inst.opcode == spv::OpLoad && !isWholeArray && selected &&
      selected->kind == TypeKind::Struct) {
    PartPath part;
    addUsedBytes(fact, access.instruction, part, *selected, bytes);
  } else {
    fact.usedBytes.push_back(bytes);
  }
}

static void mergeRanges(std::vector<ByteRange> &ranges) {
  llvm::sort(ranges, [](const ByteRange &a, const ByteRange &b) {
    return a.begin < b.begin;
  });
  std::vector<ByteRange> merged;
  for (const ByteRange &range : ranges) {
    if (!merged.empty() && range.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(range);
  }
  ranges = std::move(merged);
}

/// Whether another variable that is used stands for the same buffer, so that
/// its accesses may touch bytes that those of \p fact do not.
static bool isAliased(const spirv::Module &module, const BufferArrayFact &fact,
                      const std::set<uint32_t> &usedVariables) {
  uint32_t own = fact.variableId.variable;
  const spirv::Decorations &binding = module.decorations(Id(own));
  if (!binding.binding)
    return false;
  return llvm::any_of(usedVariables, [&](uint32_t other) {
    const spirv::Decorations &decorations = module.decorations(Id(other));
    return other != own && decorations.binding == binding.binding &&
           decorations.descriptorSet == binding.descriptorSet;
  });
}

std::vector<BufferArrayFact> BufferArrays::take() {
  llvm::erase_if(Arrays, [&](const BufferArrayFact &fact) {
    return Unresolved.count(fact.variableId) ||
           isAliased(M, fact, UsedVariables);
  });
  for (BufferArrayFact &fact : Arrays) {
    mergeRanges(fact.usedBytes);
    for (ElementMemberFact &member : fact.members)
      member.isUsed = llvm::any_of(fact.usedBytes, [&](const ByteRange &used) {
        return used.begin < member.bytes.end && member.bytes.begin < used.end;
      });
  }
  return std::move(Arrays);
}

std::vector<BufferArrayFact>
wglint::describeBufferArrays(const spirv::Module &module, Constants &constants,
                             Layout &layout, const EntryPointFacts &facts) {
  if (facts.unknown)
    return {};
  BufferArrays arrays(module, constants, layout);
  for (uint32_t i = 0; i < facts.accesses.size(); ++i)
    if (facts.accesses[i].space == MemorySpace::Global)
      arrays.add(i, facts.accesses[i]);
  return arrays.take();
}
