// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lanes against one plain number per invocation, over random sums, products
/// and conversions of local ids, numbers near the ends of each width included.

#include "Lanes/Lanes.h"
#include <gtest/gtest.h>
#include <random>

using namespace wglint;

namespace {
using Numbers = std::vector<int64_t>;

/// The low bits of \p v as a signed number, bit by bit.
int64_t signedOf(unsigned __int128 v, unsigned widthBits) {
  unsigned __int128 sign = (unsigned __int128)1 << (widthBits - 1), low = 0;
  for (unsigned bit = 0; bit < widthBits; ++bit)
    low |= v & ((unsigned __int128)1 << bit);
  return int64_t(low & sign ? __int128(low) - __int128(2 * sign)
                            : __int128(low));
}

struct Workgroup {
  std::array<Numbers, 3> ids;
  llvm::IntrusiveRefCntPtr<LanePatterns> patterns;

  Workgroup(unsigned x, unsigned y, unsigned z, bool isReversed) {
    for (unsigned lane = 0; lane < x * y * z; ++lane) {
      unsigned at = isReversed ? x * y * z - 1 - lane : lane;
      ids[0].push_back(at % x);
      ids[1].push_back(at / x % y);
      ids[2].push_back(at / x / y);
    }
    patterns = llvm::makeIntrusiveRefCnt<LanePatterns>(ids);
  }
  ~Workgroup() { patterns->clear(); }

  Lanes lanes(const Numbers &numbers) const {
    return Lanes::perLane(numbers, patterns.get());
  }
};

/// A value and what it should be.
struct Pair {
  Lanes lanes;
  Numbers numbers;

  void check() const {
    for (size_t lane = 0; lane < numbers.size(); ++lane)
      ASSERT_EQ(lanes[lane], numbers[lane]) << "lane " << lane;
    bool isUniform = Numbers(numbers.size(), numbers[0]) == numbers;
    ASSERT_EQ(lanes.isUniform(), isUniform);
    ASSERT_TRUE(lanes == Lanes::perLane(numbers));
    Numbers other = numbers;
    other.back() ^= 1;
    ASSERT_FALSE(lanes == Lanes::perLane(other));
  }
};

class Expressions {
public:
  Expressions(const Workgroup &group, unsigned widthBits)
      : WidthBits(widthBits) {
    for (const Numbers &ids : group.ids)
      Values.push_back({group.lanes(ids), ids});
    size_t count = group.ids[0].size();
    int64_t most =
        widthBits == 64 ? INT64_MAX : (int64_t(1) << (widthBits - 1)) - 1;
    for (int64_t number : {int64_t(0), int64_t(1), int64_t(-1), int64_t(7),
                           most, -most - 1, most - 5, most / 3})
      Values.push_back({Lanes(number), Numbers(count, number)});
    Numbers odd(count);
    for (size_t lane = 0; lane < count; ++lane)
      odd[lane] = int64_t(lane * lane % 5);
    Values.push_back({group.lanes(odd), odd});
  }

  /// One more value, made of two that there are.
  void step(std::mt19937 &random) {
    const Pair a = Values[random() % Values.size()];
    const Pair b = Values[random() % Values.size()];
    Pair made;
    switch (random() % 6) {
    case 0:
      made = {Lanes::sum(a.lanes, b.lanes, 1, WidthBits),
              each(a, b, [](__int128 x, __int128 y) { return x + y; })};
      break;
    case 1:
      made = {Lanes::sum(a.lanes, b.lanes, -1, WidthBits),
              each(a, b, [](__int128 x, __int128 y) { return x - y; })};
      break;
    case 2:
      made = {Lanes::product(a.lanes, b.lanes, WidthBits),
              each(a, b, [](__int128 x, __int128 y) { return x * y; })};
      break;
    case 3: {
      unsigned narrow = std::max(4u, WidthBits / 2);
      made = {a.lanes.wrapped(narrow), a.numbers};
      for (int64_t &number : made.numbers)
        number = signedOf(number, narrow);
      break;
    }
    case 4:
      made = {Lanes::zip(a.lanes, b.lanes,
                         [](int64_t x, int64_t y) { return x & y; }),
              each(a, b, [](__int128 x, __int128 y) { return x & y; })};
      break;
    case 5:
      checkZeroExtended(a);
      return;
    }
    made.check();
    if (Values.size() < 200)
      Values.push_back(made);
    else
      Values[12 + random() % 188] = made;
  }

private:
  template <typename F>
  Numbers each(const Pair &a, const Pair &b, F f) const {
    Numbers out;
    for (size_t lane = 0; lane < a.numbers.size(); ++lane)
      out.push_back(signedOf(f(a.numbers[lane], b.numbers[lane]), WidthBits));
    return out;
  }
  /// Not kept: the result is no number of this width.
  void checkZeroExtended(const Pair &a) const {
    Numbers expected;
    for (int64_t number : a.numbers)
      expected.push_back(number < 0 && WidthBits < 64
                             ? number + (int64_t(1) << WidthBits)
                             : number);
    Pair{a.lanes.zeroExtended(WidthBits), expected}.check();
  }

  unsigned WidthBits;
  std::vector<Pair> Values;
};
} // namespace

TEST(Lanes, AgreeWithPlainNumbers) {
  const unsigned kShapes[][3] = {{4, 1, 1}, {3, 2, 2}, {1, 5, 1},
                                 {8, 4, 1}, {1, 1, 6}, {2, 1, 3}};
  for (const auto &shape : kShapes)
    for (bool isReversed : {false, true})
      for (unsigned widthBits : {8u, 16u, 32u, 64u}) {
        std::mt19937 random(widthBits + shape[0]);
        Workgroup group(shape[0], shape[1], shape[2], isReversed);
        Expressions expressions(group, widthBits);
        for (unsigned i = 0; i < 400 && !HasFatalFailure(); ++i)
          expressions.step(random);
        ASSERT_FALSE(HasFatalFailure())
            << shape[0] << "x" << shape[1] << "x" << shape[2] << ", "
            << widthBits << " bits";
      }
}

TEST(Lanes, AreLinearWhereTheyCanBe) {
  Workgroup group(8, 4, 2, false);
  Numbers address(64);
  for (unsigned lane = 0; lane < 64; ++lane)
    address[lane] = 100 + 4 * group.ids[0][lane] - 96 * group.ids[1][lane];
  Lanes found = group.lanes(address);
  Lanes made = Lanes::sum(
      Lanes::product(group.lanes(group.ids[0]), Lanes(4), 64),
      Lanes::product(group.lanes(group.ids[1]), Lanes(-96), 64), 1, 64);
  made = Lanes::sum(made, Lanes(100), 1, 64);
  EXPECT_EQ(found.pattern()->steps(), (LanePatterns::Steps{4, -96, 0}));
  EXPECT_EQ(found.pattern(), made.pattern());
  // Wrapping in the middle of the workgroup is not linear.
  EXPECT_EQ(Lanes::sum(group.lanes(group.ids[0]), Lanes(125), 1, 8)
                .pattern()
                ->family(),
            nullptr);
}
