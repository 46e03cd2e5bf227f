// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a vendor's compiler says about a compiled shader. No analysis of the
/// source knows these numbers, and none is ever guessed.
#ifndef WGLINT_TARGET_COMPILERREPORT_H
#define WGLINT_TARGET_COMPILERREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace wglint {

/// See the file comment. Unset: the report does not say.
struct CompilerReport {
  std::string tool;   ///< that wrote it, as shown in messages: "malioc"
  std::string device; ///< as the report names it; may be empty
  std::string shader; ///< file that it is about; empty: not said
  /// The device profiles that it speaks for begin with this; empty: all of the
  /// target.
  std::string profilePrefix;
  std::optional<unsigned> subgroupSize;           ///< compiled for
  std::optional<unsigned> registersPerInvocation; ///< of 32 bits
  std::optional<uint64_t> spillBytes;             ///< of one invocation
  /// Share of a compute unit's subgroups that the registers leave room for.
  std::optional<double> occupancyFraction;
};

/// Reads a report, whose form is found from its text: JSON of malioc
/// (`malioc --format json`), CSV of the Radeon GPU Analyzer (`rga -a`), or
/// JSON of the statistics of VK_KHR_pipeline_executable_properties, as
/// docs/ResourceReports.md writes them down. Of several compute shaders in a
/// report the first that is about \p shaderFile, by its name without folders,
/// or that names no file.
/// Errors: no known form, no compute shader, none for this file.
llvm::Expected<CompilerReport> readCompilerReport(llvm::StringRef text,
                                                  llvm::StringRef shaderFile);

} // namespace wglint

#endif // WGLINT_TARGET_COMPILERREPORT_H
