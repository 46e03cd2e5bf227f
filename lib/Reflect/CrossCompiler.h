// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIRV-Cross through its C interface, out of which no exception comes: the
/// only place that knows it.
#ifndef WGLINT_LIB_REFLECT_CROSSCOMPILER_H
#define WGLINT_LIB_REFLECT_CROSSCOMPILER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wglint {

/// A texture and a sampler that the shader uses together: one GL texture.
struct CombinedSampler {
  uint32_t combinedId = 0; ///< made by SPIRV-Cross
  uint32_t textureId = 0;
};

/// Which of SPIRV-Cross' flavours of GLSL 4.50 is written.
enum class GlslDialect { OpenGL, Vulkan };

/// One translation of one module to desktop GLSL 4.50.
class CrossCompiler {
public:
  /// Errors: SPIRV-Cross cannot read \p words.
  static llvm::Expected<std::unique_ptr<CrossCompiler>>
  create(llvm::ArrayRef<uint32_t> words, const std::string &entryPoint,
         GlslDialect dialect);
  ~CrossCompiler();
  CrossCompiler(const CrossCompiler &) = delete;
  CrossCompiler &operator=(const CrossCompiler &) = delete;

  /// Joins separate textures and samplers. Call it once, before compile().
  llvm::Expected<std::vector<CombinedSampler>> combineSamplers();

  void setName(uint32_t id, const std::string &name);
  /// Gives \p id this binding point in place of all that says where it lies.
  void setBinding(uint32_t id, uint32_t binding);
  /// Leaves it to the linker where the plain uniform \p id lies.
  void removeLocation(uint32_t id);
  /// The image \p id, a variable or a parameter, is not read or not written.
  void setAccess(uint32_t id, bool isRead, bool isWritten);

  void requireExtension(const std::string &name);

  /// The GLSL. Errors: what SPIRV-Cross cannot express, in its words.
  llvm::Expected<std::string> compile();

  // What the GLSL calls things, after compile().
  std::string variableName(uint32_t id) const;
  std::string memberName(uint32_t structType, unsigned member) const;
  /// The texture \p id is compared with a reference value when it is sampled.
  bool isShadow(uint32_t id) const;

private:
  struct Handles;
  explicit CrossCompiler(std::unique_ptr<Handles> handles);
  llvm::Error failure() const;

  std::unique_ptr<Handles> H;
};

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_CROSSCOMPILER_H
