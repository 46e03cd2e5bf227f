// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/SPIRV/Queries.h"
#include <spirv/unified1/spirv.hpp>

namespace wglint::spirv {

std::optional<uint32_t> constantWord(const Module &module, Id value) {
  const Instruction *def = module.def(value);
  bool isWord =
      def && def->opcode == spv::OpConstant && def->operands.size() == 1;
  return isWord ? std::optional(def->operands[0]) : std::nullopt;
}

const Type &withoutArrays(const Module &module, const Type &type) {
  const Type *element = &type;
  while (element->kind == TypeKind::Array ||
         element->kind == TypeKind::RuntimeArray)
    element = &module.type(element->element);
  return *element;
}

} // namespace wglint::spirv
