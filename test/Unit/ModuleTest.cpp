// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words that are no module, each with a message that says so. Everything that
/// a whole shader can show is in test/SPIRV.

#include "wglint/SPIRV/Module.h"
#include "llvm/Support/SwapByteOrder.h"
#include <gtest/gtest.h>
#include <random>

using namespace wglint::spirv;

static constexpr uint32_t magic = 0x07230203;

/// An instruction's first word.
static constexpr uint32_t head(uint32_t wordCount, uint32_t opcode) {
  return wordCount << 16 | opcode;
}

/// A compute entry point `m` with an empty body: void main() {}.
static std::vector<uint32_t> emptyShader() {
  return {
      magic, 0x10000, 0, 6, 0, head(2, 17), 1, // OpCapability Shader
      head(3, 14), 0, 1,                       // OpMemoryModel Logical GLSL450
      head(5, 15), 5, 4, 'm', 0,               // OpEntryPoint GLCompute %4 "m"
      head(6, 16), 4, 17, 8, 2, 1, // OpExecutionMode %4 LocalSize 8 2
                                   // 1
      head(2, 19), 1,              // %1 = OpTypeVoid
      head(3, 33), 2, 1,           // %2 = OpTypeFunction %1
      head(5, 54), 1, 4, 0, 2,     // %4 = OpFunction %1 None %2
      head(2, 248), 5,             // %5 = OpLabel
      head(1, 253),                // OpReturn
      head(1, 56),                 // OpFunctionEnd
  };
}

static std::string errorOf(std::vector<uint32_t> words) {
  llvm::Expected<std::unique_ptr<Module>> module = Module::parse(words);
  return module ? "" : toString(module.takeError());
}

static testing::AssertionResult hasError(const std::vector<uint32_t> &words,
                                         const std::string &part) {
  std::string error = errorOf(words);
  if (error.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the error is '" << error << "'";
}

TEST(Module, ReadsTheSmallestShader) {
  llvm::Expected<std::unique_ptr<Module>> module = Module::parse(emptyShader());
  ASSERT_TRUE(static_cast<bool>(module));
  ASSERT_EQ((*module)->entryPoints().size(), 1u);
  EXPECT_EQ((*module)->entryPoints()[0].name, "m");
  EXPECT_EQ((*module)->entryPoints()[0].literalSize,
            (std::array<uint32_t, 3>{8, 2, 1}));
  EXPECT_EQ((*module)->function(static_cast<Id>(4))->order.size(), 1u);
}

TEST(Module, ReadsBothByteOrders) {
  std::vector<uint32_t> words = emptyShader();
  for (uint32_t &word : words)
    word = llvm::byteswap(word);
  EXPECT_EQ(errorOf(words), "");
}

TEST(Module, SaysWhatIsWrongWithTheWords) {
  EXPECT_TRUE(hasError({}, "the module is empty"));
  EXPECT_TRUE(hasError({1, 2, 3}, "magic number"));
  EXPECT_TRUE(hasError({magic, 0x10000}, "2 words instead of 5"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 0, 0}, "id bound 0"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, ~0u, 0}, "id bound"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 9, 0, 0}, "has no length"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 9, 0, head(4, 17), 1},
                       "the module ends after 2"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 9, 0, head(1, 19)},
                       "too short for its result"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 9, 0, head(2, 19), 9},
                       "not below the bound"));
  EXPECT_TRUE(
      hasError({magic, 0x10000, 0, 9, 0, head(2, 19), 1, head(2, 19), 1},
               "defined twice"));
  EXPECT_TRUE(hasError({magic, 0x10000, 0, 9, 0, head(4, 32), 1, 12, 7},
                       "points to no type"));
  // A structure that would contain itself.
  EXPECT_TRUE(
      hasError({magic, 0x10000, 0, 9, 0, head(3, 30), 1, 1}, "no type"));
}

TEST(Module, SaysWhatIsWrongWithFunctions) {
  std::vector<uint32_t> words = emptyShader();
  words.pop_back();
  EXPECT_TRUE(hasError(words, "the last function has no end"));
  words.pop_back();
  words.push_back(head(1, 56));
  EXPECT_TRUE(hasError(words, "in the middle of a block"));
  // OpReturn becomes a branch to a label that is not there.
  words.pop_back();
  words.insert(words.end(), {head(2, 249), 3, head(1, 56)});
  EXPECT_TRUE(hasError(words, "branches to the label 3"));
  words = emptyShader();
  words.resize(words.size() - 9);
  EXPECT_TRUE(hasError(words, "'m' has no function body"));
}

TEST(Module, SurvivesNoise) {
  // Nothing to expect but an answer: the sanitizers watch.
  std::mt19937 random(20261121);
  unsigned readable = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    std::vector<uint32_t> words = emptyShader();
    for (unsigned i = 0; i < 1 + round % 3; ++i)
      words[random() % words.size()] =
          random() % 2 ? random() % 300 : head(random() % 7, random() % 260);
    if (round % 4 == 0)
      words.resize(random() % words.size());
    readable += errorOf(words).empty();
  }
  EXPECT_GT(readable, 0u);
  EXPECT_LT(readable, 20000u);
}

TEST(Module, AnswersForIdsThatItLacks) {
  llvm::Expected<std::unique_ptr<Module>> module = Module::parse(emptyShader());
  ASSERT_TRUE(static_cast<bool>(module));
  for (uint32_t id : {0u, 3u, 6u, ~0u}) {
    EXPECT_EQ((*module)->def(static_cast<Id>(id)), nullptr);
    EXPECT_EQ((*module)->typeOrNull(static_cast<Id>(id)), nullptr);
    EXPECT_EQ((*module)->name(static_cast<Id>(id)), "");
    EXPECT_EQ(rootVariable(**module, static_cast<Id>(id)), Id::None);
  }
}
