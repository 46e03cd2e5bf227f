// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Components.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cmath>
#include <cstring>

using namespace wglint;

static unsigned bitsInMemory(const MemoryType &type) {
  return type.component == ComponentKind::Bool ? 32 : type.componentBits;
}

/// Offset of one component of a scalar, vector or matrix.
static uint64_t offsetInMatrix(const MemoryType &type, unsigned column,
                               unsigned row) {
  uint64_t componentBytes = bitsInMemory(type) / 8;
  if (type.columnCount == 1)
    return row * componentBytes;
  return type.isRowMajor
             ? row * type.matrixStrideBytes + column * componentBytes
             : column * type.matrixStrideBytes + row * componentBytes;
}

namespace {

/// A type that is being walked: an array from dimension `dimension` on, or one
/// element of it.
struct Frame {
  const MemoryType *type;
  size_t dimension;
  uint64_t offsetBytes;
  uint64_t next; ///< element or member that comes next

  bool isArray() const { return dimension < type->arrayCounts.size(); }
};

} // namespace

/// The components of a scalar, vector or matrix at \p base.
static void visitMatrix(const MemoryType &type, uint64_t base,
                        uint64_t lengthBytes,
                        llvm::function_ref<void(const Component &)> visit) {
  for (unsigned column = 0; column < type.columnCount; ++column)
    for (unsigned row = 0; row < type.rowCount; ++row) {
      Component component{base + offsetInMatrix(type, column, row),
                          type.component, bitsInMemory(type)};
      if (component.offsetBytes + component.sizeBytes() <= lengthBytes)
        visit(component);
    }
}

/// Whether \p i is no element of dimension \p frame.dimension of its array.
static bool isPast(const Frame &frame, uint64_t i, uint64_t lengthBytes) {
  uint64_t count = frame.type->arrayCounts[frame.dimension];
  uint64_t stride = frame.type->arrayStridesBytes[frame.dimension];
  return (count != 0 ? i >= count : i > 0 && stride == 0) ||
         frame.offsetBytes + i * stride >= lengthBytes;
}

void wglint::forEachComponent(
    const MemoryType &type, uint64_t lengthBytes,
    llvm::function_ref<void(const Component &)> visit) {
  std::vector<Frame> frames{{&type, 0, 0, 0}};
  while (!frames.empty()) {
    Frame &frame = frames.back();
    const MemoryType &here = *frame.type;
    if (frame.isArray()) {
      uint64_t stride = here.arrayStridesBytes[frame.dimension];
      // Buffers are mostly one long array of numbers: no frames for those.
      bool isLast = frame.dimension + 1 == here.arrayCounts.size();
      if (isLast && here.members.empty()) {
        for (uint64_t i = 0; !isPast(frame, i, lengthBytes); ++i)
          visitMatrix(here, frame.offsetBytes + i * stride, lengthBytes, visit);
        frames.pop_back();
        continue;
      }
      uint64_t i = frame.next++;
      if (isPast(frame, i, lengthBytes))
        frames.pop_back();
      else
        frames.push_back(
            {&here, frame.dimension + 1, frame.offsetBytes + i * stride, 0});
    } else if (!here.members.empty()) {
      uint64_t i = frame.next++;
      if (i >= here.members.size()) {
        frames.pop_back();
        continue;
      }
      const MemoryType::Member &member = here.members[i];
      frames.push_back(
          {&member.type, 0, frame.offsetBytes + member.offsetBytes, 0});
    } else {
      visitMatrix(here, frame.offsetBytes, lengthBytes, visit);
      frames.pop_back();
    }
  }
}

/// The component of a scalar, vector or matrix that holds byte \p offset, and
/// its suffix (".y", "[1].y") after \p path.
static std::optional<NamedComponent> componentInMatrix(const MemoryType &type,
                                                       uint64_t base,
                                                       uint64_t offset,
                                                       std::string path) {
  for (unsigned column = 0; column < type.columnCount; ++column)
    for (unsigned row = 0; row < type.rowCount; ++row) {
      Component component{base + offsetInMatrix(type, column, row),
                          type.component, bitsInMemory(type)};
      if (offset < component.offsetBytes ||
          offset >= component.offsetBytes + component.sizeBytes())
        continue;
      if (type.columnCount > 1)
        path += "[" + std::to_string(column) + "]";
      if (type.rowCount > 1)
        path += std::string(".") + "xyzw"[row];
      return NamedComponent{std::move(path), component};
    }
  return std::nullopt;
}

std::optional<NamedComponent> wglint::componentAt(const MemoryType &type,
                                                  uint64_t offsetBytes) {
  const MemoryType *here = &type;
  uint64_t base = 0;
  std::string path;
  while (true) {
    for (size_t d = 0; d < here->arrayCounts.size(); ++d) {
      uint64_t stride = here->arrayStridesBytes[d];
      uint64_t index = stride == 0 ? 0 : (offsetBytes - base) / stride;
      if (here->arrayCounts[d] != 0 && index >= here->arrayCounts[d])
        return std::nullopt;
      base += index * stride;
      path += "[" + std::to_string(index) + "]";
    }
    if (here->members.empty())
      return componentInMatrix(*here, base, offsetBytes, std::move(path));
    const MemoryType::Member *inside = nullptr;
    for (const MemoryType::Member &member : here->members)
      if (base + member.offsetBytes <= offsetBytes &&
          (!inside || member.offsetBytes >= inside->offsetBytes))
        inside = &member;
    if (!inside)
      return std::nullopt;
    base += inside->offsetBytes;
    path += (path.empty() ? "" : ".") + inside->name;
    here = &inside->type;
  }
}

/// Number of the component that a swizzle letter names; 4: none.
static unsigned swizzleIndex(llvm::StringRef word) {
  for (llvm::StringRef set : {"xyzw", "rgba", "stpq"})
    if (word.size() == 1 && set.contains(word))
      return set.find(word);
  return 4;
}

std::vector<Component> wglint::componentsOf(const MemoryType &type,
                                            llvm::StringRef path) {
  MemoryType here = type; // what the steps so far have led to
  uint64_t base = 0;
  while (!path.empty()) {
    if (path.consume_front("[")) {
      uint64_t index = 0;
      if (path.consumeInteger(10, index) || !path.consume_front("]"))
        return {};
      if (!here.arrayCounts.empty()) {
        if (here.arrayCounts[0] != 0 && index >= here.arrayCounts[0])
          return {};
        base += index * here.arrayStridesBytes[0];
        here.arrayCounts.erase(here.arrayCounts.begin());
        here.arrayStridesBytes.erase(here.arrayStridesBytes.begin());
      } else if (here.columnCount > 1 && !here.isRowMajor &&
                 index < here.columnCount) {
        base += offsetInMatrix(here, index, 0);
        here.columnCount = 1;
      } else {
        return {};
      }
      continue;
    }
    path.consume_front(".");
    llvm::StringRef word =
        path.take_until([](char c) { return c == '.' || c == '['; });
    path = path.drop_front(word.size());
    if (!here.arrayCounts.empty())
      return {};
    if (here.members.empty()) {
      unsigned row = swizzleIndex(word);
      if (row >= here.rowCount || here.columnCount > 1)
        return {};
      base += offsetInMatrix(here, 0, row);
      here.rowCount = 1;
      continue;
    }
    const MemoryType::Member *found = nullptr;
    for (const MemoryType::Member &member : here.members)
      if (member.name == word)
        found = &member;
    if (!found)
      return {};
    base += found->offsetBytes;
    MemoryType next = found->type;
    here = std::move(next);
  }
  std::vector<Component> components;
  if (here.arrayCounts.empty() || here.arrayCounts[0] != 0)
    forEachComponent(here, UINT64_MAX, [&](Component component) {
      component.offsetBytes += base;
      components.push_back(component);
    });
  return components;
}

uint64_t wglint::bitsOf(const Component &component, const uint8_t *value) {
  uint64_t bits = 0;
  std::memcpy(&bits, value, component.sizeBytes());
  return bits;
}

static void putBits(const Component &component, uint64_t bits, uint8_t *value) {
  std::memcpy(value, &bits, component.sizeBytes());
}

static const llvm::fltSemantics &semanticsOf(const Component &component) {
  switch (component.bits) {
  case 16:
    return llvm::APFloat::IEEEhalf();
  case 64:
    return llvm::APFloat::IEEEdouble();
  default:
    assert(component.bits == 32 && "no float of this width");
    return llvm::APFloat::IEEEsingle();
  }
}

static llvm::APFloat floatOf(const Component &component, const uint8_t *value) {
  return llvm::APFloat(semanticsOf(component),
                       llvm::APInt(component.bits, bitsOf(component, value)));
}

static int64_t signedOf(const Component &component, uint64_t bits) {
  unsigned shift = 64 - component.bits;
  return int64_t(bits << shift) >> shift;
}

double wglint::decode(const Component &component, const uint8_t *value) {
  uint64_t bits = bitsOf(component, value);
  if (component.kind == ComponentKind::Int)
    return double(signedOf(component, bits));
  if (component.kind != ComponentKind::Float)
    return double(bits);
  llvm::APFloat number = floatOf(component, value);
  bool losesInfo = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

void wglint::encode(const Component &component, double number, uint8_t *value) {
  if (component.kind == ComponentKind::Bool)
    return putBits(component, number != 0, value);
  if (component.kind != ComponentKind::Float) {
    double whole = std::trunc(number);
    uint64_t bits = whole < 0 ? uint64_t(int64_t(whole)) : uint64_t(whole);
    return putBits(component, bits, value);
  }
  // Millions of numbers are encoded: what the processor has need not go
  // through APFloat.
  if (component.bits == 32)
    return putBits(component, llvm::bit_cast<uint32_t>(float(number)), value);
  llvm::APFloat rounded(number);
  bool losesInfo = false;
  rounded.convert(semanticsOf(component), llvm::APFloat::rmNearestTiesToEven,
                  &losesInfo);
  putBits(component, rounded.bitcastToAPInt().getZExtValue(), value);
}

bool wglint::encodeText(const Component &component, llvm::StringRef text,
                        uint8_t *value) {
  text = text.trim();
  if (component.kind == ComponentKind::Bool) {
    bool isTrue = text == "true" || text == "1";
    putBits(component, isTrue, value);
    return isTrue || text == "false" || text == "0";
  }
  if (component.kind == ComponentKind::Float) {
    double number = 0;
    if (text.getAsDouble(number))
      return false;
    encode(component, number, value);
    return true;
  }
  if (text.starts_with("-")) {
    int64_t number = 0;
    if (component.kind == ComponentKind::Uint || text.getAsInteger(0, number))
      return false;
    putBits(component, uint64_t(number), value);
    return signedOf(component, uint64_t(number)) == number;
  }
  uint64_t number = 0;
  if (text.getAsInteger(0, number))
    return false;
  putBits(component, number, value);
  unsigned width = component.bits - (component.kind == ComponentKind::Int);
  return width >= 64 || number >> width == 0;
}

bool wglint::isNan(const Component &component, const uint8_t *value) {
  if (component.kind != ComponentKind::Float)
    return false;
  if (component.bits == 32)
    return std::isnan(
        llvm::bit_cast<float>(uint32_t(bitsOf(component, value))));
  return floatOf(component, value).isNaN();
}

std::string wglint::toText(const Component &component, const uint8_t *value) {
  uint64_t bits = bitsOf(component, value);
  switch (component.kind) {
  case ComponentKind::Bool:
    return bits == 0 ? "false" : bits == 1 ? "true" : std::to_string(bits);
  case ComponentKind::Int:
    return std::to_string(signedOf(component, bits));
  case ComponentKind::Uint:
    return std::to_string(bits);
  case ComponentKind::Float:
    break;
  }
  llvm::APFloat number = floatOf(component, value);
  if (number.isNaN())
    return "NaN (0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + ")";
  llvm::SmallString<32> text;
  number.toString(text);
  return text.str().str();
}
