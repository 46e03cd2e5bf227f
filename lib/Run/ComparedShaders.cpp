// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ComparedShaders.h"

using namespace wglint;

/// The copy of \p shader that watches its indices; null where there is none.
static std::unique_ptr<RunnableShader> checkedCopy(const ShaderToRun &shader,
                                                   const RunSpec &spec) {
  RunnableOptions options;
  options.checkBounds = true;
  llvm::Expected<RunnableShader> copy = makeRunnable(shader, spec, options);
  if (copy)
    return std::make_unique<RunnableShader>(std::move(*copy));
  llvm::consumeError(copy.takeError());
  return nullptr;
}

/// \p shader with its invocations in each other order. One that cannot be had
/// (subgroup operations) is left out.
static std::vector<RunnableShader> otherOrders(const ShaderToRun &shader,
                                               const RunSpec &spec) {
  std::vector<RunnableShader> orders;
  for (IdOrder order : {IdOrder::ReversedLocal, IdOrder::ReversedWorkgroup,
                        IdOrder::ReversedBoth}) {
    RunnableOptions options;
    options.order = order;
    llvm::Expected<RunnableShader> made = makeRunnable(shader, spec, options);
    if (made)
      orders.push_back(std::move(*made));
    else
      llvm::consumeError(made.takeError());
  }
  return orders;
}

llvm::Expected<ComparedShaders> ComparedShaders::create(const ShaderToRun &a,
                                                        const ShaderToRun &b,
                                                        const RunSpec &given) {
  ComparedShaders made;
  if (llvm::Error error = makeRunnable(a, given).moveInto(made.A))
    return error;
  if (llvm::Error error = makeRunnable(b, RunSpec()).moveInto(made.B))
    return error;
  RunSpec givenB;
  givenB.constants = constantsFor(made.B.interface, given);
  if (!givenB.constants.empty())
    if (llvm::Error error = makeRunnable(b, givenB).moveInto(made.B))
      return error;
  if (llvm::Error error = pairInterfaces(made.A.interface, made.B.interface)
                              .moveInto(made.Pairs))
    return error;
  made.CheckedA = checkedCopy(a, given);
  made.CheckedB = checkedCopy(b, givenB);
  made.Orders = otherOrders(a, given);
  return made;
}

llvm::Expected<RunSpec>
ComparedShaders::runOfB(const RunSpec &specA,
                        const PartnerDispatch &dispatch) const {
  llvm::Expected<RunSpec> spec =
      runForPartner(A.interface, B.interface, Pairs, specA);
  if (spec)
    spec->workgroupCount = workgroupsForPartner(A.interface, B.interface,
                                                specA.workgroupCount, dispatch);
  return spec;
}

void ComparedShaders::shareMemory(RunSpec &specA, RunSpec &specB) const {
  std::vector<std::string> namesA = blockNames(A.interface),
                           namesB = blockNames(B.interface);
  for (size_t j = 0; j < Pairs.blocks.size(); ++j)
    for (BufferSpec &ofB : specB.buffers)
      for (BufferSpec &ofA : specA.buffers)
        if (ofB.name == namesB[j] && ofA.name == namesA[Pairs.blocks[j]]) {
          ofA.lengthBytes = ofB.lengthBytes;
          ofA.contents = ofB.contents;
          ofA.isOutput = ofB.isOutput =
              ofA.isOutput || (!B.interface.blocks[j].isUniform &&
                               !B.interface.blocks[j].isReadOnly);
        }
}

/// Gives B's memory A's bytes, whatever types B gives them.
static void copyContents(const Pairing &pairs, const PreparedRun &from,
                         PreparedRun &to) {
  std::vector<size_t> blocks =
      pairMemories(from.blocks, to.blocks, &pairs.blocks);
  for (size_t j = 0; j < blocks.size(); ++j)
    to.dispatch.blocks[j].contents = from.dispatch.blocks[blocks[j]].contents;
  std::vector<size_t> images =
      pairMemories(from.images, to.images, &pairs.images);
  for (size_t j = 0; j < images.size(); ++j)
    to.dispatch.images[j].contents = from.dispatch.images[images[j]].contents;
}

llvm::Expected<std::vector<PreparedRun>>
ComparedShaders::prepare(const RunSpec &specA, const RunSpec &specB,
                         bool isOrderTried) const {
  std::vector<PreparedRun> runs;
  auto add = [&](const RunnableShader &runnable,
                 const RunSpec &spec) -> llvm::Error {
    runs.emplace_back();
    return prepareRun(runnable, spec).moveInto(runs.back());
  };
  if (llvm::Error error = add(A, specA))
    return error;
  if (llvm::Error error = add(B, specB))
    return error;
  copyContents(Pairs, runs[0], runs[1]);
  if (isOrderTried)
    for (const RunnableShader &order : Orders)
      if (llvm::Error error = add(order, specA))
        return error;
  return runs;
}

OutputComparison wglint::compareOutputs(const PreparedRun &left,
                                        const DispatchResult &leftResult,
                                        const PreparedRun &right,
                                        const DispatchResult &rightResult,
                                        const Pairing *pairing,
                                        const CompareRules &rules) {
  OutputComparison all;
  auto compareAll = [&](bool isImage, const std::vector<RunMemory> &lefts,
                        const std::vector<RunMemory> &rights,
                        const std::vector<size_t> *declarations,
                        const std::vector<Bytes> &leftBytes,
                        const std::vector<Bytes> &rightBytes) {
    std::vector<size_t> partner = pairMemories(lefts, rights, declarations);
    for (size_t j = 0; j < rights.size() && !all.difference; ++j) {
      size_t i = partner[j];
      if (!lefts[i].isOutput || !rights[j].isOutput)
        continue;
      Comparison comparison =
          compareMemory(lefts[i], leftBytes[i], rightBytes[j], rules);
      all.componentCount += comparison.componentCount;
      ++all.outputCount;
      if (comparison.first)
        all.difference = {std::move(*comparison.first),
                          lefts[i].name,
                          comparison.componentCount,
                          comparison.differentCount,
                          isImage,
                          i,
                          j};
    }
  };
  compareAll(false, left.blocks, right.blocks,
             pairing ? &pairing->blocks : nullptr, leftResult.blocks,
             rightResult.blocks);
  compareAll(true, left.images, right.images,
             pairing ? &pairing->images : nullptr, leftResult.images,
             rightResult.images);
  return all;
}
