// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets each workgroup count in shared memory first and add what it counted to
/// the buffer at its end.
///
///     void main() {                    shared uint localBins[256];
///       ...                            void count() {
///       atomicAdd(bins[b], 1u);          ...
///     }                                  atomicAdd(localBins[b], 1u);
///                                ->    }
///                                      void main() {
///                                        (zero localBins) barrier();
///                                        count();
///                                        barrier(); (add them to bins)
///                                      }
#include "wglint/Check/Limits.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/GroupLoop.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// The table or counter of a finding, and all that is done to it.
struct CounterTable {
  std::string operation; ///< "atomicAdd"
  std::string type;      ///< "uint" or "int"
  std::string text;      ///< the table as it is written: "bins", "h.bins"
  std::string identity;  ///< what the operation changes nothing with
  bool isArray = false;
  uint64_t count = 1;
  llvm::SmallVector<const CallExpr *, 4> calls;
  const Function *main = nullptr;
};
} // namespace

static std::string identityOf(llvm::StringRef operation, llvm::StringRef type) {
  bool isUnsigned = type == "uint";
  if (operation == "atomicAdd" || operation == "atomicOr" ||
      operation == "atomicXor" || (operation == "atomicMax" && isUnsigned))
    return isUnsigned ? "0u" : "0";
  if (operation == "atomicAnd" || (operation == "atomicMin" && isUnsigned))
    return isUnsigned ? "0xffffffffu" : "-1";
  return "";
}

static const CallExpr *atomicCall(const RewriteContext &context,
                                  const SourceRange &range) {
  for (const Node *n = findNode<Expr>(context, range); n; n = n->parent)
    if (const auto *call = llvm::dyn_cast<CallExpr>(n))
      if (context.tree.name(*call->callee).starts_with("atomic") &&
          !call->arguments.empty())
        return call;
  return nullptr;
}

/// The table of an atomic: `bins` of bins[i], the whole of a counter.
static const Expr &tableOf(const CallExpr &call) {
  const Expr &target = withoutParens(*call.arguments.front());
  const auto *index = llvm::dyn_cast<IndexExpr>(&target);
  return index ? withoutParens(*index->base) : target;
}

/// Every use of the table has to be the same atomic, its result unused.
static llvm::Error collectCalls(const RewriteContext &context,
                                const Expr &table, CounterTable &out) {
  const NameExpr *root = rootName(table);
  const Node *declaration = root ? context.tree.declarationOf(*root) : nullptr;
  if (!declaration)
    return refusal("the declaration of the table is not found");
  if (auto word = watchQualifier(context.tree, *declaration); !word.empty())
    return refusal("'" + out.text + "' is " + word);
  for (const NameExpr *use : context.tree.usesOf(*declaration)) {
    const Expr &whole = wholeAccess(*use);
    const auto *call = llvm::dyn_cast_or_null<CallExpr>(whole.parent);
    bool isAtomic = call && !call->arguments.empty() &&
                    call->arguments.front() == &whole &&
                    context.tree.name(*call->callee) == out.operation &&
                    llvm::isa<ExprStmt>(call->parent);
    if (isAtomic && isSameText(context.tree, tableOf(*call), table)) {
      out.calls.push_back(call);
      continue;
    }
    // Another member of the same block does not matter.
    const auto *member = llvm::dyn_cast<MemberExpr>(use->parent);
    const auto *own = llvm::dyn_cast<MemberExpr>(&table);
    if (member && own &&
        context.tree.text(member->memberToken) !=
            context.tree.text(own->memberToken))
      continue;
    return refusal("'" + out.text +
                   "' is used in another way too, or the "
                   "result of an atomic is");
  }
  if (occursUnseen(context, context.tree.name(*root)))
    return refusal("'" + out.text +
                   "' also stands in code that is not compiled here");
  return llvm::Error::success();
}

/// How many elements the atomics reach.
static std::optional<uint64_t> countOf(const RewriteContext &context,
                                       const CounterTable &table) {
  constexpr uint64_t kElementBytes = 4;
  if (!table.isArray)
    return 1;
  uint64_t count = 0;
  for (const CallExpr *call : table.calls)
    for (const AccessFact &access : context.analysis.facts.accesses) {
      if (access.op != AccessOp::Atomic ||
          access.space != MemorySpace::Global ||
          atomicCall(context,
                     context.analysis.sourceMap.resolve(access.key).range) !=
              call)
        continue;
      if (!access.reachedBytes || access.reachedBytes->begin < 0)
        return std::nullopt;
      count =
          std::max(count, uint64_t(access.reachedBytes->end) / kElementBytes);
    }
  return count > 0 ? std::optional<uint64_t>(count) : std::nullopt;
}

/// The length of an array that is declared with one.
static std::optional<uint64_t> declaredCount(const RewriteContext &context,
                                             const Expr &table) {
  const auto *name = llvm::dyn_cast<NameExpr>(&table);
  const Node *declaration = name ? context.tree.declarationOf(*name) : nullptr;
  const auto *member = llvm::dyn_cast<MemberExpr>(&table);
  const NameExpr *root = rootName(table);
  const auto *block =
      member && root
          ? llvm::dyn_cast_or_null<Block>(context.tree.declarationOf(*root))
          : nullptr;
  if (block)
    for (const Declaration *owner : block->members)
      for (const Declarator *declarator : owner->declarators)
        if (context.tree.name(*declarator) ==
            context.tree.text(member->memberToken))
          declaration = declarator;
  const auto *declarator = llvm::dyn_cast_or_null<Declarator>(declaration);
  if (!declarator || declarator->dims.size() != 1 ||
      !declarator->dims.front()->size)
    return std::nullopt;
  auto value = constantValue(context, *declarator->dims.front()->size);
  return value && *value > 0 ? std::optional<uint64_t>(*value) : std::nullopt;
}

static llvm::Expected<CounterTable>
readCounterTable(const RewriteContext &context, const Diagnostic &finding) {
  const CallExpr *call = atomicCall(context, finding.range);
  if (!call)
    return refusal("the atomic is not found in the text");
  CounterTable table;
  const Expr &base = tableOf(*call);
  table.operation = context.tree.name(*call->callee).str();
  table.type = typeOf(context.tree, *call->arguments.front()).name;
  table.text = EditSet(context).written(base);
  table.identity = identityOf(table.operation, table.type);
  table.isArray = llvm::isa<IndexExpr>(withoutParens(*call->arguments.front()));
  if (table.identity.empty())
    return refusal("the operation has no neutral value that is known");
  if (llvm::Error error = collectCalls(context, base, table))
    return error;
  std::optional<uint64_t> count = declaredCount(context, base);
  if (!count || !table.isArray)
    count = countOf(context, table);
  if (!count)
    return refusal("how many elements '" + table.text + "' has is not known");
  table.count = *count;
  auto mains = context.tree.functionsNamed("main");
  if (mains.size() != 1)
    return refusal("there is no main function");
  table.main = mains.front();
  if (context.analysis.facts.sharedBytes + 4 * table.count >
      sharedBytesLimit(context.analysis))
    return refusal("the table does not fit into shared memory");
  return table;
}

/// A loop over the table, `body` for each element `i`; one invocation does it
/// for a single counter.
static std::string forEach(const RewriteContext &context,
                           const CounterTable &table, llvm::StringRef body) {
  if (!table.isArray)
    return ("\tif (gl_LocalInvocationIndex == 0u)\n\t\t" + body + "\n").str();
  const EntryPointFacts &facts = context.analysis.facts;
  std::string step =
      facts.sizeSource == SizeSource::Literal
          ? llvm::formatv("{0}u", invocationCount(facts)).str()
          : "gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z";
  return llvm::formatv("\tfor (uint i = gl_LocalInvocationIndex; i < {0}u; "
                       "i += {1})\n\t\t{2}\n",
                       table.count, step, body)
      .str();
}

/// main() around what it was before: empty the table, count, add it up.
static std::string mainText(const RewriteContext &context,
                            const CounterTable &table,
                            const std::string &element,
                            const GroupLoopText &calls) {
  std::string target = table.text + (table.isArray ? "[i]" : "");
  std::string flush = table.operation + "(" + target + ", " + element + ");";
  if (table.isArray)
    flush = "if (" + element + " != " + table.identity + ")\n\t\t\t" + flush;
  return "\nvoid main() {\n" + calls.leave +
         forEach(context, table, element + " = " + table.identity + ";") +
         "\tbarrier();\n" + calls.loop + "\tbarrier();\n" +
         forEach(context, table, flush) + "}";
}

static llvm::Expected<Fix> makeHistogramFix(const RewriteContext &context,
                                            const CounterTable &table,
                                            std::optional<GroupLoop> loop) {
  EditSet edits(context);
  std::string local =
      freshName(context, table.isArray ? "localTable" : "localCount");
  std::string body = freshName(context, "countLocally");
  for (const CallExpr *call : table.calls)
    edits.replace(tableOf(*call), local);
  edits.replaceTokens(table.main->nameToken, table.main->nameToken, body);
  std::string declaration = "shared " + table.type + " " + local;
  if (table.isArray)
    declaration += "[" + std::to_string(table.count) + "]";
  edits.insertLinesBeforeFunctions(declaration + ";\n");
  GroupLoopText calls{"", "\t" + body + "();\n"};
  if (loop)
    calls = editGroupLoop(context, edits, *loop, body + "();");
  edits.insertLinesAfter(
      *table.main,
      mainText(context, table, local + (table.isArray ? "[i]" : ""), calls));
  auto taken = edits.take();
  if (!taken)
    return taken.takeError();
  Fix fix;
  fix.message =
      "lets each workgroup gather '" + table.text + "' in shared memory first";
  fix.applicability = Applicability::NeedsValidation;
  if (loop && loop->workers != 0)
    fix.message += llvm::formatv(
        "; {0} workgroups share the work of all, so that few have to add to it",
        loop->workers);
  if (loop && loop->perGroup != 0) {
    fix.message +=
        llvm::formatv("; an invocation does the work of {0}", loop->perGroup);
    fix.applicability = Applicability::Unsafe;
    fix.dispatchChange = llvm::formatv(
        "((x + {0}) / {1}, y, z) workgroups for (x, y, z); ids that are added "
        "at the edges have to be harmless",
        loop->perGroup - 1, loop->perGroup);
    fix.workgroupCovers = context.analysis.facts.workgroupSize;
    (*fix.workgroupCovers)[0] *= loop->perGroup;
  }
  fix.edits = std::move(*taken);
  return fix;
}

/// Ways to deal out the work, the best first; std::nullopt: as it is.
static std::vector<std::optional<GroupLoop>>
loopsFor(const RewriteContext &context) {
  if (llvm::Error error = whyNoGroupLoop(context)) {
    llvm::consumeError(std::move(error));
    return {std::nullopt};
  }
  std::vector<std::optional<GroupLoop>> loops;
  auto values = numberOption(context, "privatize-atomics.values");
  if (values && *values > 1)
    loops.push_back(GroupLoop{0, *values});
  // About as many invocations as large devices hold at a time: fewer leave
  // some of it idle, more only add to the table more often.
  constexpr unsigned kResident = 1 << 18;
  const auto &size = context.analysis.facts.workgroupSize;
  unsigned workers = std::max(1u, kResident / (size[0] * size[1] * size[2]));
  workers =
      numberOption(context, "privatize-atomics.workgroups").value_or(workers);
  if (workers > 0)
    loops.push_back(GroupLoop{workers, 0});
  loops.push_back(std::nullopt);
  return loops;
}

static std::optional<FixOffer>
preparePrivatizeAtomics(const RewriteContext &context,
                        const Diagnostic &finding) {
  bool isGlobal = llvm::any_of(accessesAt(context, finding.range),
                               [](const AccessFact *access) {
                                 return access->space == MemorySpace::Global &&
                                        access->op == AccessOp::Atomic;
                               });
  std::optional<CounterTable> table;
  if (isGlobal)
    table = llvm::expectedToOptional(readCounterTable(context, finding));
  if (!table)
    return std::nullopt;
  return FixOffer{"lets each workgroup gather '" + table->text +
                      "' in shared memory first",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyPrivatizeAtomics(const RewriteContext &context,
                      const Diagnostic &finding) {
  auto table = readCounterTable(context, finding);
  if (!table)
    return table.takeError();
  std::vector<Fix> fixes;
  for (std::optional<GroupLoop> loop : loopsFor(context)) {
    auto fix = makeHistogramFix(context, *table, loop);
    if (!fix)
      return fix.takeError();
    std::optional<EntryPointFacts> after = tryEdits(context, fix->edits);
    if (!context.reanalyze ||
        (after && !isLessSynchronized(context.analysis.facts, *after)))
      fixes.push_back(std::move(*fix));
  }
  if (fixes.empty())
    return refusal(
        "not all invocations of a workgroup would reach the barriers");
  return fixes;
}

static constexpr llvm::StringRef kPrivatizeAtomicsMends[] = {
    "contended-atomic", "global-histogram"};

static constexpr RewriteOption kPrivatizeAtomicsOptions[] = {
    {"privatize-atomics.values"}, {"privatize-atomics.workgroups"}};

WGLINT_DEFINE_REWRITE(PrivatizeAtomics,
                      {"privatize-atomics",
                       "lets each workgroup count in shared memory first",
                       Applicability::NeedsValidation, kPrivatizeAtomicsMends,
                       /*claimsSpeed=*/false,
                       R"(## What it does

```
void main() {                    shared uint localTable[256];
  ...                            void countLocally() {
  atomicAdd(bins[b], 1u);          ...
}                                  atomicAdd(localTable[b], 1u);
                           ->    }
                                 void main() {
                                   (zero localTable) barrier();
                                   countLocally();
                                   barrier(); (add it to bins)
                                 }
```

main() becomes a function of its own, so that its returns stay what they are. It pays where a
workgroup counts more values than the table has elements.

Where the invocations of a workgroup have nothing else to do with each other, a part of the
workgroups, `privatize-atomics.workgroups` of them (default: as many as hold 2^18 invocations),
shares the work of all, and the others leave at once: the dispatch stays, and few workgroups add
to the buffer. `--rewrite-option privatize-atomics.values=16` lets each invocation do the work
of 16 instead, for a host that then dispatches a sixteenth.

## When it is refused

Where the table is used in another way too or the result of an atomic is, where its length
is not known or too large for shared memory, and for floats.

## References

`histogram` in test/Inputs/hardware/h200-timings.csv.
)",
                       preparePrivatizeAtomics, applyPrivatizeAtomics,
                       /*mendsUndefined=*/false, /*changesOrder=*/false,
                       /*stagesInShared=*/false, /*notBeside=*/{},
                       kPrivatizeAtomicsOptions})
