// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A run of one shader, complete and repeatable: what `--save-run` writes and
/// `shader.comp.run.yaml` holds.
#ifndef WGLINT_RUN_RUNSPEC_H
#define WGLINT_RUN_RUNSPEC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// Where the bytes of a buffer or image come from.
struct ContentSpec {
  enum class Kind { Random, Iota, Zero, Constant, Raw, Npy };
  Kind kind = Kind::Random;
  /// Random: added to the run's seed, so that two buffers differ.
  uint64_t seed = 0;
  double constant = 0;  ///< Constant: converted to each component's type
  std::string file;     ///< Raw, Npy: relative to the YAML file
  /// Random: integers are drawn from [min, max], floats too where they are set.
  std::optional<double> min, max;
};

struct BufferSpec {
  std::string name;
  uint64_t lengthBytes = 0;
  ContentSpec contents;
  bool isOutput = false;       ///< compared and printed
  std::string expectedFile;    ///< raw or .npy; empty: nothing is expected
};

struct ImageSpec {
  std::string name;
  std::array<uint32_t, 3> size = {1, 1, 1};
  std::string format;
  ContentSpec contents;
  bool isOutput = false;
  std::string expectedFile;
};

/// A uniform or a specialization constant, as text: "4", "0.5", "[1, 2, 3]".
struct ValueSpec {
  std::string name;
  std::string value;
};

/// Why a number of the plan was chosen, for the printed plan: "buffer 'dst'",
/// "the largest index is 4095 (gl_GlobalInvocationID.x + 4 * width)".
struct PlanReason {
  std::string subject;
  std::string text;
};

struct RunSpec {
  std::array<uint32_t, 3> workgroupCount = {1, 1, 1};
  std::optional<std::array<uint32_t, 3>> localSize; ///< where the host sets it
  uint64_t seed = 1;
  std::vector<BufferSpec> buffers;
  std::vector<ImageSpec> images;
  std::vector<ValueSpec> uniforms;
  std::vector<ValueSpec> constants; ///< specialization constants
  /// Floats are equal within this many units in the last place; 0: bit for bit.
  uint32_t toleranceUlp = 0;
  std::vector<PlanReason> reasons; ///< printed, written as comments
};

/// Reads \p text; \p path names it in errors. Errors: syntax, an unknown key
/// (with a suggestion), a value out of range; with line and column.
llvm::Expected<RunSpec> parseRunSpec(llvm::StringRef text,
                                     llvm::StringRef path);

/// The YAML of \p spec; parseRunSpec() reads it back to the same run.
std::string toYaml(const RunSpec &spec);

} // namespace wglint

#endif // WGLINT_RUN_RUNSPEC_H
