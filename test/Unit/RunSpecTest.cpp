// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/RunSpec.h"
#include <gtest/gtest.h>

using namespace wglint;

static const char *const kFull = R"(workgroups: [ 5, 3 ]
local-size: [ 16, 16, 1 ]
seed: 7
buffers:
  - name: src
    bytes: 4096
    contents: { kind: random, seed: 2, min: -4, max: 63 }
  - name: dst
    bytes: 4096
    contents: { kind: sentinel }
    output: true
    expected: dst.npy
images:
  - name: img
    size: [ 64, 32 ]
    format: rgba8
uniforms:
  width: 74
  offset: [ 1, 2, 3 ]
constants:
  BLOCK: 32
tolerance-ulp: 2
)";

static std::string errorOf(llvm::StringRef text) {
  llvm::Expected<RunSpec> spec = parseRunSpec(text, "a.run.yaml");
  return spec ? "" : toString(spec.takeError());
}

TEST(RunSpec, ReadsWhatItWrites) {
  llvm::Expected<RunSpec> spec = parseRunSpec(kFull, "a.run.yaml");
  ASSERT_TRUE(bool(spec)) << toString(spec.takeError());
  EXPECT_EQ(spec->workgroupCount, (std::array<uint32_t, 3>{5, 3, 1}));
  ASSERT_EQ(spec->buffers.size(), 2u);
  EXPECT_EQ(spec->buffers[0].contents.min, -4.0);
  EXPECT_EQ(spec->buffers[1].contents.kind, ContentSpec::Kind::Sentinel);
  EXPECT_TRUE(spec->buffers[1].isOutput);
  ASSERT_EQ(spec->uniforms.size(), 2u);
  EXPECT_EQ(spec->uniforms[0].components,
            (std::vector<std::string>{"1", "2", "3"}));
  spec->reasons.push_back({"buffer 'dst'", "4096 bytes: it is so"});
  std::string text = toYaml(*spec);
  EXPECT_EQ(text.substr(0, 15), "# buffer 'dst':");
  llvm::Expected<RunSpec> again = parseRunSpec(text, "b.run.yaml");
  ASSERT_TRUE(bool(again)) << toString(again.takeError());
  again->reasons = spec->reasons;
  EXPECT_EQ(toYaml(*again), text);
}

TEST(RunSpec, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(errorOf("workgroups: [ 1 ]\nbufers: []\n"),
            "a.run.yaml:2:1: unknown key 'bufers'; did you mean 'buffers'?");
  EXPECT_EQ(errorOf("workgroups: [ 1 ]\nimages:\n  - nam: a\n"),
            "a.run.yaml:3:5: missing required key 'name'");
  EXPECT_EQ(errorOf("workgroups: [ 1, 2, 3, 4 ]\n"),
            "a.run.yaml:1:24: more than three numbers");
  EXPECT_EQ(errorOf("workgroups: [ 0 ]\n"),
            "a.run.yaml:1:1: 'workgroups' holds a zero");
  EXPECT_EQ(errorOf("workgroups: [ 1 ]\nuniforms:\n  a: { b: 1 }\n"),
            "a.run.yaml:3:8: expected a number or a list of numbers");
  EXPECT_NE(errorOf("workgroups: [ 1"), "");
  EXPECT_EQ(errorOf("# nothing\n"), "a.run.yaml:1:1: the file is empty");
  EXPECT_EQ(errorOf(""), "a.run.yaml:1:1: the file is empty");
  EXPECT_NE(errorOf("workgroups: [ 1 ]\nbuffers:\n  - name: a\n    bytes: 4\n"
                    "    contents: { kind: raw }\n")
                .find("need a 'file'"),
            std::string::npos);
}
