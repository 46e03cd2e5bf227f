// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One 64-bit number per invocation of a workgroup, kept as the number of the
/// first one and the way in which the others differ. It is immutable and
/// shared, so copying it costs a pointer.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANES_H
#define WGLINT_LIB_ANALYSIS_LANES_LANES_H

#include "Lanes/LanePatterns.h"
#include "llvm/ADT/BitVector.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace wglint {

/// A set of invocations of the workgroup; bit i is gl_LocalInvocationIndex i.
using LaneSet = llvm::BitVector;

/// Calls \p f with each lane of \p lanes, in order. Mostly all lanes are in it,
/// and then no bit is looked at.
template <typename F>
void forEachLane(const LaneSet &lanes, F f) {
  if (lanes.all()) {
    for (unsigned lane = 0, count = lanes.size(); lane < count; ++lane)
      f(lane);
    return;
  }
  for (unsigned lane : lanes.set_bits())
    f(lane);
}

/// Addition and multiplication modulo 2^64.
inline int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
inline int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}
/// Sign-extends \p v from \p widthBits.
inline int64_t signExtend(int64_t v, unsigned widthBits) {
  if (widthBits >= 64)
    return v;
  unsigned shift = 64 - widthBits;
  return static_cast<int64_t>(static_cast<uint64_t>(v) << shift) >> shift;
}

/// Zero-extends \p v from \p widthBits.
inline uint64_t zeroExtend(int64_t v, unsigned widthBits) {
  return widthBits >= 64 ? static_cast<uint64_t>(v)
                         : static_cast<uint64_t>(v) & ((1ull << widthBits) - 1);
}

/// See the file comment. The index is gl_LocalInvocationIndex.
class Lanes {
public:
  Lanes(int64_t uniform = 0) : First(uniform) {}

  /// Makes it from one number per invocation; becomes uniform if all are equal.
  static Lanes perLane(llvm::ArrayRef<int64_t> values) {
    return perLane(values, nullptr);
  }
  /// As above. \p family recognises linear patterns; null: none are looked for.
  static Lanes perLane(llvm::ArrayRef<int64_t> values, LanePatterns *family);

  bool isUniform() const { return !Pattern; }
  int64_t operator[](unsigned lane) const {
    return Pattern ? wrapAdd(First, Pattern->distances()[lane]) : First;
  }
  /// The number of all lanes. Only where isUniform() holds.
  int64_t uniformValue() const { return First; }
  bool isZero() const { return !Pattern && First == 0; }
  /// How the lanes differ from the first one; null where isUniform() holds.
  const LanePatternPtr &pattern() const { return Pattern; }
  /// Number of lanes; 0 where isUniform() holds.
  unsigned laneCount() const { return Pattern ? Pattern->laneCount() : 0; }

  bool operator==(const Lanes &o) const;
  bool operator!=(const Lanes &o) const { return !(*this == o); }

  /// a + sign * b, wrapped to \p widthBits and sign-extended from there.
  static Lanes sum(const Lanes &a, const Lanes &b, int64_t sign,
                   unsigned widthBits);
  /// a * b, wrapped and sign-extended likewise.
  static Lanes product(const Lanes &a, const Lanes &b, unsigned widthBits);
  /// The numbers, sign-extended from \p widthBits.
  Lanes wrapped(unsigned widthBits) const;
  /// The numbers, zero-extended instead of sign-extended from \p widthBits.
  Lanes zeroExtended(unsigned widthBits) const;

  template <typename F>
  static Lanes map(const Lanes &a, F f) {
    if (a.isUniform())
      return f(a.First);
    std::vector<int64_t> out(a.laneCount());
    const int64_t *x = a.Pattern->distances();
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = f(wrapAdd(a.First, x[i]));
    return perLane(out, a.Pattern->family());
  }

  template <typename F>
  static Lanes zip(const Lanes &a, const Lanes &b, F f) {
    // One loop for each case: inner loops of the analysis are here.
    if (b.isUniform())
      return map(a, [&, y = b.First](int64_t x) { return f(x, y); });
    if (a.isUniform())
      return map(b, [&, x = a.First](int64_t y) { return f(x, y); });
    std::vector<int64_t> out(a.laneCount());
    const int64_t *x = a.Pattern->distances(), *y = b.Pattern->distances();
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = f(wrapAdd(a.First, x[i]), wrapAdd(b.First, y[i]));
    LanePatterns *family = a.Pattern->family();
    return perLane(out, family ? family : b.Pattern->family());
  }

  /// Lane by lane: \p a in the lanes of \p useA, else \p b.
  static Lanes blend(const LaneSet &useA, const Lanes &a, const Lanes &b);

  /// Whether all lanes of \p active hold the same number.
  bool isUniformOver(const LaneSet &active) const {
    if (!Pattern)
      return true;
    const int64_t *distances = Pattern->distances();
    int first = active.find_first();
    for (int i = first; i >= 0; i = active.find_next(i))
      if (distances[i] != distances[first])
        return false;
    return true;
  }

private:
  Lanes(int64_t first, LanePatternPtr pattern)
      : First(first), Pattern(std::move(pattern)) {}
  static std::optional<Lanes> place(__int128 first, LanePatternPtr pattern,
                                    unsigned widthBits);

  int64_t First;
  LanePatternPtr Pattern;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANES_H
