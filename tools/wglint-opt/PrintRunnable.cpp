// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --print=interface and --emit-runnable: what lib/Reflect makes of a shader.

#include "Actions.h"

using namespace wglint;

static std::string scalarName(ComponentKind kind, unsigned bits) {
  switch (kind) {
  case ComponentKind::Bool:
    return "bool";
  case ComponentKind::Float:
    return "float" + std::to_string(bits);
  case ComponentKind::Int:
    return "int" + std::to_string(bits);
  case ComponentKind::Uint:
    return "uint" + std::to_string(bits);
  }
  llvm_unreachable("unknown kind");
}

/// "float32x4", "float32x3x3 row-major stride 16", "struct", then each
/// dimension as "[64 stride 16]".
static std::string memoryTypeText(const MemoryType &type) {
  std::string text = type.members.empty()
                         ? scalarName(type.component, type.componentBits)
                         : "struct";
  if (type.rowCount > 1)
    text += "x" + std::to_string(type.rowCount);
  if (type.columnCount > 1)
    text += "x" + std::to_string(type.columnCount) +
            (type.isRowMajor ? " row-major" : "") + " stride " +
            std::to_string(type.matrixStrideBytes);
  for (size_t i = 0; i < type.arrayCounts.size(); ++i)
    text += " [" +
            (type.arrayCounts[i] ? std::to_string(type.arrayCounts[i]) : "") +
            " stride " + std::to_string(type.arrayStridesBytes[i]) + "]";
  return text;
}

static void printMembers(const MemoryType &type, unsigned indent,
                         llvm::raw_ostream &out) {
  for (const MemoryType::Member &member : type.members) {
    out.indent(indent) << member.offsetBytes << ": " << member.name << ' '
                       << memoryTypeText(member.type) << '\n';
    printMembers(member.type, indent + 2, out);
  }
}

static const char *accessText(bool isReadOnly, bool isWriteOnly) {
  return isReadOnly && isWriteOnly ? " untouched"
         : isReadOnly              ? " read-only"
         : isWriteOnly             ? " write-only"
                                   : "";
}

static void printBlock(const BlockInterface &block, llvm::raw_ostream &out) {
  out << (block.isUniform   ? "uniform block "
          : block.isCounter ? "counter "
                            : "storage block ")
      << block.name << ": set " << block.set << " binding " << block.binding
      << " -> " << block.glBinding;
  if (block.arrayCount > 1)
    out << " x " << block.arrayCount;
  out << accessText(block.isReadOnly && !block.isUniform, block.isWriteOnly)
      << ", " << block.fixedBytes << " bytes";
  if (block.runtimeStrideBytes)
    out << " + n * " << block.runtimeStrideBytes;
  out << '\n';
  printMembers(block.type, 2, out);
}

static void printImage(const ImageInterface &image, llvm::raw_ostream &out) {
  static const char *const dims[] = {"1d", "2d", "3d", "cube", "buffer"};
  out << (image.isSampled ? "texture " : "image ") << image.name << ": set "
      << image.set << " binding " << image.binding << " -> " << image.glBinding;
  if (image.arrayCount > 1)
    out << " x " << image.arrayCount;
  out << ", " << dims[static_cast<int>(image.dim)]
      << (image.isArrayed ? " array" : "")
      << (image.isMultisampled ? " multisampled" : "")
      << (image.isShadow ? " shadow" : "") << ' '
      << scalarName(image.component, 32) << ' ' << image.format;
  if (!image.isSampled)
    out << accessText(image.isReadOnly, image.isWriteOnly);
  out << '\n';
}

static void print(const ShaderInterface &interface, llvm::raw_ostream &out) {
  out << "entry point " << interface.entryPoint << ": workgroup "
      << interface.workgroupSize[0] << 'x' << interface.workgroupSize[1] << 'x'
      << interface.workgroupSize[2]
      << (interface.usesSubgroups ? ", subgroups" : "") << '\n';
  for (const BlockInterface &block : interface.blocks)
    printBlock(block, out);
  for (const ImageInterface &image : interface.images)
    printImage(image, out);
  for (const UniformInterface &uniform : interface.uniforms)
    out << (uniform.isPushConstant ? "push constant " : "uniform ")
        << uniform.name << ": " << memoryTypeText(uniform.type) << " as "
        << uniform.glName << '\n';
  for (const SpecConstantInterface &constant : interface.specConstants)
    out << "specialization constant " << constant.name << ": id "
        << constant.specId << ' '
        << scalarName(constant.component, constant.componentBits)
        << " default bits " << constant.defaultBits << '\n';
  for (const SharedInterface &variable : interface.sharedVariables) {
    out << "shared " << variable.name << ": " << memoryTypeText(variable.type)
        << '\n';
    printMembers(variable.type, 2, out);
  }
}

llvm::Error opt::printInterface(llvm::ArrayRef<uint32_t> words,
                                const RunnableOptions &options,
                                llvm::raw_ostream &out) {
  auto shader = makeRunnable(words, options);
  if (!shader)
    return shader.takeError();
  print(shader->interface, out);
  for (const RequiredExtension &extension : shader->requiredExtensions) {
    out << "requires " << extension.feature << ':';
    for (const std::string &name : extension.anyOf)
      out << ' ' << name;
    out << '\n';
  }
  return llvm::Error::success();
}

llvm::Error opt::emitRunnable(llvm::ArrayRef<uint32_t> words,
                              const RunnableOptions &options,
                              llvm::raw_ostream &out) {
  auto shader = makeRunnable(words, options);
  if (!shader)
    return shader.takeError();
  out << shader->glsl;
  if (shader->boundsReportBinding)
    out << "// bounds report at binding " << *shader->boundsReportBinding
        << '\n';
  if (shader->boundsReportBinding || shader->sharedDumpBinding) {
    auto module = spirv::Module::parse(words);
    if (!module)
      return module.takeError();
    for (const BoundsSite &site : shader->boundsSites)
      out << "// site: "
          << (site.isTexture ? "texture "
              : site.isImage ? "image "
                             : "")
          << (site.isStore ? "store " : "load ")
          << (*module)->name(static_cast<spirv::Id>(site.variableId)) << '\n';
  }
  if (shader->sharedDumpBinding)
    out << "// shared dump at binding " << *shader->sharedDumpBinding << ": "
        << shader->sharedDumpBytes << " bytes a workgroup\n";
  for (size_t i = 0; i < shader->sharedDump.size(); ++i)
    out << "// " << shader->interface.sharedVariables[i].name << " at "
        << shader->sharedDump[i].offsetBytes << ": "
        << memoryTypeText(shader->sharedDump[i].type) << '\n';
  return llvm::Error::success();
}
