// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a shader does with the numbers that its host chooses: uniforms, members
/// of blocks that it only reads, sizes of images and buffers. What a number is
/// compared with or multiplied by tells what it is.
///
/// Computes: for each number the operations that it meets, and the components
/// of the invocation's id that the other operand depends on.
/// Domain: per value, sets of id components and of numbers that flow into it
/// through arithmetic, vectors, private variables, calls and phis; joined until
/// nothing changes, whatever the control flow.
/// Exact when: never; a role is a hint for a plan, which is then tried.
/// Cost: instructions times a handful of passes.
#ifndef WGLINT_LIB_RUN_HOSTNUMBERS_H
#define WGLINT_LIB_RUN_HOSTNUMBERS_H

#include "wglint/SPIRV/Module.h"
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// Sets of id components: bit 0 is x.
using DimSet = uint8_t;

/// A number that the host chooses, and how it is used.
struct HostNumber {
  enum class Kind {
    Value,       ///< in a uniform or a block
    ImageSize,   ///< a component of imageSize() or textureSize()
    BufferLength ///< length() of a runtime array
  };
  Kind kind = Kind::Value;
  /// Value: as the lane analysis names it, "Params.size.x".
  std::string name;
  uint32_t variableId = 0;
  unsigned component = 0; ///< of a vector
  spirv::TypeKind typeKind = spirv::TypeKind::Int;

  DimSet boundOf = 0;         ///< compared with one component of the id
  bool isLinearBound = false; ///< compared with a mix of several components
  DimSet factorOf = 0;        ///< multiplied by something of the id
  bool isLoopBound = false;   ///< compared with a loop's counter
  bool isDivisor = false;
  bool isShift = false;
  std::set<int64_t>
      equalTo; ///< constants that it is compared with for equality

  bool isBound() const { return boundOf != 0 || isLinearBound; }
};

/// The numbers of a module, and the components of the global or workgroup id
/// that it reads.
struct HostNumbers {
  std::vector<HostNumber> numbers;
  DimSet usedDims = 0;
};

/// Looks at all functions of \p module. At most 64 numbers are told apart; more
/// are ignored.
HostNumbers findHostNumbers(const spirv::Module &module);

} // namespace wglint

#endif // WGLINT_LIB_RUN_HOSTNUMBERS_H
