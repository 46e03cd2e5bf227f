// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/Lanes.h"
#include "llvm/Support/MathExtras.h"

using namespace wglint;

Lanes Lanes::perLane(llvm::ArrayRef<int64_t> values, LanePatterns *family) {
  if (values.empty())
    return 0;
  // Most often the first few tell.
  if (std::all_of(values.begin(), values.end(),
                  [&](int64_t v) { return v == values.front(); }))
    return values.front();
  if (family)
    if (auto steps = family->stepsOf(values))
      if (auto pattern = family->linear(*steps))
        return Lanes(values.front(), *pattern);
  return Lanes(values.front(), llvm::makeIntrusiveRefCnt<LanePattern>(values));
}

bool Lanes::operator==(const Lanes &o) const {
  if (First != o.First || !Pattern || !o.Pattern)
    return First == o.First && !Pattern && !o.Pattern;
  return Pattern == o.Pattern ||
         std::equal(Pattern->distances(),
                    Pattern->distances() + Pattern->laneCount(),
                    o.Pattern->distances());
}

/// Puts the numbers of the lanes into \p out for which \p takes holds: those at
/// \p distances from \p first, or first itself where there are none.
template <typename F>
static void write(llvm::MutableArrayRef<int64_t> out, int64_t first,
                  const int64_t *distances, F takes) {
  // One loop for each case: inner loops of the analysis are here.
  if (distances)
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = takes(i) ? wrapAdd(first, distances[i]) : out[i];
  else
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = takes(i) ? first : out[i];
}

Lanes Lanes::blend(const LaneSet &useA, const Lanes &a, const Lanes &b) {
  if (a == b)
    return a;
  std::vector<int64_t> out(useA.size());
  const int64_t *x = a.Pattern ? a.Pattern->distances() : nullptr;
  const int64_t *y = b.Pattern ? b.Pattern->distances() : nullptr;
  write(out, b.First, y, [](size_t) { return true; });
  constexpr size_t kWordBits = 8 * sizeof(uintptr_t);
  llvm::MutableArrayRef<int64_t> rest = out;
  for (uintptr_t word : useA.getData()) {
    auto here = rest.take_front(kWordBits);
    if (word != 0)
      write(here, a.First, x, [=](size_t i) { return word >> i & 1; });
    rest = rest.drop_front(here.size());
    x = x ? x + here.size() : nullptr;
  }
  return perLane(out);
}

/// The numbers that start at \p first, moved by a multiple of 2^width into the
/// range of that width; std::nullopt where they do not lie there together.
std::optional<Lanes> Lanes::place(__int128 first, LanePatternPtr pattern,
                                  unsigned widthBits) {
  int64_t start = signExtend(int64_t(first), widthBits);
  if (!pattern)
    return Lanes(start);
  if (!pattern->range())
    return std::nullopt;
  auto [least, largest] = *pattern->range();
  __int128 limit = __int128(1) << (widthBits - 1);
  if (start + __int128(least) < -limit || start + __int128(largest) >= limit)
    return std::nullopt;
  return Lanes(start, std::move(pattern));
}

/// The pattern of a + sign * b; std::nullopt where it takes a look at each
/// lane.
static std::optional<LanePatternPtr>
patternOfSum(const LanePatternPtr &a, const LanePatternPtr &b, int64_t sign) {
  if (!b)
    return a;
  if (!a && sign == 1)
    return b;
  if (a == b && sign == -1)
    return LanePatternPtr();
  if (!b->family() || (a && a->family() != b->family()))
    return std::nullopt;
  LanePatterns::Steps steps{};
  for (unsigned d = 0; d < 3; ++d)
    if (llvm::MulOverflow(b->steps()[d], sign, steps[d]) ||
        llvm::AddOverflow(steps[d], a ? a->steps()[d] : 0, steps[d]))
      return std::nullopt;
  return b->family()->linear(steps);
}

Lanes Lanes::sum(const Lanes &a, const Lanes &b, int64_t sign,
                 unsigned widthBits) {
  if (auto pattern = patternOfSum(a.Pattern, b.Pattern, sign))
    if (auto sum = place(a.First + __int128(sign) * b.First,
                         std::move(*pattern), widthBits))
      return *sum;
  return zip(a, b, [=](int64_t x, int64_t y) {
    return signExtend(wrapAdd(x, wrapMul(sign, y)), widthBits);
  });
}

/// The pattern of a product with a number; std::nullopt as above.
static std::optional<LanePatternPtr> patternOfMultiple(const LanePatternPtr &a,
                                                       int64_t factor) {
  if (!a || factor == 0)
    return LanePatternPtr();
  if (factor == 1)
    return a;
  if (!a->family())
    return std::nullopt;
  LanePatterns::Steps steps{};
  for (unsigned d = 0; d < 3; ++d)
    if (llvm::MulOverflow(a->steps()[d], factor, steps[d]))
      return std::nullopt;
  return a->family()->linear(steps);
}

Lanes Lanes::product(const Lanes &a, const Lanes &b, unsigned widthBits) {
  if (!b.isUniform() && a.isUniform())
    return product(b, a, widthBits);
  if (b.isUniform())
    if (auto pattern = patternOfMultiple(a.Pattern, b.First))
      if (auto product = place(__int128(a.First) * b.First, std::move(*pattern),
                               widthBits))
        return *product;
  return zip(a, b, [=](int64_t x, int64_t y) {
    return signExtend(wrapMul(x, y), widthBits);
  });
}

Lanes Lanes::wrapped(unsigned widthBits) const {
  if (auto wrapped = place(First, Pattern, widthBits))
    return *wrapped;
  return map(*this, [=](int64_t v) { return signExtend(v, widthBits); });
}

Lanes Lanes::zeroExtended(unsigned widthBits) const {
  if (Pattern && Pattern->range() &&
      First + __int128(Pattern->range()->first) >= 0)
    return *this;
  return map(*this,
             [=](int64_t v) { return int64_t(zeroExtend(v, widthBits)); });
}
