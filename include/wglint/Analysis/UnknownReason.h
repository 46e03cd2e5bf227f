// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Unknown is a value: why the analysis does not know something.
#ifndef WGLINT_ANALYSIS_UNKNOWNREASON_H
#define WGLINT_ANALYSIS_UNKNOWNREASON_H

#include "wglint/Support/DebugKey.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace wglint {

/// Why something is unknown.
enum class UnknownKind {
  DataDependent, ///< depends on a value loaded from memory
  FloatArithmetic,
  Unsupported, ///< an operation or a type that the analysis does not model
  Budget,      ///< the analysis' limit of work or memory was reached
  Undefined,   ///< GLSL leaves the value undefined
  Uniform,     ///< depends on a uniform value that is not given
  Device,      ///< what the device does is not documented
};
const char *toString(UnknownKind kind);

struct UnknownReason {
  UnknownKind kind = UnknownKind::Unsupported;
  std::string text;               ///< e.g. "loaded from 'indices'"
  std::optional<DebugKey> origin; ///< the load, where there is one
  uint32_t instruction = 0;       ///< index of the load in the module; 0: none
  /// Only where data has chosen the value for each lane: that data. May be
  /// null.
  std::shared_ptr<const UnknownReason> choosing = nullptr;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_UNKNOWNREASON_H
