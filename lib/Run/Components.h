// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The scalar components that a block's bytes consist of: where they lie, what
/// they are called, and their values as numbers.
#ifndef WGLINT_LIB_RUN_COMPONENTS_H
#define WGLINT_LIB_RUN_COMPONENTS_H

#include "wglint/Reflect/ShaderInterface.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace wglint {

/// One number in memory.
struct Component {
  uint64_t offsetBytes = 0;
  ComponentKind kind = ComponentKind::Float;
  unsigned bits = 32; ///< booleans take 32

  uint64_t sizeBytes() const { return bits / 8; }
};

/// Calls \p visit for each component of \p type that lies wholly in the first
/// \p lengthBytes bytes, in the order of declarations. A runtime array has as
/// many elements as fit. Cost: linear in the components.
void forEachComponent(const MemoryType &type, uint64_t lengthBytes,
                      llvm::function_ref<void(const Component &)> visit);

/// The component that holds byte \p offsetBytes of \p type, as one would write
/// it: "dst[17].pos.y"; std::nullopt in padding.
struct NamedComponent {
  std::string path;
  Component component;
};
std::optional<NamedComponent> componentAt(const MemoryType &type,
                                          uint64_t offsetBytes);

/// The components of what \p path names within \p type ("pos", "dst[2].pos.y"):
/// one for a scalar, several for a vector, matrix or array of known length.
/// Empty where there is nothing of that name.
std::vector<Component> componentsOf(const MemoryType &type,
                                    llvm::StringRef path);

/// \p value as a number; integers above 2^53 are rounded.
double decode(const Component &component, const uint8_t *value);
/// Writes \p number as the component's type: rounded for floats, towards zero
/// and modulo its width for integers.
void encode(const Component &component, double number, uint8_t *value);
/// \p text as the component's type, exactly. Returns false where it is none
/// ("1.5" for an integer) or out of range.
bool encodeText(const Component &component, llvm::StringRef text,
                uint8_t *value);
/// As people read it: "1.5", "-3", "NaN (0x7fc00000)", "true".
std::string toText(const Component &component, const uint8_t *value);

/// The bits of a component, in the low end.
uint64_t bitsOf(const Component &component, const uint8_t *value);
/// Whether it is a float and not a number.
bool isNan(const Component &component, const uint8_t *value);

} // namespace wglint

#endif // WGLINT_LIB_RUN_COMPONENTS_H
