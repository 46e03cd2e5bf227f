// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a bug of wglint's own looks like from outside. No shader may bring one
/// about, so a check made for the purpose does.

#include "wglint/Driver/Run.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

using namespace wglint;

namespace {

const CheckInfo kAbortingCheck = {"aborting-check",
                                  "aborts",
                                  CheckCategory::Workgroup,
                                  Severity::Warning,
                                  true,
                                  "",
                                  [](const CheckContext &, DiagnosticSink &) {
                                    std::fputs("last words\n", stderr);
                                    std::abort();
                                  }};

TEST(Driver, ADeathInItsOwnStageIsABugAndSaysWhere) {
  std::string path = testing::TempDir() + "wglint-driver-test.comp";
  std::ofstream(path) << "#version 310 es\n"
                         "layout(local_size_x = 32) in;\n"
                         "void main() {}\n";
  RunOptions options;
  options.files = {path};
  options.job.analysis.configs = deviceConfigs("generic");
  options.job.checks = {&kAbortingCheck};
  std::string out, err;
  llvm::raw_string_ostream outStream(out), errStream(err);
  EXPECT_EQ(runFiles(options, outStream, errStream), ExitCode::InternalError);
  EXPECT_NE(out.find("wglint died in its stage 'checks': aborted"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("it printed: last words"), std::string::npos) << out;
  EXPECT_NE(out.find("[internal-error]"), std::string::npos) << out;
  std::remove(path.c_str());
}

} // namespace
