// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/Constants.h"
#include "Lanes/PureOps.h"
#include "Lanes/ScalarOps.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

Constants::Constants(const spirv::Module &module,
                     const AnalysisOptions &options)
    : M(module), Options(options),
      Math(Symbols, /*laneCount=*/1, /*subgroupSize=*/1) {
  if (!options.localSize)
    for (const spirv::EntryPoint &entry : module.entryPoints())
      assumeSizes(entry);
}

/// A specialization constant without a name, here or where it is declared once
/// more: its value is what the language makes it where the author has written
/// none.
bool Constants::isOpenSize(Id id) const {
  const Instruction *inst = M.def(id);
  const auto &specId = M.decorations(id).specId;
  return inst && inst->opcode == spv::OpSpecConstant && specId &&
         !inst->operands.empty() && inst->operands[0] == 1 &&
         !overrideFor(id) &&
         llvm::none_of(M.instructions(), [&](const Instruction &other) {
           return other.opcode == spv::OpSpecConstant &&
                  M.decorations(other.result).specId == specId &&
                  !M.name(other.result).empty();
         });
}

/// The variables that hold the invocation's id: the inputs, and those of
/// functions that they are copied to as a whole, `uvec3 id =
/// gl_GlobalInvocationID`.
static std::set<uint32_t> idVariables(const spirv::Module &module) {
  std::set<uint32_t> variables;
  for (Id id : module.globalVariables())
    if (auto builtIn = module.decorations(id).builtIn;
        builtIn && (*builtIn == spv::BuiltInGlobalInvocationId ||
                    *builtIn == spv::BuiltInLocalInvocationId))
      variables.insert(spirv::raw(id));
  for (const Instruction &inst : module.instructions()) {
    if (inst.opcode != spv::OpStore)
      continue;
    const Instruction *value = module.def(inst.idOperand(1));
    if (value && value->opcode == spv::OpBitcast)
      value = module.def(value->idOperand(0));
    if (value && value->opcode == spv::OpLoad &&
        variables.count(spirv::raw(value->idOperand(0))))
      variables.insert(spirv::raw(inst.idOperand(0)));
  }
  return variables;
}

/// The components of the invocation's id that some instruction takes by
/// themselves, or among others: `gl_GlobalInvocationID.xy`.
static std::set<uint32_t> askedComponents(const spirv::Module &module) {
  std::set<uint32_t> asked, ids = idVariables(module);
  for (const Instruction &inst : module.instructions()) {
    if (spirv::isAccessChain(inst.opcode) &&
        ids.count(spirv::raw(inst.idOperand(0)))) {
      const Instruction *index = module.def(inst.idOperand(1));
      if (index && index->opcode == spv::OpConstant)
        asked.insert(index->operands[0]);
    }
    unsigned first = inst.opcode == spv::OpVectorShuffle      ? 2
                     : inst.opcode == spv::OpCompositeExtract ? 1
                                                              : 0;
    const Instruction *from = first ? module.def(inst.idOperand(0)) : nullptr;
    if (from && from->opcode == spv::OpLoad &&
        ids.count(spirv::raw(from->idOperand(0))))
      asked.insert(inst.operands.begin() + first, inst.operands.end());
  }
  return asked;
}

/// Sides of a square and of a cube of kAssumedInvocations.
static constexpr uint32_t kSquareSide = 8, kCubeSide = 4;
static_assert(kSquareSide * kSquareSide == kAssumedInvocations &&
              kCubeSide * kCubeSide * kCubeSide == kAssumedInvocations);

/// All invocations in one of the dimensions \p specIds, for each of them.
static std::vector<SpecializationValues>
rowShapes(llvm::ArrayRef<uint32_t> specIds) {
  std::vector<SpecializationValues> rows;
  for (uint32_t whole : specIds) {
    SpecializationValues &row = rows.emplace_back();
    for (uint32_t specId : specIds)
      row.push_back(
          {std::to_string(specId),
           std::to_string(specId == whole ? kAssumedInvocations : 1)});
  }
  return rows;
}

/// Where several open ones are asked for, they share kAssumedInvocations: a
/// square or a cube. Else the one that is asked for, or the first, fills
/// subgroups, without too many invocations for OpenGL, and the others stay 1:
/// who names several leaves it to the host which ones there are, and a shader
/// of one dimension would meet itself in the others.
void Constants::assumeSizes(const spirv::EntryPoint &entry) {
  uint64_t known = 1;
  std::vector<std::pair<unsigned, uint32_t>> open; // dimensions, SpecIds
  for (unsigned d = 0; d < 3; ++d) {
    Id id = entry.sizeIds[d];
    if (isOpenSize(id)) {
      // The module has the same constant once more for each use of it.
      open.push_back({d, *M.decorations(id).specId});
    } else if (id != Id::None)
      known *= std::max<int64_t>(1, integer(id).value_or(1));
    if (known >= kAssumedInvocations)
      return;
  }
  if (open.empty())
    return;
  std::vector<uint32_t> asked;
  if (known == 1 && open.size() > 1) {
    std::set<uint32_t> components = askedComponents(M);
    for (auto [dimension, specId] : open)
      if (components.count(dimension))
        asked.push_back(specId);
  }
  if (asked.size() > 1) {
    for (uint32_t specId : asked)
      Assumed[specId] = asked.size() == 2 ? kSquareSide : kCubeSide;
    Others = rowShapes(asked);
    return;
  }
  constexpr uint32_t kGuaranteed = 1024; // OpenGL 4.6, table 23.83
  uint32_t whole = kAssumedInvocations / std::gcd(known, kAssumedInvocations);
  Assumed[asked.empty() ? open[0].second : asked[0]] =
      whole * known <= kGuaranteed ? whole : kAssumedInvocations / known;
}

bool Constants::isAssumed(Id id) const {
  const auto &specId = M.decorations(id).specId;
  return specId && Assumed.count(*specId);
}

bool Constants::isConstant(Id id) const {
  const Instruction *inst = M.def(id);
  return inst && ((inst->opcode >= spv::OpConstantTrue &&
                   inst->opcode <= spv::OpSpecConstantOp) ||
                  inst->opcode == spv::OpUndef);
}

const Value &Constants::value(Id id) {
  auto it = Known.find(spirv::raw(id));
  if (it != Known.end())
    return it->second;
  Known[spirv::raw(id)] = Value(); // a cycle in a broken module ends here
  const Instruction *inst = M.def(id);
  Value v = inst && isConstant(id) ? compute(*inst) : Value();
  // Unknowns of this table mean nothing outside of it.
  bool isKnown = true;
  forEachScalar(v, [&](const LaneValue &s) { isKnown &= s.isConcrete(); });
  if (!isKnown)
    v = Value();
  return Known[spirv::raw(id)] = std::move(v);
}

/// The text given for a specialization constant by SpecId, name or --spec key.
std::optional<std::string> Constants::overrideFor(Id id) const {
  const auto &specId = M.decorations(id).specId;
  for (const auto &[key, text] : Options.specialization)
    if ((specId && key == std::to_string(*specId)) ||
        (!key.empty() && key == M.name(id)))
      return text;
  // An assumption about a name holds for specialization constants as well.
  for (const auto &[key, number] : Options.assumptions)
    if (specId && !key.empty() && key == M.name(id))
      return std::to_string(number);
  return std::nullopt;
}

/// Of one width, or one type: `local_size_x_id` makes unsigned numbers.
static bool areIntegersAlike(const spirv::Module &module, Id a, Id b) {
  const Type *first = module.typeOrNull(a), *second = module.typeOrNull(b);
  return a == b ||
         (first && second && first->kind == TypeKind::Int &&
          second->kind == TypeKind::Int && first->bitWidth == second->bitWidth);
}

/// The named specialization constant with the same SpecId. `local_size_x_id =
/// 0` beside `constant_id = 0` gives two constants with defaults of their own,
/// but a host sets both or none: the one that the author wrote counts.
Id Constants::namedTwin(Id id) const {
  const auto &specId = M.decorations(id).specId;
  if (!specId || !M.name(id).empty())
    return Id::None;
  for (const Instruction &inst : M.instructions())
    if (inst.opcode == spv::OpSpecConstant && inst.result != id &&
        M.decorations(inst.result).specId == specId &&
        !M.name(inst.result).empty() &&
        areIntegersAlike(M, M.def(id)->resultType, inst.resultType))
      return inst.result;
  return Id::None;
}

Value Constants::scalarConstant(const Instruction &inst, const Type &type) {
  if (inst.operands.empty())
    return Value();
  NumType num = numTypeOf(type);
  uint64_t bits = inst.operands[0];
  if (inst.operands.size() > 1)
    bits |= uint64_t(inst.operands[1]) << 32;
  std::optional<std::string> text = inst.opcode == spv::OpSpecConstant
                                        ? overrideFor(inst.result)
                                        : std::nullopt;
  if (num.kind == NumType::Float) {
    double d;
    if (text) {
      d = std::strtod(text->c_str(), nullptr);
    } else if (num.widthBits == 64) {
      d = asDouble(int64_t(bits));
    } else if (num.widthBits == 32) {
      float f;
      uint32_t word = uint32_t(bits);
      std::memcpy(&f, &word, sizeof f);
      d = f;
    } else {
      return Value(); // half constants take part in no address
    }
    return isExactFloat(d, num.widthBits) ? Value(LaneValue(num, doubleBits(d)))
                                          : Value();
  }
  int64_t v = int64_t(bits);
  if (text)
    llvm::StringRef(*text).getAsInteger(0, v);
  else if (isAssumed(inst.result))
    v = Assumed.at(*M.decorations(inst.result).specId);
  return LaneValue(num, signExtend(v, num.widthBits));
}

Value Constants::nullValue(const Type &type) {
  return makeTree(
      M, type, [&](const Type &t) { return arrayLength(t); },
      [](NumType num) { return LaneValue(num, 0); });
}

Value Constants::compute(const Instruction &inst) {
  const Type *type = M.typeOrNull(inst.resultType);
  if (!type)
    return Value();
  switch (inst.opcode) {
  case spv::OpConstantTrue:
    return LaneValue(numTypeOf(*type), 1);
  case spv::OpConstantFalse:
    return LaneValue(numTypeOf(*type), 0);
  case spv::OpSpecConstantTrue:
  case spv::OpSpecConstantFalse: {
    bool on = inst.opcode == spv::OpSpecConstantTrue;
    if (auto text = overrideFor(inst.result))
      on = *text == "true" || (*text != "false" && *text != "0");
    return LaneValue(numTypeOf(*type), on);
  }
  case spv::OpSpecConstant:
    if (Id twin = namedTwin(inst.result);
        twin != Id::None && !overrideFor(inst.result))
      return scalarConstant(*M.def(twin), *type);
    [[fallthrough]];
  case spv::OpConstant:
    return scalarConstant(inst, *type);
  case spv::OpConstantComposite:
  case spv::OpSpecConstantComposite: {
    std::vector<Value> parts;
    for (unsigned i = 0; i < inst.operands.size(); ++i)
      parts.push_back(value(inst.idOperand(i)));
    return Value::composite(std::move(parts));
  }
  case spv::OpConstantNull:
    return nullValue(*type);
  case spv::OpSpecConstantOp:
    if (inst.operands.empty())
      return Value();
    return evaluatePure(Math, M, inst.operands[0], *type,
                        inst.operands.drop_front(),
                        [&](Id id) { return value(id); });
  default:
    return Value();
  }
}

std::optional<int64_t> Constants::integer(Id id) {
  const Value &v = value(id);
  if (!v.isScalar() || !v.scalar.isConstant() ||
      v.scalar.type.kind != NumType::Int)
    return std::nullopt;
  return v.scalar.type.isSigned ? v.scalar.constant[0]
                                : int64_t(zeroExtend(v.scalar.constant[0],
                                                     v.scalar.type.widthBits));
}

std::optional<uint64_t> Constants::arrayLength(const Type &type) {
  if (type.kind != TypeKind::Array)
    return std::nullopt;
  auto length = integer(type.lengthId);
  if (!length || *length < 0)
    return std::nullopt;
  return uint64_t(*length);
}

unsigned Constants::elementCount(const Type &type) {
  switch (type.kind) {
  case TypeKind::Struct:
    return type.members.size();
  case TypeKind::Array:
    return std::min<uint64_t>(arrayLength(type).value_or(0), UINT32_MAX);
  default:
    return type.count;
  }
}

bool Constants::dependsOnDefault(Id id, llvm::function_ref<bool(Id)> leaf) {
  const Instruction *inst = M.def(id);
  if (!inst || !isConstant(id))
    return false;
  switch (inst->opcode) {
  case spv::OpSpecConstantTrue:
  case spv::OpSpecConstantFalse:
  case spv::OpSpecConstant:
    return !overrideFor(id) && leaf(id);
  case spv::OpConstantComposite:
  case spv::OpSpecConstantComposite:
  case spv::OpSpecConstantOp: {
    unsigned first = inst->opcode == spv::OpSpecConstantOp ? 1 : 0;
    for (unsigned i = first; i < inst->operands.size(); ++i)
      if (inst->operands[i] != spirv::raw(id) &&
          M.defIndex(inst->idOperand(i)) < M.defIndex(id) &&
          dependsOnDefault(inst->idOperand(i), leaf))
        return true;
    return false;
  }
  default:
    return false;
  }
}

bool Constants::isSpecialized(Id id) {
  return dependsOnDefault(id, [](Id) { return true; });
}

/// A host that sets \p constant sets a size of the workgroup.
bool Constants::isSize(Id constant) const {
  const auto &specId = M.decorations(constant).specId;
  return llvm::any_of(M.entryPoints(), [&](const spirv::EntryPoint &entry) {
    return llvm::any_of(entry.sizeIds, [&](Id size) {
      return size != Id::None &&
             (size == constant ||
              (specId && M.decorations(size).specId == specId));
    });
  });
}

bool Constants::isPlaceholder(Id id) {
  return dependsOnDefault(id, [&](Id constant) {
    std::optional<int64_t> number = integer(constant);
    return number && (*number == 0 || *number == 1) && !isSize(constant);
  });
}
