// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Proposes an array for each member of a structure: the host's data changes.
///
///     struct P { vec4 position; float mass; };        vec4 positions[];
///     buffer Ps { P ps[]; };                     ->   float masses[];
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

static const BufferArrayFact *structuresOf(const RewriteContext &context,
                                           const Diagnostic &finding) {
  const EntryPointFacts &facts = context.analysis.facts;
  for (const AccessFact *access : accessesAt(context, finding.range))
    for (const BufferArrayFact &array : facts.bufferArrays)
      if (array.variableId == access->variableId && array.isStructure &&
          array.members.size() > 1)
        return &array;
  return nullptr;
}

/// The type that the text gives a member: "vec4", "float[2]".
static std::string memberType(const RewriteContext &context,
                              const BufferArrayFact &array,
                              llvm::StringRef member) {
  for (const StructSpec *structure : allOf<StructSpec>(context.tree.root()))
    if (context.tree.text(structure->nameToken) == array.elementType)
      for (const Declaration *owner : structure->members)
        for (const Declarator *declarator : owner->declarators)
          if (context.tree.name(*declarator) == member &&
              declarator->dims.empty())
            return expandedText(context.tree, *owner->type);
  return "";
}

/// An array for all that is used together, and the host's loop that fills it.
static std::string proposalFor(const RewriteContext &context,
                               const BufferArrayFact &array) {
  std::string declarations, copies;
  llvm::StringRef name = llvm::StringRef(array.variable).rsplit('.').second;
  if (name.empty())
    name = array.variable;
  for (const ElementMemberFact &member : array.members) {
    if (!member.isUsed)
      continue;
    std::string type = memberType(context, array, member.name);
    if (type.empty())
      return "";
    std::string list = (name + "_" + member.name).str();
    int64_t bytes = member.bytes.end - member.bytes.begin;
    declarations += llvm::formatv(
        "layout(std430, binding = /* a free one */) buffer {0}Buffer {{ {1} "
        "{0}[]; };\n",
        list, type);
    copies +=
        llvm::formatv("  memcpy({0} + i * {1}, {2} + i * {3} + {4}, "
                      "{1});\n",
                      list, bytes, name, array.strideBytes, member.bytes.begin);
  }
  std::string uses = llvm::formatv("{0}[i].member becomes {0}_member[i]; the "
                                   "host copies its data once:\n",
                                   name);
  return uses + declarations + "\nfor (size_t i = 0; i < count; ++i) {\n" +
         copies + "}";
}

static std::optional<FixOffer>
prepareSplitStructure(const RewriteContext &context,
                      const Diagnostic &finding) {
  const BufferArrayFact *array = structuresOf(context, finding);
  if (!array || proposalFor(context, *array).empty())
    return std::nullopt;
  return FixOffer{"keeps the members of '" + array->variable +
                      "' that are used in arrays of their own",
                  Applicability::DisplayOnly};
}

static llvm::Expected<std::vector<Fix>>
applySplitStructure(const RewriteContext &context, const Diagnostic &finding) {
  std::optional<FixOffer> offer = prepareSplitStructure(context, finding);
  if (!offer)
    return refusal("the structure is not found in the text");
  Fix fix;
  fix.message = std::move(offer->message);
  fix.applicability = offer->applicability;
  fix.proposal = proposalFor(context, *structuresOf(context, finding));
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kSplitStructureMends[] = {
    "strided-global-access", "uncoalesced-global-access",
    "unused-structure-bytes"};

WGLINT_DEFINE_REWRITE(
    SplitStructure,
    {"split-structure",
     "proposes an array for each member of a structure that is used",
     Applicability::DisplayOnly, kSplitStructureMends,
     /*claimsSpeed=*/false,
     R"(## What it does

```
struct P { vec4 position; float mass; };        vec4 ps_position[];
buffer Ps { P ps[]; };                     ->   float ps_mass[];
```

It is a proposal: the new declarations, and the loop by which the host copies its data
over. The host's program has to change, so nothing is applied.

## When it is refused

Where members are arrays, or the structure is not declared in the shader's text.

## References

`aos` and `soa` in test/Inputs/hardware/h200-timings.csv.
)",
     prepareSplitStructure, applySplitStructure})
