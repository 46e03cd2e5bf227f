// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads a ShaderInterface off a prepared module and numbers its bindings.
#ifndef WGLINT_LIB_REFLECT_INTERFACEBUILDER_H
#define WGLINT_LIB_REFLECT_INTERFACEBUILDER_H

#include "CrossCompiler.h"
#include "Preparation.h"
#include "Usage.h"
#include "wglint/Reflect/ShaderInterface.h"

namespace wglint {

/// Whether \p variable is a texture or a sampler that GL knows only as a pair.
bool isSeparateTexture(const spirv::Module &module, spirv::Id variable);

/// The next free binding point of each kind; GL numbers each kind by itself.
struct NextBindings {
  uint32_t storageBlock = 0, uniformBlock = 0, image = 0, texture = 0;
};

/// See the file comment. The module is the one that \p prepared holds.
class InterfaceBuilder {
public:
  InterfaceBuilder(const spirv::Module &module, const Usage &usage,
                   const PreparedModule &prepared)
      : M(module), Used(usage), Prepared(prepared) {}

  /// Everything but textures and uniforms, whose names and pairs the
  /// translation to GLSL decides. \p ownBlocks are left out: instruments.
  /// Errors: what cannot be bound in GL, by name.
  llvm::Error addDeclarations(ShaderInterface &interface,
                              const std::set<uint32_t> &ownBlocks);
  /// One texture for each pair that \p cross made.
  llvm::Error addTextures(ShaderInterface &interface,
                          llvm::ArrayRef<CombinedSampler> pairs);
  /// Push constants and plain uniforms, by the names that \p cross gave them.
  llvm::Error addUniforms(ShaderInterface &interface,
                          const CrossCompiler &cross) const;

  /// Plain uniforms and the push-constant block.
  const std::vector<uint32_t> &uniformVariables() const { return Uniforms; }
  NextBindings &nextBindings() { return Next; }

private:
  struct Declared {
    const spirv::Type *type; ///< without the arrays around it
    unsigned arrayCount = 1;
  };

  /// Set and binding; behind all others where there is no binding.
  std::pair<uint32_t, uint32_t> place(spirv::Id variable) const;
  llvm::Error add(spirv::Id variable, ShaderInterface &interface);
  llvm::Error addBlock(spirv::Id variable, const Declared &declared,
                       bool isUniform, ShaderInterface &interface);
  llvm::Error addOpaque(spirv::Id variable, const Declared &declared,
                        ShaderInterface &interface);
  ImageInterface describeImage(spirv::Id variable, const Declared &declared,
                               const spirv::Type &image) const;
  llvm::Error addShared(spirv::Id variable, ShaderInterface &interface);
  llvm::Expected<Declared> declaredType(spirv::Id variable) const;
  std::string nameOf(spirv::Id variable) const;
  uint32_t take(uint32_t &next, unsigned count) const {
    uint32_t first = next;
    next += count;
    return first;
  }

  const spirv::Module &M;
  const Usage &Used;
  const PreparedModule &Prepared;
  NextBindings Next;
  std::vector<uint32_t> Uniforms;
};

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_INTERFACEBUILDER_H
