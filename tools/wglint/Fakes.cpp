// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stand-ins for parts that are not written yet, so that the command line can be
/// built and tried. To be deleted one by one as the parts arrive.
#include "wglint/Checks/Registry.h"
#include "wglint/Driver/Driver.h"
#include <cstdio>
#include <cstdlib>
#define WEAK __attribute__((weak))
namespace wglint {
struct FakeMap : SourceMap {
  std::string path, body;
  SourceLocation resolve(const DebugKey &key) const override {
    return {{path, {key.line, 1}, {key.line, 2}}, {}, false};
  }
  std::optional<llvm::StringRef> text(llvm::StringRef file) const override {
    if (file == path)
      return body;
    return std::nullopt;
  }
  std::vector<std::string> files() const override { return {path}; }
};
WEAK FrontendResult compileShader(llvm::StringRef path, llvm::StringRef text, const FrontendOptions &) {
  FrontendResult result;
  auto map = std::make_shared<FakeMap>();
  map->path = path.str();
  map->body = text.str();
  result.sourceMap = map;
  if (text.contains("FAKE-SEGV"))
    *(volatile int *)8 = 1;
  if (text.contains("FAKE-OOM"))
    while (true)
      memset(malloc(1 << 20) ?: operator new(1 << 20), 1, 1 << 20);
  if (text.contains("FAKE-LOOP"))
    for (volatile int i = 0;; i = i + 1) {
    }
  if (text.contains("FAKE-STACK")) {
    struct R { static int f(int n) { volatile char a[1000]; a[n % 1000] = n; return f(n + 1) + a[n % 1000]; } };
    if (R::f(0)) abort();
  }
  if (text.contains("FAKE-SLEEP"))
    system("sleep 1000");
  if (text.contains("FAKE-SKIP")) {
    result.status = FrontendStatus::Skipped;
    result.skipReason = "a fragment shader";
    return result;
  }
  unsigned line = 0;
  for (llvm::StringRef rest = text; !rest.empty();) {
    ++line;
    auto [first, tail] = rest.split('\n');
    rest = tail;
    if (size_t at = first.find("FAKE"); at != llvm::StringRef::npos) {
      Diagnostic d;
      d.check = "fake-check";
      d.message = "a fake was found";
      d.range = {path.str(), {line, (unsigned)at + 1}, {line, (unsigned)at + 5}};
      d.notes.push_back({{}, "12 % of it"});
      result.diagnostics.push_back(d);
    }
  }
  result.spirv = {0x07230203, 0x00010000, 0, 1, 0};
  result.status = FrontendStatus::Compiled;
  return result;
}
WEAK void warmFrontend(llvm::StringRef, llvm::StringRef, const FrontendOptions &) {}
WEAK std::string frontendVersions() { return "fake"; }
WEAK const char *toString(MemorySpace) { return ""; }
WEAK const char *toString(AccessOp) { return ""; }
WEAK const char *toString(UnknownKind) { return ""; }
WEAK llvm::StringRef toString(CheckCategory) { return ""; }
WEAK std::vector<EntryPointFacts> analyzeModule(const spirv::Module &, const AnalysisOptions &) { return {}; }
WEAK std::vector<Diagnostic> runChecks(llvm::ArrayRef<const CheckInfo *>, const CheckContext &) { return {}; }
WEAK llvm::ArrayRef<const CheckInfo *> allChecks() { return {}; }
WEAK const CheckInfo *findCheck(llvm::StringRef) { return nullptr; }
} // namespace wglint
