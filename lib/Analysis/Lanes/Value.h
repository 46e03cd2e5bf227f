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

/// Where a pointer points to.
struct PointerData {
  enum class Root : uint8_t {
    Memory,   ///< byte-addressed: a buffer, shared memory, a uniform block
    Private,  ///< an object of the walk's state, addressed by a path
    Physical, ///< byte-addressed from an address that the shader computed
    Input,    ///< a built-in variable
    Handle, ///< an image or sampler variable, or an element of an array of them
    Unknown, ///< not known which
  };
  Root root = Root::Unknown;
  spirv::Id variable = spirv::Id::None; ///< of Memory, Input and Handle
  uint32_t object = 0;                  ///< of Private
  uint32_t storageClass = 0;
  spirv::Id pointee = spirv::Id::None; ///< type pointed to
  spirv::Id block = spirv::Id::None;   ///< of Physical: the type of the block
  LaneValue offsetBytes;               ///< Memory, Physical: 64 bits wide
  /// Index per level. Of Private and Input: to the part. Of Memory: of an array
  /// of blocks, which of them; else empty. Of Handle: of an array of images or
  /// samplers, or of a structure that holds some, which of them.
  llvm::SmallVector<LaneValue, 2> path;
  llvm::SmallVector<LaneValue, 0> texel; ///< coordinates, of a texel pointer
  /// Lanes with an index out of an array's bounds: where they point to is not
  /// known, though the offset says a number. Null: none that is known.
  std::shared_ptr<const LaneSet> outside;
  int member = -1;  ///< first structure member selected; -1: none yet
  std::string name; ///< "p.nb01": variable and members, without indices
  bool namesComponent = false;    ///< the name ends in a vector's ".x"
  bool isRowMajor = false;        ///< of the matrix that is being selected from
  uint32_t matrixStrideBytes = 0; ///< 0: no explicit layout
  uint32_t componentStrideBytes =
      0; ///< of a vector selected from a row-major matrix
};

/// Where a buffer reference of type \p pointer points to, but for the address.
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
  /// Of a handle, which of an array of variables it is: PointerData::path.
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
  /// Cheap: true only where both are plainly the same thing.
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
