// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InterfaceBuilder.h"
#include "MemoryTypes.h"
#include "wglint/SPIRV/Queries.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::raw;
using spirv::Type;
using spirv::TypeKind;

/// The type of \p variable without the arrays around it.
static const Type &elementType(const spirv::Module &module, Id variable) {
  return withoutArrays(module, module.type(module.typeOf(variable)->element));
}

bool wglint::isSeparateTexture(const spirv::Module &module, Id variable) {
  const Type &type = elementType(module, variable);
  return type.kind == TypeKind::Sampler ||
         (type.kind == TypeKind::Image && type.imageSampled != 2);
}

std::string InterfaceBuilder::nameOf(Id variable) const {
  if (!M.name(variable).empty())
    return M.name(variable).str();
  const Type &type = elementType(M, variable);
  if (type.kind == TypeKind::Struct && !M.name(type.id).empty())
    return M.name(type.id).str();
  return "_" + std::to_string(raw(variable));
}

llvm::Expected<InterfaceBuilder::Declared>
InterfaceBuilder::declaredType(Id variable) const {
  Declared declared{&M.type(M.typeOf(variable)->element)};
  while (declared.type->kind == TypeKind::Array ||
         declared.type->kind == TypeKind::RuntimeArray) {
    auto length = arrayLength(M, *declared.type);
    if (!length)
      return length.takeError();
    if (*length == 0)
      return makeError("OpenGL has no unsized arrays of descriptors: '" +
                       nameOf(variable) + "'");
    declared.arrayCount *= unsigned(*length);
    declared.type = &M.type(declared.type->element);
  }
  return declared;
}

std::pair<uint32_t, uint32_t> InterfaceBuilder::place(Id variable) const {
  const spirv::Decorations &decorations = M.decorations(variable);
  return {decorations.descriptorSet.value_or(0),
          decorations.binding.value_or(UINT32_MAX)};
}

llvm::Error
InterfaceBuilder::addDeclarations(ShaderInterface &interface,
                                  const std::set<uint32_t> &ownBlocks) {
  // By set and binding, as hosts do it: the order in which buffers are made
  // decides where they lie, which moves times by a quarter, and compilers order
  // declarations by their first use.
  auto variables = llvm::to_vector(M.globalVariables());
  llvm::stable_sort(
      variables, [&](Id left, Id right) { return place(left) < place(right); });
  for (Id variable : variables)
    if (Used.isUsed(variable) && !ownBlocks.count(raw(variable)))
      if (llvm::Error error = add(variable, interface))
        return error;
  return llvm::Error::success();
}

llvm::Error InterfaceBuilder::add(Id variable, ShaderInterface &interface) {
  uint32_t storage = M.typeOf(variable)->storageClass;
  switch (storage) {
  case spv::StorageClassWorkgroup:
    return addShared(variable, interface);
  case spv::StorageClassStorageBuffer:
  case spv::StorageClassUniform:
  case spv::StorageClassUniformConstant:
    break;
  default:
    return llvm::Error::success();
  }
  auto declared = declaredType(variable);
  if (!declared)
    return declared.takeError();
  if (storage == spv::StorageClassUniformConstant)
    return addOpaque(variable, *declared, interface);
  bool isUniform =
      storage == spv::StorageClassUniform && !declared->type->isBufferBlock;
  return addBlock(variable, *declared, isUniform, interface);
}

/// Adds \p block to the block of the same set and binding. Returns false where
/// there is none: counters have blocks of their own here.
static bool joinAlias(const BlockInterface &block, ShaderInterface &interface) {
  auto first = llvm::find_if(interface.blocks, [&](const BlockInterface &b) {
    return b.hasBinding && b.set == block.set && b.binding == block.binding &&
           b.isUniform == block.isUniform && b.arrayCount == block.arrayCount &&
           !b.isCounter && !block.isCounter;
  });
  if (first == interface.blocks.end())
    return false;
  first->isReadOnly &= block.isReadOnly;
  first->isWriteOnly &= block.isWriteOnly;
  first->fixedBytes = std::max(first->fixedBytes, block.fixedBytes);
  first->aliases.push_back(
      {block.variableId, block.fixedBytes, block.runtimeStrideBytes});
  return true;
}

llvm::Error InterfaceBuilder::addBlock(Id variable, const Declared &declared,
                                       bool isUniform,
                                       ShaderInterface &interface) {
  auto type = memoryType(M, *declared.type, MemoryLayout::Explicit);
  if (!type)
    return makeError("block '" + nameOf(variable) +
                     "': " + toString(type.takeError()));
  BlockInterface block;
  block.name = nameOf(variable);
  block.variableId = raw(variable);
  const spirv::Decorations &decorations = M.decorations(variable);
  block.set = decorations.descriptorSet.value_or(0);
  block.binding = decorations.binding.value_or(0);
  block.hasBinding = decorations.binding.has_value();
  block.arrayCount = declared.arrayCount;
  block.isUniform = isUniform;
  block.isCounter = Prepared.counters.count(raw(variable));
  const VariableUse &use = Used.variables.at(raw(variable));
  block.isReadOnly = decorations.isNonWritable || !use.isWritten;
  block.isWriteOnly = decorations.isNonReadable || !use.isRead;
  block.fixedBytes = type->sizeBytes;
  if (!type->members.empty()) {
    const MemoryType::Member &last = type->members.back();
    if (!last.type.arrayCounts.empty() && last.type.arrayCounts[0] == 0) {
      block.runtimeStrideBytes = last.type.arrayStridesBytes[0];
      block.fixedBytes = last.offsetBytes;
    }
  }
  // GL counts a uniform block in vec4s (GL_UNIFORM_BLOCK_DATA_SIZE).
  if (isUniform)
    block.fixedBytes = llvm::alignTo(block.fixedBytes, 16);
  block.type = std::move(*type);
  if (block.hasBinding && joinAlias(block, interface))
    return llvm::Error::success();
  block.glBinding = take(isUniform ? Next.uniformBlock : Next.storageBlock,
                         declared.arrayCount);
  interface.blocks.push_back(std::move(block));
  return llvm::Error::success();
}

static ImageInterface::Dim imageDim(uint32_t dim) {
  switch (dim) {
  case spv::Dim1D:
    return ImageInterface::Dim::Dim1D;
  case spv::Dim3D:
    return ImageInterface::Dim::Dim3D;
  case spv::DimCube:
    return ImageInterface::Dim::Cube;
  case spv::DimBuffer:
    return ImageInterface::Dim::Buffer;
  default:
    return ImageInterface::Dim::Dim2D;
  }
}

ImageInterface InterfaceBuilder::describeImage(Id variable,
                                               const Declared &declared,
                                               const Type &image) const {
  ImageInterface out;
  out.name = nameOf(variable);
  out.variableId = raw(variable);
  const spirv::Decorations &decorations = M.decorations(variable);
  out.set = decorations.descriptorSet.value_or(0);
  out.binding = decorations.binding.value_or(0);
  out.arrayCount = declared.arrayCount;
  out.dim = imageDim(image.imageDim);
  out.isArrayed = image.imageArrayed;
  out.isMultisampled = image.imageMultisampled;
  out.isSampled = image.imageSampled != 2;
  out.isShadow = out.isSampled && image.imageDepth == 1;
  const VariableUse &use = Used.variables.at(raw(variable));
  out.isReadOnly = out.isSampled || decorations.isNonWritable || !use.isWritten;
  out.isWriteOnly =
      !out.isSampled && (decorations.isNonReadable || !use.isRead);
  const Type &texel = M.type(image.element);
  out.component = texel.kind == TypeKind::Float ? ComponentKind::Float
                  : texel.isSigned              ? ComponentKind::Int
                                                : ComponentKind::Uint;
  if (!out.isSampled)
    out.format = imageFormatName(image.imageFormat).str();
  return out;
}

llvm::Error InterfaceBuilder::addOpaque(Id variable, const Declared &declared,
                                        ShaderInterface &interface) {
  const Type *image = declared.type;
  switch (declared.type->kind) {
  case TypeKind::Sampler:
    return llvm::Error::success(); // a part of the textures it is used with
  case TypeKind::SampledImage:
    image = &M.type(declared.type->element);
    break;
  case TypeKind::Image:
    // A texture of its own; a texel buffer needs no sampler in GL either.
    if (image->imageSampled != 2 && image->imageDim != spv::DimBuffer)
      return llvm::Error::success();
    break;
  case TypeKind::Other:
    return makeError("OpenGL has no counterpart to the resource '" +
                     nameOf(variable) + "'");
  default:
    Uniforms.push_back(raw(variable));
    return llvm::Error::success();
  }
  ImageInterface described = describeImage(variable, declared, *image);
  described.glBinding = take(described.isSampled ? Next.texture : Next.image,
                             declared.arrayCount);
  interface.images.push_back(std::move(described));
  return llvm::Error::success();
}

llvm::Error InterfaceBuilder::addShared(Id variable,
                                        ShaderInterface &interface) {
  auto type =
      memoryType(M, M.type(M.typeOf(variable)->element), MemoryLayout::Natural);
  if (!type)
    return makeError("shared variable '" + nameOf(variable) +
                     "': " + toString(type.takeError()));
  interface.sharedVariables.push_back(
      {nameOf(variable), raw(variable), std::move(*type)});
  return llvm::Error::success();
}

llvm::Error
InterfaceBuilder::addTextures(ShaderInterface &interface,
                              llvm::ArrayRef<CombinedSampler> pairs) {
  for (const CombinedSampler &pair : pairs) {
    Id texture = static_cast<Id>(pair.textureId);
    auto declared = declaredType(texture);
    if (!declared)
      return declared.takeError();
    ImageInterface described =
        describeImage(texture, *declared, *declared->type);
    described.glBinding = take(Next.texture, declared->arrayCount);
    interface.images.push_back(std::move(described));
  }
  return llvm::Error::success();
}

namespace {

/// Flattens one uniform variable into GL's uniform names.
class UniformFlattener {
public:
  UniformFlattener(const spirv::Module &module, const CrossCompiler &cross,
                   bool isPushConstant, std::vector<UniformInterface> &out)
      : M(module), Cross(cross), IsPushConstant(isPushConstant), Out(out) {}

  llvm::Error add(const Type &type, const std::string &name,
                  const std::string &glName) {
    if (type.kind == TypeKind::Struct)
      return addMembers(type, name, glName);
    bool isOuter =
        type.kind == TypeKind::Array && isAggregate(M.type(type.element));
    if (!isOuter)
      return addLeaf(type, name, glName);
    auto length = arrayLength(M, type);
    if (!length)
      return length.takeError();
    for (uint64_t i = 0; i < *length; ++i) {
      std::string index = "[" + std::to_string(i) + "]";
      if (llvm::Error error =
              add(M.type(type.element), name + index, glName + index))
        return error;
    }
    return llvm::Error::success();
  }

private:
  static bool isAggregate(const Type &type) {
    return type.kind == TypeKind::Array || type.kind == TypeKind::Struct;
  }

  llvm::Error addMembers(const Type &type, const std::string &name,
                         const std::string &glName) {
    for (unsigned i = 0; i < type.members.size(); ++i) {
      const std::string &member = M.memberLayout(type.id, i).name;
      std::string glMember = Cross.memberName(raw(type.id), i);
      if (llvm::Error error = add(M.type(type.members[i]),
                                  (name.empty() ? name : name + ".") +
                                      (member.empty() ? glMember : member),
                                  glName + "." + glMember))
        return error;
    }
    return llvm::Error::success();
  }

  llvm::Error addLeaf(const Type &type, const std::string &name,
                      const std::string &glName) {
    auto memory = memoryType(M, type, MemoryLayout::Widened);
    if (!memory)
      return makeError("uniform '" + name +
                       "': " + toString(memory.takeError()));
    UniformInterface uniform;
    uniform.name = name;
    uniform.glName = glName;
    if (!memory->arrayCounts.empty())
      uniform.glName += "[0]";
    uniform.type = std::move(*memory);
    uniform.isPushConstant = IsPushConstant;
    Out.push_back(std::move(uniform));
    return llvm::Error::success();
  }

  const spirv::Module &M;
  const CrossCompiler &Cross;
  bool IsPushConstant;
  std::vector<UniformInterface> &Out;
};

} // namespace

llvm::Error InterfaceBuilder::addUniforms(ShaderInterface &interface,
                                          const CrossCompiler &cross) const {
  for (uint32_t id : Uniforms) {
    const Type &pointer = *M.typeOf(static_cast<Id>(id));
    UniformFlattener flattener(M, cross, Prepared.pushConstants.count(id) != 0,
                               interface.uniforms);
    if (llvm::Error error = flattener.add(M.type(pointer.element),
                                          M.name(static_cast<Id>(id)).str(),
                                          cross.variableName(id)))
      return error;
  }
  return llvm::Error::success();
}
