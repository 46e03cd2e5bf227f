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
  enum class Kind {
    Random,
    Iota, ///< component i holds i (of [min, max] where they are set)
    Zero,
    Constant,
    Sentinel, ///< kSentinelWord, to see what a dispatch writes
    Raw,      ///< the file's bytes
    Npy,      ///< a NumPy array of the components' type
  };
  Kind kind = Kind::Random;
  /// Random: added to the run's seed, so that two buffers differ.
  uint64_t seed = 0;
  double constant = 0; ///< Constant: converted to each component's type
  std::string file;    ///< Raw, Npy: relative to the YAML file
  /// Random: values are drawn from [min, max]. Unset: [0, 255] for integers
  /// (0 and 1 for booleans), [-1, 1) for floats.
  std::optional<double> min, max;
};

/// What Sentinel fills memory with, over and over, little endian. As a float a
/// NaN, as an int -370086.
constexpr uint32_t kSentinelWord = 0xFFFA5A5A;

struct BufferSpec {
  std::string name;
  uint64_t lengthBytes = 0;
  ContentSpec contents;
  bool isOutput = false;    ///< compared and printed
  std::string expectedFile; ///< raw or .npy; empty: nothing is expected
};

struct ImageSpec {
  std::string name;
  /// Texels, as BoundImage::size.
  std::array<uint32_t, 3> size = {1, 1, 1};
  std::string format; ///< GLSL layout name: "rgba8"
  ContentSpec contents;
  bool isOutput = false;
  std::string expectedFile;
};

/// Numbers for a uniform, a member of a block or a specialization constant, as
/// text: {"4"}, {"1", "2", "3"}. They win over a block's contents.
struct ValueSpec {
  std::string name; ///< "width", "Params.width"
  std::vector<std::string> components;
};

/// Why something in a plan was chosen: "buffer 'dst'", "4096 bytes: the
/// greatest index that the analysis found".
struct PlanReason {
  std::string subject;
  std::string text;
};

struct RunSpec {
  std::array<uint32_t, 3> workgroupCount = {1, 1, 1};
  std::optional<std::array<uint32_t, 3>> localSize; ///< where the host sets it
  uint64_t seed = 1;
  std::vector<BufferSpec> buffers; ///< storage and uniform blocks
  std::vector<ImageSpec> images;
  std::vector<ValueSpec> uniforms;
  std::vector<ValueSpec> constants; ///< specialization constants
  /// Floats are equal within this many units in the last place; 0: bit for bit.
  uint32_t toleranceUlp = 0;
  std::vector<PlanReason> reasons; ///< printed, written as comments
};

/// Reads \p text; \p path names it in errors. Errors: syntax, an unknown key
/// (with a suggestion), a value out of range; with line and column.
/// Cost: linear in the text.
llvm::Expected<RunSpec> parseRunSpec(llvm::StringRef text,
                                     llvm::StringRef path);

/// Reads the file \p path; files that it names become relative to its folder.
/// Errors: as parseRunSpec(), and an unreadable file.
llvm::Expected<RunSpec> readRunSpec(llvm::StringRef path);

/// The YAML of \p spec; parseRunSpec() reads it back to the same run. Reasons
/// become comments.
std::string toYaml(const RunSpec &spec);

/// The run that lies beside a shader: "a.comp" to "a.comp.run.yaml".
std::string runSpecPathFor(llvm::StringRef shaderPath);

} // namespace wglint

#endif // WGLINT_RUN_RUNSPEC_H
