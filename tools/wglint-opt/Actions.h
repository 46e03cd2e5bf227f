// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What wglint-opt can do, one function and one file each. All write to \p out
/// and return an error that main prints; none reads options of its own.
#ifndef WGLINT_TOOLS_WGLINTOPT_ACTIONS_H
#define WGLINT_TOOLS_WGLINTOPT_ACTIONS_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Frontend/Frontend.h"
#include "wglint/Reflect/Runnable.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace wglint::opt {

/// What --print takes.
enum class Printed {
  Nothing,
  // Of printFacts().
  Accesses,
  Buffers,
  Declarations,
  Idioms,
  Lanes,
  Resources,
  Synchronization,
  // Of a function each.
  Interface,
  Module,
  Sites,
  Syntax,
  Targets,
  Tokens,
};

/// The file \p path, or stdin where it is `-`. Errors: it cannot be read, and
/// why.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readText(llvm::StringRef path);

/// Prints the cost of each row of the CSV file \p path, one a line, in the
/// order of the rows: sectors for `global`, wavefronts for `shared`, `unknown`
/// where the device's rule is not documented.
///
/// The first line names the columns; `space`, `op`, `type`, `active_mask` (hex)
/// and `element_index_per_lane` (as many numbers as lanes) are read, others are
/// ignored. Addresses are index times the size of the type.
/// Errors: an unreadable file, a column that is missing, a bad row (with its
/// line number); what stands before it has been printed then.
llvm::Error printAccessCosts(llvm::StringRef path, const DeviceProfile &device,
                             llvm::raw_ostream &out);

/// The SPIR-V of the shader \p path, GLSL or SPIR-V, as the analyses see it.
/// Errors: an unreadable file, a shader that does not compile, no compute
/// shader.
llvm::Expected<std::vector<uint32_t>> readSpirv(llvm::StringRef path,
                                                const FrontendOptions &options);

/// Writes \p words to the file \p path. Errors: an unwritable file.
llvm::Error emitSpirv(llvm::ArrayRef<uint32_t> words, llvm::StringRef path);

/// Prints entry points, global variables with the layout of their types, and
/// the blocks and loops of each function. Names stand for ids where there are
/// any.
void printModule(const spirv::Module &module, llvm::raw_ostream &out);

/// Compiles the shaders \p paths and prints each load, store, atomic, image
/// access and call of their SPIR-V, one a line: kind, variable, type of the
/// result, whether the place is exact, the place, the text there; notes below.
/// Errors of the shader are printed too. Of several files each starts with a
/// line `== path`. Errors: an unreadable file.
llvm::Error printSites(llvm::ArrayRef<std::string> paths,
                       const FrontendOptions &options, llvm::raw_ostream &out);

/// Prints races, barriers and reads of shared memory that nothing has written,
/// one a line, with their witnesses.
void printSynchronization(const SynchronizationFacts &facts,
                          llvm::raw_ostream &out);

/// Prints the tables of devices and APIs as the page docs/Targets.md.
void printTargets(llvm::raw_ostream &out);

/// Prints what the preprocessor makes of the shader \p path, one token a line.
/// Errors: an unreadable file.
llvm::Error printTokens(llvm::StringRef path, const FrontendOptions &options,
                        llvm::raw_ostream &out);

/// Prints the syntax tree of the shader \p path, one node a line with its kind
/// and its text; names with what they mean. Errors: an unreadable file.
llvm::Error printSyntax(llvm::StringRef path, const FrontendOptions &options,
                        llvm::raw_ostream &out);

/// Prints what the rewrite \p name makes of each finding that it mends, as a
/// diff and before any proof, or why it refuses.
/// Errors: a name that is not known, a shader that does not compile.
llvm::Error
printRewrite(llvm::StringRef path, llvm::StringRef name,
             const FrontendOptions &frontend, const AnalysisOptions &analysis,
             llvm::ArrayRef<std::pair<std::string, std::string>> parameters,
             llvm::raw_ostream &out);

/// Makes edits of the nodes at given places and prints the diff, or why they
/// are refused. A command is `VERB LINE:COLUMN-LINE:COLUMN TEXT`, with \n and
/// \t in the text; verbs are replace, wrap, lines-before, lines-after,
/// replace-lines and remove.
/// Errors: a malformed command, a shader that does not compile.
llvm::Error printEdits(llvm::StringRef path,
                       llvm::ArrayRef<std::string> commands,
                       const FrontendOptions &frontend, llvm::raw_ostream &out);

/// Prints what a host must bind to run the compute shader of \p words.
/// Errors: what OpenGL cannot run.
llvm::Error printInterface(llvm::ArrayRef<uint32_t> words,
                           const RunnableOptions &options,
                           llvm::raw_ostream &out);

/// Prints GLSL that OpenGL can run, with the instruments of \p options; where
/// there are any, comments behind it say what they report.
llvm::Error emitRunnable(llvm::ArrayRef<uint32_t> words,
                         const RunnableOptions &options,
                         llvm::raw_ostream &out);

/// Runs the lane analysis and prints one kind of its facts: Accesses (costs,
/// strides, assumptions), Lanes (the addresses of each first request),
/// Declarations (workgroup, shared variables, private arrays), Buffers (what is
/// used of their elements, and how often), Resources, Idioms or
/// Synchronization; no other.
void printFacts(Printed what, const spirv::Module &module,
                const AnalysisOptions &options, llvm::raw_ostream &out);

} // namespace wglint::opt

#endif // WGLINT_TOOLS_WGLINTOPT_ACTIONS_H
