// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The language server's command line. Everything else is in lib/LSP.
#include "wglint/LSP/LanguageServer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace wglint::lsp;

namespace {
struct Flags {
  cl::OptionCategory category{"wglint-lsp"};
  cl::opt<unsigned> debounceMs{
      "debounce-ms",
      cl::desc("How long a text has to rest before it is linted\n(default 50)"),
      cl::value_desc("number"), cl::init(50), cl::cat(category)};
  cl::opt<bool> remarks{"remarks", cl::desc("Show remarks too"),
                        cl::cat(category)};
  cl::opt<bool> log{"log", cl::desc("Name every message on standard error"),
                    cl::cat(category)};
  // What clients add of themselves.
  cl::opt<bool> stdio{"stdio", cl::desc("Accepted; there is no other way"),
                      cl::cat(category)};
  cl::opt<int> clientProcess{"clientProcessId",
                             cl::desc("End when this process does"),
                             cl::value_desc("number"), cl::cat(category)};
};
} // namespace

/// The folder of the checks' pages, where this program is installed or was
/// built; empty where there is none.
static std::string findChecksFolder(const char *argv0) {
  std::string program = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(findChecksFolder));
  llvm::StringRef prefix =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
  llvm::SmallString<128> folder = prefix;
  llvm::sys::path::append(folder, "share/doc/wglint/docs/checks");
  if (llvm::sys::fs::is_directory(folder))
    return folder.str().str();
  folder = WGLINT_SOURCE_DIR;
  llvm::sys::path::append(folder, "docs", "checks");
  return llvm::sys::fs::is_directory(folder) ? folder.str().str() : "";
}

int main(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "wglint-lsp: the language server of wglint, on standard input and "
      "output\n");
  LanguageServerOptions options;
  options.debounce = std::chrono::milliseconds(flags.debounceMs);
  options.showRemarks = flags.remarks;
  options.checksFolder = findChecksFolder(argv[0]);
  options.isLogging = flags.log;
  if (flags.clientProcess.getNumOccurrences())
    options.clientProcess = flags.clientProcess;
  return runLanguageServer(options);
}
