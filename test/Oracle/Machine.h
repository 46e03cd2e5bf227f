// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Executes a compute shader, every invocation of a workgroup with concrete
/// values, and hands each access to a Recorder. Slow and plain on purpose: it
/// is the second opinion on the lane analysis and shares no code with it.
///
/// All invocations of a workgroup go in step: of the blocks that invocations
/// wait at, the one that stands first in Function::order is executed next, for
/// all that wait there. So a branch comes together at its merge block, a loop
/// goes on until its last invocation leaves, and barriers have nothing to do.
#ifndef WGLINT_TEST_ORACLE_MACHINE_H
#define WGLINT_TEST_ORACLE_MACHINE_H

#include "Layout.h"
#include "Memory.h"
#include "Recorder.h"
#include "ScalarOps.h"
#include <array>
#include <set>

namespace wglint::oracle {

struct MachineOptions {
  std::string entryPoint; ///< empty: the first compute entry point
  std::array<uint32_t, 3> dispatch = {1, 1, 1};
  std::array<uint32_t, 3> localSize = {0, 0, 0}; ///< 0s: the module's
  unsigned subgroupSize = 32;
  std::map<std::string, int64_t> assumptions;    ///< uniform values
  std::map<std::string, uint64_t> bufferLengths; ///< elements of runtime arrays
  std::map<std::string, int64_t> specialization; ///< by name or SpecId
  uint64_t stepLimit = 200'000'000; ///< executed blocks, over all workgroups
};

/// The value of an id: its scalars one after the other, each with all lanes.
struct Value {
  std::vector<uint64_t> bits;
  std::vector<uint8_t> undefined;
  // Pointers only.
  const Layout *layout = nullptr;
  uint64_t alignBytes = 0; ///< what every lane's address is a multiple of
};

class Machine {
public:
  Machine(const spirv::Module &module, MachineOptions options,
          Recorder &recorder);

  /// False: failure() says why.
  bool setUp();
  bool runWorkgroup(std::array<uint32_t, 3> workgroupId);

  const std::string &failure() const { return Failure; }
  std::array<uint32_t, 3> workgroupSize() const { return Size; }
  const spirv::EntryPoint *entryPoint() const { return Entry; }
  /// Branches that were taken on an undefined condition: what follows is one of
  /// several executions.
  const std::set<uint32_t> &undefinedBranches() const {
    return UndefinedBranches;
  }
  /// Opcodes that the machine does not know; their results count as undefined.
  const std::set<uint32_t> &unsupported() const { return Unsupported; }

private:
  using Id = spirv::Id;
  using Instruction = spirv::Instruction;
  using LaneList = std::vector<unsigned>;

  bool fail(const std::string &message);

  // Setup.cpp
  bool chooseEntryPoint();
  bool readSize();
  void evaluateConstants();
  void evaluateConstant(const Instruction &inst);
  uint64_t specialized(Id id, uint64_t value) const;
  uint64_t constantBits(Id id);
  void createGlobals();
  void createGlobal(Id id);
  bool assume(const std::string &name, int64_t value);
  bool assumeMember(Id variable, const spirv::Type &type,
                    const std::string &name, int64_t value);
  bool assumeAt(uint64_t address, const Layout &layout, const std::string &rest,
                int64_t value);
  void fillBuiltIns();
  Scalar builtIn(uint32_t which, unsigned component, unsigned lane) const;
  void resetWorkgroupMemory();
  void initializeFrom(uint64_t address, const Layout &layout, Id value,
                      unsigned lane);

  // Machine.cpp
  bool runFunction(const spirv::Function &function, const LaneList &lanes,
                   Id result);
  bool runBlock(const spirv::Function &function, uint32_t block,
                const LaneList &lanes);
  bool branch(const spirv::Function &function, const Instruction &inst,
              const LaneList &lanes);
  void execute(uint32_t index, const LaneList &lanes);
  bool executeControl(uint32_t index, const LaneList &lanes);
  void runPhis(const spirv::Function &function, const spirv::Block &block,
               const LaneList &lanes);
  void call(uint32_t index, const LaneList &lanes);

  // Values.cpp: arithmetic and composites.
  Value &value(Id id) { return Values[raw(id)]; }
  Value &define(const Instruction &inst);
  Scalar get(Id id, size_t component, unsigned lane);
  void set(Value &value, size_t component, unsigned lane, Scalar scalar);
  void copyScalars(Value &to, size_t toFirst, Id from, size_t fromFirst,
                   size_t count, const LaneList &lanes);
  bool executeValue(const Instruction &inst, const LaneList &lanes);
  bool componentWise(const Instruction &inst, uint32_t opcode,
                     unsigned firstOperand, bool isGlsl, const LaneList &lanes);
  void poison(const Instruction &inst, const LaneList &lanes);
  void compositeExtract(const Instruction &inst, const LaneList &lanes);
  void compositeInsert(const Instruction &inst, const LaneList &lanes);
  void compositeConstruct(const Instruction &inst, const LaneList &lanes);
  void vectorShuffle(const Instruction &inst, const LaneList &lanes);
  void dynamicComponent(const Instruction &inst, const LaneList &lanes);
  void bitcast(const Instruction &inst, const LaneList &lanes);
  void anyOrAll(const Instruction &inst, const LaneList &lanes);
  void wideArithmetic(const Instruction &inst, const LaneList &lanes);
  bool linearAlgebra(const Instruction &inst, const LaneList &lanes);
  Scalar dot(Id a, Id b, size_t count, size_t firstA, size_t strideA,
             size_t firstB, unsigned lane, ScalarType type);
  bool extended(const Instruction &inst, const LaneList &lanes);

  // Accesses.cpp
  bool executeMemory(uint32_t index, const LaneList &lanes);
  void accessChain(const Instruction &inst, const LaneList &lanes);
  void load(uint32_t index, const LaneList &lanes);
  void store(uint32_t index, const LaneList &lanes);
  void copyMemory(uint32_t index, const LaneList &lanes);
  void atomic(uint32_t index, const LaneList &lanes);
  void arrayLength(const Instruction &inst, const LaneList &lanes);
  void recordLeaves(uint32_t index, Op op, Id pointer, const LaneList &lanes);
  void recordPiece(uint32_t index, Op op, Id pointer, uint64_t offset,
                   unsigned bytes, const LaneList &lanes);
  Layout const *pointee(Id pointer);

  // Subgroups.cpp
  bool executeSubgroup(const Instruction &inst, const LaneList &lanes);
  void subgroupOperation(const Instruction &inst, const LaneList &subgroup);
  void subgroupArithmetic(const Instruction &inst, const LaneList &subgroup);

  const spirv::Module &M;
  MachineOptions Options;
  Recorder &Records;
  TypeTable Types;
  Memory Mem;
  const spirv::EntryPoint *Entry = nullptr;
  std::array<uint32_t, 3> Size = {0, 0, 0};
  std::array<uint32_t, 3> WorkgroupId = {0, 0, 0};
  unsigned LaneCount = 0;
  LaneList AllLanes;
  std::vector<Value> Values;                ///< by id
  std::map<uint32_t, uint64_t> ObjectOf;    ///< global variable to object
  std::map<uint32_t, uint64_t> LocalObject; ///< function variable to object
  std::vector<uint32_t> CallChain; ///< call instructions, outermost first
  std::vector<uint32_t> At, From;  ///< per lane: block, and the one before
  uint64_t Steps = 0;
  std::set<uint32_t> UndefinedBranches, Unsupported;
  std::string Failure;
};

} // namespace wglint::oracle

#endif // WGLINT_TEST_ORACLE_MACHINE_H
