// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Reflect/Runnable.h"
#include "BoundsChecks.h"
#include "GlslEdits.h"
#include "InterfaceBuilder.h"
#include "Preparation.h"
#include "Refusals.h"
#include "Specialization.h"
#include "WriterTracking.h"
#include "wglint/Support/Error.h"
#include <cassert>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

using ModulePtr = std::unique_ptr<spirv::Module>;

/// \p variable points to an image that is loaded and stored.
static bool isStorageImage(const spirv::Module &module, spirv::Id variable) {
  const spirv::Type *type = module.typeOf(variable);
  while (type && (type->kind == spirv::TypeKind::Pointer ||
                  type->kind == spirv::TypeKind::Array))
    type = module.typeOrNull(type->element);
  return type && type->kind == spirv::TypeKind::Image &&
         type->imageSampled == 2;
}

/// GL_EXT_shader_subgroup_extended_types_* for the types of the subgroup
/// operations in \p module; std::nullopt for 32 bits.
static std::optional<std::string>
extendedSubgroupType(const spirv::Module &module,
                     const spirv::Instruction &inst) {
  if (inst.opcode < spv::OpGroupNonUniformElect ||
      inst.opcode > spv::OpGroupNonUniformQuadSwap)
    return std::nullopt;
  const spirv::Type *type = module.typeOrNull(inst.resultType);
  if (type && type->kind == spirv::TypeKind::Vector)
    type = module.typeOrNull(type->element);
  bool isFloat = type && type->kind == spirv::TypeKind::Float;
  if (!type || !type->bitWidth || type->bitWidth == 32 ||
      (isFloat && type->bitWidth == 64))
    return std::nullopt;
  return "GL_EXT_shader_subgroup_extended_types_" +
         std::string(isFloat ? "float" : "int") +
         std::to_string(type->bitWidth);
}

/// Extensions that SPIRV-Cross uses without asking for them.
static std::set<std::string> forgottenExtensions(const spirv::Module &module) {
  std::set<std::string> names;
  if (module.hasCapability(spv::CapabilityInt64Atomics))
    names.insert("GL_EXT_shader_atomic_int64");
  for (const spirv::Instruction &inst : module.instructions())
    if (auto name = extendedSubgroupType(module, inst))
      names.insert(std::move(*name));
  return names;
}

namespace {

/// The steps of makeRunnable(); each reads what the ones before it left.
class RunnableMaker {
public:
  explicit RunnableMaker(const RunnableOptions &options) : Options(options) {}

  llvm::Error run(llvm::ArrayRef<uint32_t> words) {
    if (llvm::Error error = readModule(words))
      return error;
    if (llvm::Error error = refuse())
      return error;
    if (Options.checkBounds)
      if (llvm::Error error = addBoundsChecks())
        return error;
    if (Options.watched)
      if (llvm::Error error = addWriterTracking())
        return error;
    if (llvm::Error error = makeConstantsLiteral())
      return error;
    if (llvm::Error error = prepare())
      return error;
    if (llvm::Error error = translate())
      return error;
    return addInstruments();
  }

  RunnableShader shader() { return std::move(Shader); }

private:
  llvm::Error readModule(llvm::ArrayRef<uint32_t> words) {
    auto module = spirv::Module::parse(words);
    if (!module)
      return module.takeError();
    Module = std::move(*module);
    // A module with several entry points has become one with the chosen one.
    auto entry = chooseEntryPoint(*Module, Options.entryPoint);
    if (!entry)
      return entry.takeError();
    Entry = *entry;
    return llvm::Error::success();
  }

  llvm::Error refuse() {
    if (llvm::Error error = refuseWhatGlLacks(*Module))
      return error;
    ShaderInterface &interface = Shader.interface;
    interface.entryPoint = Entry->name;
    interface.usesSubgroups = spirv::usesSubgroups(*Module);
    interface.specConstants = specializationConstants(*Module);
    bool isLocalReversed = Options.order == IdOrder::ReversedLocal ||
                           Options.order == IdOrder::ReversedBoth;
    if (isLocalReversed && interface.usesSubgroups)
      return makeError(
          "local ids cannot be reversed: the shader's subgroup operations "
          "follow their order");
    return llvm::Error::success();
  }

  llvm::Error addBoundsChecks() {
    CheckedModule checked = checkBounds(*Module, Usage(*Module, *Entry));
    Shader.boundsSites = std::move(checked.sites);
    ReportVariable = checked.reportVariable;
    return readModule(checked.words);
  }

  llvm::Error addWriterTracking() {
    assert(!Options.checkBounds && "one report block at a time");
    auto tracked =
        trackWriters(*Module, Usage(*Module, *Entry), *Options.watched);
    if (!tracked)
      return tracked.takeError();
    Shader.writerSites = std::move(tracked->sites);
    ReportVariable = tracked->reportVariable;
    return readModule(tracked->words);
  }

  llvm::Error makeConstantsLiteral() {
    auto words = specialize(*Module, *Entry, Options);
    if (!words)
      return words.takeError();
    if (llvm::Error error = readModule(*words))
      return error;
    if (llvm::Error error = refuseEmptyArrays(*Module))
      return error;
    auto size = workgroupSize(*Module, *Entry);
    if (!size)
      return size.takeError();
    Shader.interface.workgroupSize = *size;
    return llvm::Error::success();
  }

  llvm::Error prepare() {
    Used = std::make_unique<Usage>(*Module, *Entry);
    auto prepared = prepareForGl(*Module, *Entry, *Used);
    if (!prepared)
      return prepared.takeError();
    Prepared = std::move(*prepared);
    return readModule(Prepared.words);
  }

  llvm::Error translate() {
    GlslDialect dialect = chooseDialect();
    auto cross = CrossCompiler::create(Prepared.words, Entry->name, dialect);
    if (!cross)
      return cross.takeError();
    Cross = std::move(*cross);
    Builder = std::make_unique<InterfaceBuilder>(*Module, *Used, Prepared);
    if (llvm::Error error =
            Builder->addDeclarations(Shader.interface, {ReportVariable}))
      return error;
    auto pairs = dialect == GlslDialect::OpenGL
                     ? Cross->combineSamplers()
                     : std::vector<CombinedSampler>();
    if (!pairs)
      return pairs.takeError();
    size_t firstPair = Shader.interface.images.size();
    if (llvm::Error error = Builder->addTextures(Shader.interface, *pairs))
      return error;
    bind(*pairs, firstPair);
    for (const std::string &name : forgottenExtensions(*Module))
      Cross->requireExtension(name);
    auto glsl = Cross->compile();
    if (!glsl)
      return glsl.takeError();
    Shader.glsl = std::move(*glsl);
    for (size_t i = 0; i < Shader.interface.images.size(); ++i)
      Shader.interface.images[i].isShadow |=
          Cross->isShadow(i < firstPair ? Shader.interface.images[i].variableId
                                        : (*pairs)[i - firstPair].combinedId);
    return Builder->addUniforms(Shader.interface, *Cross);
  }

  /// SPIRV-Cross knows subgroup operations and atomics on floats only in its
  /// Vulkan dialect, and how to join textures and samplers only in OpenGL's.
  /// Nothing else tells them apart once descriptor sets, push constants and
  /// specialization constants are gone.
  GlslDialect chooseDialect() const {
    bool needsVulkan = Shader.interface.usesSubgroups;
    for (uint32_t capability : {spv::CapabilityAtomicFloat32AddEXT,
                                spv::CapabilityAtomicFloat64AddEXT,
                                spv::CapabilityAtomicFloat32MinMaxEXT,
                                spv::CapabilityAtomicFloat64MinMaxEXT})
      needsVulkan |= Module->hasCapability(capability);
    for (spirv::Id variable : Module->globalVariables())
      if (isSeparateTexture(*Module, variable))
        return GlslDialect::OpenGL;
    return needsVulkan ? GlslDialect::Vulkan : GlslDialect::OpenGL;
  }

  void bindBlock(const BlockInterface &block) {
    Cross->setBinding(block.variableId, block.glBinding);
    for (const BlockInterface::Alias &alias : block.aliases)
      Cross->setBinding(alias.variableId, block.glBinding);
  }

  /// The structure of \p block.
  spirv::Id structureOf(const BlockInterface &block) const {
    const spirv::Type *type =
        Module->typeOf(static_cast<spirv::Id>(block.variableId));
    while (type->kind != spirv::TypeKind::Struct)
      type = &Module->type(type->element);
    return type->id;
  }

  /// A storage and a uniform block may have one name in GLSL; Mesa 22.3 takes
  /// them for one block. Only the uniform block's type is renamed, which nobody
  /// sees.
  void separateBlockNames() {
    std::set<llvm::StringRef> names;
    for (const BlockInterface &block : Shader.interface.blocks)
      if (!block.isUniform)
        names.insert(Module->name(structureOf(block)));
    for (const BlockInterface &block : Shader.interface.blocks) {
      spirv::Id type = structureOf(block);
      if (block.isUniform && names.count(Module->name(type)))
        Cross->setName(spirv::raw(type), Module->name(type).str() + "_uniform");
    }
  }

  void bind(llvm::ArrayRef<CombinedSampler> pairs, size_t firstPair) {
    const std::vector<ImageInterface> &images = Shader.interface.images;
    for (const BlockInterface &block : Shader.interface.blocks)
      bindBlock(block);
    separateBlockNames();
    for (size_t i = 0; i < firstPair; ++i) {
      Cross->setBinding(images[i].variableId, images[i].glBinding);
      if (!images[i].isSampled)
        Cross->setAccess(images[i].variableId, !images[i].isWriteOnly,
                         !images[i].isReadOnly);
    }
    // A parameter takes only images that have no qualifier that it lacks.
    for (const auto &[id, use] : Used->parameters)
      if (isStorageImage(*Module, static_cast<spirv::Id>(id)))
        Cross->setAccess(id, use.isRead, use.isWritten);
    for (size_t i = 0; i < pairs.size(); ++i) {
      Cross->setName(pairs[i].combinedId, images[firstPair + i].name);
      Cross->setBinding(pairs[i].combinedId, images[firstPair + i].glBinding);
    }
    for (uint32_t id : Builder->uniformVariables())
      Cross->removeLocation(id);
    if (ReportVariable) {
      uint32_t binding = Builder->nextBindings().storageBlock++;
      Cross->setBinding(ReportVariable, binding);
      (Options.watched ? Shader.writerReportBinding
                       : Shader.boundsReportBinding) = binding;
    }
  }

  llvm::Error addInstruments() {
    if (Options.dumpShared && !Shader.interface.sharedVariables.empty())
      if (llvm::Error error = dumpSharedVariables(
              Shader, Builder->nextBindings().storageBlock++, *Module, *Cross))
        return error;
    reverseIds(Shader.glsl, Options.order, Shader.interface.workgroupSize);
    Shader.requiredExtensions = requiredExtensions(Shader.glsl);
    return llvm::Error::success();
  }

  const RunnableOptions &Options;
  PreparedModule Prepared;
  ModulePtr Module;
  const spirv::EntryPoint *Entry = nullptr;
  std::unique_ptr<Usage> Used;
  std::unique_ptr<CrossCompiler> Cross;
  std::unique_ptr<InterfaceBuilder> Builder;
  uint32_t ReportVariable = 0;
  RunnableShader Shader;
};

} // namespace

llvm::Expected<RunnableShader>
wglint::makeRunnable(llvm::ArrayRef<uint32_t> words,
                     const RunnableOptions &options) {
  RunnableMaker maker(options);
  if (llvm::Error error = maker.run(words))
    return error;
  return maker.shader();
}
