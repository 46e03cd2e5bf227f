// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Private memory of a walk: objects of the walk's state, read and written by
/// a path of indices.
#include "Flow/LanePieces.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"

using namespace wglint;
using spirv::Type;
using spirv::TypeKind;

static const Type &elementType(const spirv::Module &m, const Type &type,
                               unsigned i) {
  return m.type(type.kind == TypeKind::Struct ? type.members[i] : type.element);
}

/// The type of what \p path leads to from \p type. Members of structures are
/// chosen by constants; the elements of anything else are all of one type.
static const Type &typeAt(const spirv::Module &m, const Type &type,
                          llvm::ArrayRef<LaneValue> path) {
  const Type *at = &type;
  for (const LaneValue &index : path)
    at = &elementType(m, *at,
                      at->kind == TypeKind::Struct ? index.constant[0] : 0);
  return *at;
}

/// The one number that \p index is for all lanes of \p active.
static std::optional<int64_t> commonIndex(const LaneValue &index,
                                          const LaneSet &active) {
  int first = active.find_first();
  if (first < 0 || !index.isConcrete() || !index.constant.isUniformOver(active))
    return std::nullopt;
  return index.constant[first];
}

/// Why an element that \p index chooses is not known; \p text where no lane
/// has an index of its own.
static ReasonPtr reasonOf(LaneMath &math, const LaneValue &index,
                          const std::string &text) {
  SymbolId v = findVarying(index, math.symbols());
  return v != kNoSymbol ? math.symbols()[v].reason
                        : math.reason(UnknownKind::Uniform, text);
}

/// Objects with more scalars are not looked at to tell whether one is uniform.
static constexpr unsigned kMaxScalarsSeen = 256;

/// How uniform the element of \p object is that \p index chooses.
static UniformityScope scopeOfElement(const Value &object,
                                      const LaneValue &index,
                                      const SymbolTable &symbols) {
  bool isUniform = !object.isEmpty() && isUniformValue(index, symbols);
  unsigned seen = 0;
  if (isUniform)
    forEachScalar(object, [&](const LaneValue &s) {
      isUniform =
          isUniform && ++seen <= kMaxScalarsSeen && isUniformValue(s, symbols);
    });
  return isUniform ? UniformityScope::Subgroup : UniformityScope::None;
}

static llvm::SmallVector<unsigned, 8>
lanesOutside(const Lanes &index, const LaneSet &active, uint64_t count) {
  llvm::SmallVector<unsigned, 8> outside;
  forEachLane(active, [&](unsigned lane) {
    if (uint64_t(index[lane]) >= count)
      outside.push_back(lane);
  });
  return outside;
}

Value LaneWalk::loadPrivate(const Value &object, const Type &type,
                            llvm::ArrayRef<LaneValue> path,
                            const LaneSet &active) {
  if (path.empty())
    return object.isEmpty() ? undefinedTree(type) : object;
  const LaneValue &index = path.front();
  unsigned count = Consts.elementCount(type);
  auto element = [&](uint64_t i) {
    return loadPrivate(i < object.size() ? object.part(i) : Value(),
                       elementType(M, type, i), path.drop_front(), active);
  };
  if (std::optional<int64_t> i = commonIndex(index, active))
    return *i >= 0 && *i < int64_t(count) ? element(*i) : Value();
  if (!index.isConcrete() || count > kMaxFollowedElements)
    return unknownOf(
        typeAt(M, type, path),
        reasonOf(Math, index,
                 "read from a private array at an index that is not known"),
        scopeOfElement(object, index, Symbols));
  std::vector<ElementLanes> elements =
      lanesByElement(index.constant, active, count);
  std::vector<Value> read; // what is not in the object as it stands
  std::vector<LanePiece> pieces;
  read.reserve(elements.size());
  for (const ElementLanes &e : elements) {
    bool isThere = path.size() == 1 && e.element < object.size() &&
                   !object.part(e.element).isEmpty();
    if (!isThere)
      read.push_back(element(e.element));
    pieces.push_back(
        {isThere ? &object.part(e.element) : &read.back(), e.lanes});
  }
  // What lanes outside of the array read may be anything. Costs are those of
  // the others, as such lanes mostly do not come here.
  Value undefined;
  llvm::SmallVector<unsigned, 8> outside;
  if (Observer)
    outside = lanesOutside(index.constant, active, count);
  if (!outside.empty()) {
    undefined = unknownOf(
        typeAt(M, type, path),
        Math.reason(UnknownKind::Undefined, "read outside of a private array"),
        UniformityScope::None);
    pieces.push_back({&undefined, outside});
  }
  return joinPieces(Math, pieces);
}

/// Larger objects are not held.
static constexpr unsigned kMaxElements = 65536;

/// The elements of \p object for writing to those that \p index chooses; null
/// where they are not followed.
static std::vector<Value> *editElements(Value &object, unsigned count,
                                        const LaneValue &index) {
  if (count > kMaxFollowedElements && !index.isConstant()) {
    object = Value();
    return nullptr;
  }
  if (object.isEmpty() && count <= kMaxElements)
    object = Value::composite(std::vector<Value>(count));
  return object.isComposite() ? &object.editParts() : nullptr;
}

void LaneWalk::storePrivate(Value &object, const Type &type,
                            llvm::ArrayRef<LaneValue> path, const Value &value,
                            const LaneSet &active) {
  if (path.empty()) {
    object = value;
    return;
  }
  const LaneValue &index = path.front();
  unsigned count = Consts.elementCount(type);
  std::vector<Value> *held = editElements(object, count, index);
  if (!held)
    return;
  std::vector<Value> &parts = *held;
  if (std::optional<int64_t> i = commonIndex(index, active)) {
    if (*i >= 0 && *i < int64_t(parts.size()))
      storePrivate(parts[*i], elementType(M, type, *i), path.drop_front(),
                   value, active);
    return;
  }
  Math.addWork(64 * parts.size());
  if (!index.isConcrete()) {
    // Any element may be the one, and may keep its value.
    ReasonPtr reason =
        reasonOf(Math, index,
                 "written to a private array at an index that is not known");
    return parts.assign(parts.size(), unknownOf(elementType(M, type, 0), reason,
                                                UniformityScope::None));
  }
  for (const ElementLanes &e :
       lanesByElement(index.constant, active, parts.size())) {
    const Type &element = elementType(M, type, e.element);
    LaneSet here = setOfLanes(e.lanes, LaneCount), others = here;
    others.flip();
    Value &part = parts[e.element];
    Value written = part;
    storePrivate(written, element, path.drop_front(), value, active);
    Value old = part.isEmpty() ? undefinedTree(element) : part;
    part = mergeValues(Math, written, here, old, others, {});
  }
}

/// The least regular of \p indices.
PrivateArrayFact::Index LaneWalk::indexKind(llvm::ArrayRef<LaneValue> indices,
                                            const Flow &flow) const {
  using Index = PrivateArrayFact::Index;
  Index least = Index::Constant;
  for (const LaneValue &i : indices) {
    Index kind = Index::Constant;
    if (hasVarying(i, Symbols, &flow.mask))
      kind = Index::Unknown;
    else if (!i.constant.isUniformOver(flow.mask) ||
             !isUniformValue(i, Symbols))
      kind = Index::Divergent;
    else if (!i.isConcrete())
      kind = Index::Uniform;
    least = std::max(least, kind);
  }
  return least;
}

/// How much of the path \p members is the beginning of \p path; std::nullopt
/// where the two part.
static std::optional<size_t> commonMembers(llvm::ArrayRef<uint32_t> members,
                                           llvm::ArrayRef<LaneValue> path) {
  size_t count = std::min(members.size(), path.size());
  for (size_t i = 0; i < count; ++i)
    if (path[i].constant[0] != int64_t(members[i]))
      return std::nullopt;
  return count;
}

/// Notes the arrays that are read or written: the one that \p p points into, or
/// all of the structure that it points to.
void LaneWalk::notePrivateIndex(uint32_t index, const PointerData &p,
                                const Flow &flow) {
  const Type &type = M.type(M.typeOf(p.variable)->element);
  if (type.kind != TypeKind::Array && type.kind != TypeKind::Struct)
    return;
  auto [arrays, isNewType] = ArraysOfTypes.try_emplace(spirv::raw(type.id));
  if (isNewType)
    arrays->second = arraysIn(M, type);
  for (const std::vector<uint32_t> &members : arrays->second) {
    std::optional<size_t> common = commonMembers(members, p.path);
    if (!common)
      continue;
    auto [it, isNew] =
        PrivateArrays.try_emplace({spirv::raw(p.variable), members});
    PrivateArrayUse &use = it->second;
    if (isNew) {
      use.array.variable = p.variable;
      use.array.members = members;
      use.firstInstruction = index;
    }
    llvm::ArrayRef<LaneValue> indices = p.path;
    use.index =
        std::max(use.index, indexKind(indices.drop_front(*common), flow));
  }
}
