// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One 64-bit number per invocation of a workgroup, stored once where all are
/// the same. Immutable and shared, so copies cost a pointer.
#ifndef WGLINT_LIB_ANALYSIS_LANES_H
#define WGLINT_LIB_ANALYSIS_LANES_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace wglint {

/// A set of invocations of the workgroup; bit i is gl_LocalInvocationIndex i.
using LaneSet = llvm::BitVector;

/// Calls \p f with each lane of \p lanes, in order. Most often all are there,
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

/// See the file comment. Index: gl_LocalInvocationIndex.
class Lanes {
public:
  Lanes(int64_t uniform = 0) : Uniform(uniform) {}

  /// Takes one number per invocation; collapses to the uniform form where all
  /// are equal.
  static Lanes perLane(std::vector<int64_t> values) {
    Lanes result(values.empty() ? 0 : values.front());
    // Most often the first few tell.
    if (std::any_of(values.begin(), values.end(),
                    [&](int64_t v) { return v != result.Uniform; }))
      result.Data = llvm::makeIntrusiveRefCnt<Storage>(std::move(values));
    return result;
  }

  bool isUniform() const { return !Data; }
  int64_t operator[](unsigned lane) const {
    return Data ? Data->values[lane] : Uniform;
  }
  /// Value of the uniform form.
  int64_t uniformValue() const { return Uniform; }
  bool isZero() const { return !Data && Uniform == 0; }
  /// The numbers, one for each lane; null for the uniform form.
  const int64_t *data() const { return Data ? Data->values.data() : nullptr; }
  /// 0 for the uniform form.
  unsigned laneCount() const { return Data ? Data->values.size() : 0; }

  bool operator==(const Lanes &o) const {
    if (!Data || !o.Data)
      return !Data && !o.Data && Uniform == o.Uniform;
    return Data == o.Data || Data->values == o.Data->values;
  }
  bool operator!=(const Lanes &o) const { return !(*this == o); }

  template <typename F>
  static Lanes map(const Lanes &a, F f) {
    if (a.isUniform())
      return f(a.Uniform);
    std::vector<int64_t> out(a.laneCount());
    const int64_t *x = a.Data->values.data();
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = f(x[i]);
    return perLane(std::move(out));
  }

  template <typename F>
  static Lanes zip(const Lanes &a, const Lanes &b, F f) {
    if (a.isUniform() && b.isUniform())
      return f(a.Uniform, b.Uniform);
    // One loop for each case: the inner loops of the whole analysis are here.
    if (b.isUniform())
      return map(a, [&, y = b.Uniform](int64_t x) { return f(x, y); });
    if (a.isUniform())
      return map(b, [&, x = a.Uniform](int64_t y) { return f(x, y); });
    std::vector<int64_t> out(a.laneCount());
    const int64_t *x = a.Data->values.data(), *y = b.Data->values.data();
    for (size_t i = 0, n = out.size(); i < n; ++i)
      out[i] = f(x[i], y[i]);
    return perLane(std::move(out));
  }

  /// Lane by lane: \p a where the lane is in \p useA, else \p b.
  static Lanes blend(const LaneSet &useA, const Lanes &a, const Lanes &b) {
    if (a == b)
      return a;
    std::vector<int64_t> out(useA.size());
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = useA.test(i) ? a[i] : b[i];
    return perLane(std::move(out));
  }

  /// All lanes of \p active hold the same number.
  bool isUniformOver(const LaneSet &active) const {
    if (!Data)
      return true;
    int first = active.find_first();
    for (int i = first; i >= 0; i = active.find_next(i))
      if (Data->values[i] != Data->values[first])
        return false;
    return true;
  }

private:
  struct Storage : llvm::RefCountedBase<Storage> {
    explicit Storage(std::vector<int64_t> v) : values(std::move(v)) {}
    std::vector<int64_t> values;
  };
  int64_t Uniform;
  llvm::IntrusiveRefCntPtr<Storage> Data;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_H
