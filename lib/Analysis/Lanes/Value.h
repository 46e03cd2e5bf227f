// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values of any SPIR-V type during a walk: scalars, trees of them, pointers
/// and image handles. Trees are shared until one is written.
#ifndef WGLINT_LIB_ANALYSIS_LANES_VALUE_H
#define WGLINT_LIB_ANALYSIS_LANES_VALUE_H

#include "Lanes/LaneValue.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <memory>
#include <string>
#include <vector>

namespace wglint {

struct Value;

/// What a pointer points to.
struct PointerData {
  enum class Root : uint8_t {
    Memory,   ///< byte-addressed: a buffer, shared memory, a uniform block
    Private,  ///< an object of the walk's state, addressed by a path
    Physical, ///< byte-addressed from an address that the shader computed
    Input,    ///< a built-in variable
    Handle, ///< an image or sampler variable, or an element of an array of them
    Unknown, ///< it is not known which of these
  };
  Root root = Root::Unknown;
  spirv::Id variable = spirv::Id::None; ///< for Memory, Input and Handle
  uint32_t object = 0;                  ///< for Private
  uint32_t storageClass = 0;
  spirv::Id pointee = spirv::Id::None; ///< the type that it points to
  spirv::Id block = spirv::Id::None;   ///< for Physical: the type of the block
  LaneValue offsetBytes; ///< for Memory and Physical: 64 bits wide
  /// One index per level.
  /// - Private, Input: the path to the part.
  /// - Memory: which block of an array of blocks; else empty.
  /// - Handle: which image or sampler of an array, or of a structure that holds
  ///   some.
  llvm::SmallVector<LaneValue, 2> path;
  /// For texel pointers: the coordinates.
  llvm::SmallVector<LaneValue, 0> texel;
  /// Lanes with an index out of the bounds of an array. The offset holds a
  /// number for them, but it is not known where they point to. Null: no such
  /// lane is known.
  std::shared_ptr<const LaneSet> outside;
  int member = -1;  ///< first structure member selected; -1: none yet
  std::string name; ///< "p.nb01": variable and members, without indices
  bool namesComponent = false; ///< the name ends in a vector's ".x"
  bool isRowMajor = false; ///< the layout of the matrix that it selects from
  uint32_t matrixStrideBytes = 0; ///< 0: the layout is not explicit
  uint32_t componentStrideBytes =
      0; ///< of a vector selected from a row-major matrix
};

/// What a buffer reference of type \p pointer points to, without its address.
inline PointerData referenceTo(const spirv::Type &pointer) {
  PointerData target;
  target.root = PointerData::Root::Physical;
  target.storageClass = pointer.storageClass;
  target.pointee = target.block = pointer.element;
  return target;
}

/// See the file comment.
struct Value {
  enum class Kind : uint8_t { Empty, Scalar, Composite, Pointer, Handle };

  struct Parts : llvm::RefCountedBase<Parts> {
    std::vector<Value> values;
  };
  struct SharedPointer : llvm::RefCountedBase<SharedPointer>, PointerData {
    explicit SharedPointer(PointerData data) : PointerData(std::move(data)) {}
  };

  Kind kind = Kind::Empty; ///< Empty: never written, undefined
  LaneValue scalar;
  llvm::IntrusiveRefCntPtr<Parts> parts;
  llvm::IntrusiveRefCntPtr<SharedPointer> pointer;
  spirv::Id handle = spirv::Id::None; ///< the image's or sampler's variable

  Value() = default;
  Value(LaneValue v) : kind(Kind::Scalar), scalar(std::move(v)) {}
  static Value composite(std::vector<Value> values) {
    Value v;
    v.kind = Kind::Composite;
    v.parts = llvm::makeIntrusiveRefCnt<Parts>();
    v.parts->values = std::move(values);
    return v;
  }
  static Value toPointer(PointerData data) {
    Value v;
    v.kind = Kind::Pointer;
    v.pointer = llvm::makeIntrusiveRefCnt<SharedPointer>(std::move(data));
    return v;
  }
  static Value toHandle(const PointerData &to) {
    Value v;
    v.kind = Kind::Handle;
    v.handle = to.variable;
    if (!to.path.empty())
      v.pointer = llvm::makeIntrusiveRefCnt<SharedPointer>(to);
    return v;
  }

  bool isEmpty() const { return kind == Kind::Empty; }
  bool isScalar() const { return kind == Kind::Scalar; }
  bool isComposite() const { return kind == Kind::Composite; }
  bool isPointer() const { return kind == Kind::Pointer; }
  /// Only for a handle: which of an array of variables it is, as
  /// PointerData::path.
  llvm::ArrayRef<LaneValue> element() const {
    return pointer ? llvm::ArrayRef<LaneValue>(pointer->path)
                   : llvm::ArrayRef<LaneValue>();
  }
  unsigned size() const { return parts ? parts->values.size() : 0; }
  const Value &part(unsigned i) const { return parts->values[i]; }
  /// The parts for writing; copies them if they are shared.
  std::vector<Value> &editParts() {
    if (parts->UseCount() > 1) {
      auto copy = llvm::makeIntrusiveRefCnt<Parts>();
      copy->values = parts->values;
      parts = std::move(copy);
    }
    return parts->values;
  }
  /// Whether both are plainly the same value. It is cheap, and false where that
  /// takes more than a short look.
  bool isSameAs(const Value &o) const;
};

inline bool Value::isSameAs(const Value &o) const {
  if (kind != o.kind)
    return false;
  switch (kind) {
  case Kind::Empty:
    return true;
  case Kind::Scalar:
    return scalar == o.scalar;
  case Kind::Composite: {
    if (parts == o.parts)
      return true;
    if (size() != o.size() || size() > 16)
      return false;
    for (unsigned i = 0; i < size(); ++i)
      if (!part(i).isSameAs(o.part(i)))
        return false;
    return true;
  }
  case Kind::Pointer:
    return pointer == o.pointer;
  case Kind::Handle:
    return handle == o.handle && element() == o.element();
  }
  return false;
}

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_VALUE_H
