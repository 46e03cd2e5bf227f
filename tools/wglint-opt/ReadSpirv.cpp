// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads files. From a shader to the SPIR-V that the analyses see, and
/// --emit-spirv.

#include "Actions.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/FileSystem.h"

namespace wglint::opt {

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readText(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return makeError("cannot read '" + path +
                     "': " + buffer.getError().message());
  return std::move(*buffer);
}

/// The first error among the frontend's diagnostics, as an error.
static llvm::Error firstError(const FrontendResult &result) {
  std::string text = "the shader does not compile";
  for (const Diagnostic &diagnostic : result.diagnostics)
    if (diagnostic.severity == Severity::Error) {
      text = diagnostic.message;
      break;
    }
  return makeError(text);
}

llvm::Expected<std::vector<uint32_t>>
readSpirv(llvm::StringRef path, const FrontendOptions &options) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  FrontendResult result = compileShader(path, (*buffer)->getBuffer(), options);
  if (result.status == FrontendStatus::Skipped)
    return makeError("skipped: " + result.skipReason);
  if (result.status == FrontendStatus::Failed)
    return firstError(result);
  return std::move(result.spirv);
}

llvm::Error emitSpirv(llvm::ArrayRef<uint32_t> words, llvm::StringRef path) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code)
    return makeError("cannot write '" + path + "': " + code.message());
  out.write(reinterpret_cast<const char *>(words.data()),
            words.size() * sizeof(uint32_t));
  return llvm::Error::success();
}

} // namespace wglint::opt
