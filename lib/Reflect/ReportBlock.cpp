// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReportBlock.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

uint32_t ReportBlock::declare() {
  uint32_t array = Editor.newId(), structure = Editor.newId();
  Variable = Editor.newId();
  Editor.declare(spv::OpTypeRuntimeArray, {array, Editor.uintType()});
  Editor.declare(spv::OpTypeStruct, {structure, array});
  Editor.annotate(spv::OpDecorate, {array, spv::DecorationArrayStride, 4});
  Editor.annotate(spv::OpDecorate, {structure, spv::DecorationBlock});
  Editor.annotate(spv::OpMemberDecorate,
                  {structure, 0, spv::DecorationOffset, 0});
  Editor.name(structure, "wglint_Report");
  Editor.name(Variable, "wglint_report");
  uint32_t pointer = Editor.type(spv::OpTypePointer,
                                 {spv::StorageClassStorageBuffer, structure});
  Editor.declare(spv::OpVariable,
                 {pointer, Variable, spv::StorageClassStorageBuffer});
  return Variable;
}

void ReportBlock::appendAtomic(uint16_t opcode, uint32_t site, uint32_t word,
                               uint32_t value) {
  uint32_t number = Editor.uintType();
  uint32_t pointer =
      Editor.type(spv::OpTypePointer, {spv::StorageClassStorageBuffer, number});
  uint32_t first = Editor.appendValue(
      spv::OpIMul, number, {site, Editor.uintConstant(WordsPerSite)});
  uint32_t at = Editor.appendValue(spv::OpIAdd, number,
                                   {first, Editor.uintConstant(word)});
  uint32_t address = Editor.appendValue(spv::OpAccessChain, pointer,
                                        {Variable, Editor.uintConstant(0), at});
  Editor.appendValue(opcode, number,
                     {address, Editor.uintConstant(spv::ScopeDevice),
                      Editor.uintConstant(spv::MemorySemanticsMaskNone),
                      value});
}
