// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a host must bind to run a compute shader: plain data, read off the
/// SPIR-V module. No GL here; lib/Exec binds it and lib/Run chooses contents.
#ifndef WGLINT_REFLECT_SHADERINTERFACE_H
#define WGLINT_REFLECT_SHADERINTERFACE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

enum class ComponentKind { Float, Int, Uint, Bool };

/// A type as it lies in memory. Exactly one of: a scalar, vector or matrix
/// (`members` empty), or a structure (`members` not empty); either may be an
/// array.
struct MemoryType {
  struct Member;

  ComponentKind component = ComponentKind::Float;
  unsigned componentBits = 32; ///< 8, 16, 32 or 64
  unsigned rowCount = 1;       ///< components of a vector or matrix column
  unsigned columnCount = 1;    ///< 1: no matrix
  uint64_t matrixStrideBytes = 0;
  bool isRowMajor = false;
  std::vector<Member> members; ///< a structure's, in declaration order
  /// Outermost first; 0 is a runtime array (only ever the first).
  std::vector<uint64_t> arrayCounts;
  std::vector<uint64_t> arrayStridesBytes; ///< one per arrayCounts
  /// Of one element where it is an array; without padding after the last byte.
  uint64_t sizeBytes = 0;
};

struct MemoryType::Member {
  std::string name;
  uint64_t offsetBytes = 0;
  MemoryType type;
};

/// Bytes from the first to behind the last, arrays included, the padding of the
/// last element too; a runtime array counts as empty.
uint64_t extentBytes(const MemoryType &type);

/// A storage or uniform block. Atomic counters are storage blocks of uints in
/// the runnable GLSL, one for each declaration, and so they are here.
struct BlockInterface {
  std::string name;         ///< as written: instance name, else block name
  uint32_t variableId = 0;  ///< SPIR-V id, as VariableId::variable
  uint32_t set = 0;         ///< as declared (Vulkan)
  uint32_t binding = 0;     ///< as declared, 0 where missing
  bool hasBinding = false;  ///< the binding is declared
  uint32_t glBinding = 0;   ///< binding point of the runnable GLSL
  unsigned arrayCount = 1;  ///< blocks of one declaration: glBinding ...
  bool isUniform = false;   ///< uniform block instead of storage block
  bool isReadOnly = false;  ///< readonly, or never written by the shader
  bool isWriteOnly = false; ///< never read by the shader
  bool isCounter = false;   ///< stands in for an atomic counter
  MemoryType type;          ///< a structure
  /// Bytes of all members of known length; a runtime array adds to it.
  uint64_t fixedBytes = 0;
  /// Stride of the runtime array at the end; 0 where there is none.
  uint64_t runtimeStrideBytes = 0;
  /// Further declarations of the same set and binding, which look at the same
  /// bytes in their own way. What is said above of reading, writing and
  /// fixedBytes holds for all of them together, the rest for the first.
  struct Alias {
    uint32_t variableId = 0;
    uint64_t fixedBytes = 0, runtimeStrideBytes = 0;
  };
  std::vector<Alias> aliases;
};

/// An image, a sampled image or a texel buffer. A separate texture appears once
/// for each sampler that it is used with.
struct ImageInterface {
  enum class Dim { Dim1D, Dim2D, Dim3D, Cube, Buffer };
  std::string name;
  uint32_t variableId = 0;
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t glBinding = 0; ///< image unit, or texture unit where isSampled
  unsigned arrayCount = 1;
  Dim dim = Dim::Dim2D;
  bool isArrayed = false;
  bool isMultisampled = false;
  bool isSampled = false; ///< read through a sampler or texelFetch
  bool isShadow = false;
  bool isReadOnly = false;
  bool isWriteOnly = false;
  ComponentKind component = ComponentKind::Float;
  /// GLSL layout name ("rgba8"); empty where any will do. A storage image that
  /// is read without a declared format has one with 32-bit components chosen.
  std::string format;
};

/// A plain uniform, or one member of the push-constant block. Structures, and
/// all but the innermost dimension of arrays, are flattened into one entry per
/// GL uniform name. A driver drops what it finds unused: no location then.
struct UniformInterface {
  std::string name;   ///< as written: "p.width", "scale"
  std::string glName; ///< for glGetUniformLocation
  MemoryType type;    ///< never a structure
  bool isPushConstant = false;
};

/// A specialization constant as the module declares it, one for each SpecId.
struct SpecConstantInterface {
  std::string name;
  uint32_t specId = 0;
  ComponentKind component = ComponentKind::Int;
  unsigned componentBits = 32;
  uint64_t defaultBits = 0; ///< as in memory, in the low bits
};

/// A `shared` variable.
struct SharedInterface {
  std::string name;
  uint32_t variableId = 0;
  MemoryType type; ///< natural layout: scalar alignment, no padding
};

/// All of one entry point. Only what the shader touches stands here.
struct ShaderInterface {
  std::string entryPoint;
  std::array<uint32_t, 3> workgroupSize = {1, 1, 1};
  std::vector<BlockInterface> blocks;
  std::vector<ImageInterface> images;
  std::vector<UniformInterface> uniforms;
  std::vector<SpecConstantInterface> specConstants;
  std::vector<SharedInterface> sharedVariables;
  bool usesSubgroups = false;
};

} // namespace wglint

#endif // WGLINT_REFLECT_SHADERINTERFACE_H
