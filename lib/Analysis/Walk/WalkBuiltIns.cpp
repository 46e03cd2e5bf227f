// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Built-in variables of a walk, and numbers that the host decides.
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;

/// A 32-bit number for each invocation.
LaneValue LaneWalk::perInvocation(llvm::function_ref<int64_t(unsigned)> f) {
  std::vector<int64_t> values(LaneCount);
  for (unsigned i = 0; i < LaneCount; ++i)
    values[i] = f(i);
  return {NumType{NumType::Int, 32, false}, Math.lanes(values)};
}

/// gl_SubgroupEqMask and its like; another built-in is unknown.
Value LaneWalk::subgroupMask(uint32_t which, const Type &type) {
  unsigned size = In.subgroupSize;
  // Lane masks: bit b of component c stands for lane 32 * c + b.
  auto mask = [&](llvm::function_ref<bool(unsigned, unsigned)> has) {
    std::vector<Value> words;
    for (unsigned c = 0; c < 4; ++c)
      words.push_back(perInvocation([&](unsigned i) {
        uint32_t word = 0;
        for (unsigned b = 0; b < 32; ++b)
          if (c * 32 + b < size && has(i % size, c * 32 + b))
            word |= 1u << b;
        return int64_t(int32_t(word));
      }));
    return Value::composite(std::move(words));
  };
  switch (which) {
  case spv::BuiltInSubgroupEqMask:
    return mask([](unsigned l, unsigned b) { return b == l; });
  case spv::BuiltInSubgroupGeMask:
    return mask([](unsigned l, unsigned b) { return b >= l; });
  case spv::BuiltInSubgroupGtMask:
    return mask([](unsigned l, unsigned b) { return b > l; });
  case spv::BuiltInSubgroupLeMask:
    return mask([](unsigned l, unsigned b) { return b <= l; });
  case spv::BuiltInSubgroupLtMask:
    return mask([](unsigned l, unsigned b) { return b < l; });
  default:
    return unknownOf(type,
                     Math.reason(UnknownKind::Unsupported,
                                 "a built-in that is not modelled"),
                     UniformityScope::Subgroup);
  }
}

Value LaneWalk::builtIn(uint32_t which, const Type &type) {
  NumType u32{NumType::Int, 32, false};
  unsigned size = In.subgroupSize;
  auto vector = [](std::array<LaneValue, 3> v) {
    return Value::composite({v[0], v[1], v[2]});
  };
  switch (which) {
  case spv::BuiltInWorkgroupId:
    return vector(WorkgroupId);
  case spv::BuiltInLocalInvocationId:
    return vector(LocalId);
  case spv::BuiltInLocalInvocationIndex:
    return LocalIndex;
  case spv::BuiltInGlobalInvocationId: {
    std::array<LaneValue, 3> global;
    for (unsigned d = 0; d < 3; ++d)
      global[d] = addValues(
          scaleValue(WorkgroupId[d], int64_t(In.workgroupSize[d])), LocalId[d]);
    return vector(global);
  }
  case spv::BuiltInWorkgroupSize: {
    std::array<LaneValue, 3> v;
    for (unsigned d = 0; d < 3; ++d)
      v[d] = LaneValue(u32, int64_t(In.workgroupSize[d]));
    return vector(v);
  }
  case spv::BuiltInNumWorkgroups: {
    std::array<LaneValue, 3> v;
    for (unsigned d = 0; d < 3; ++d)
      v[d] = In.options.dispatch
                 ? LaneValue(u32, int64_t((*In.options.dispatch)[d]))
                 : symbolValue(u32, CountSymbols[d]);
    return vector(v);
  }
  case spv::BuiltInSubgroupSize:
    return LaneValue(u32, int64_t(size));
  case spv::BuiltInSubgroupLocalInvocationId:
    return perInvocation([&](unsigned i) { return i % size; });
  case spv::BuiltInSubgroupId:
    return perInvocation([&](unsigned i) { return i / size; });
  case spv::BuiltInNumSubgroups:
    return LaneValue(u32, int64_t((LaneCount + size - 1) / size));
  default:
    break;
  }
  return subgroupMask(which, type);
}

Value LaneWalk::imageQuery(const Instruction &inst, Frame &frame, Flow &flow) {
  Value image = operand(frame, inst.idOperand(0), flow);
  std::string name = "imageSize(" + M.name(image.handle).str() + ")";
  int64_t component = 0;
  return makeTree(
      M, M.type(inst.resultType), [](const Type &) { return std::nullopt; },
      [&](NumType num) {
        return hostNumber({DerivedBy::ImageSize, inst.opcode,
                           spirv::raw(image.handle), component++},
                          num, name);
      });
}

/// A number that the host decides and that is not negative: a length, a size.
LaneValue LaneWalk::hostNumber(llvm::ArrayRef<int64_t> key, NumType type,
                               const std::string &name) {
  SymbolId &id = Symbols.derived(key.vec());
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Uniform;
    s.scope = UniformityScope::Dispatch;
    s.min = 0;
    s.max = INT32_MAX;
    s.name = name;
    s.reason = Math.reason(UnknownKind::Uniform, "depends on " + name);
    id = Symbols.add(std::move(s));
  }
  return symbolValue(type, id);
}
