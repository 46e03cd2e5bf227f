// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Gives the invocations of a workgroup each other's ids, so that neighbouring
/// lanes touch neighbouring addresses. The ids that a workgroup covers stay.
///
///     workgroup 8 x 4, a[x * pitch + y]
///
///     lane:  0 1 2 3 4 5 6 7 8        lane:  0 1 2 3 4 5 6 7 8
///     x:     0 1 2 3 4 5 6 7 0   ->   x:     0 0 0 0 1 1 1 1 2
///     y:     0 0 0 0 0 0 0 0 1        y:     0 1 2 3 0 1 2 3 0
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/InterleaveRuns.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// Ids as functions of gl_LocalInvocationIndex.
struct Mapping {
  std::string what;  ///< for the message
  std::string local; ///< an expression for the new local id
  /// Statements that return the new global id; empty: made of the local one.
  std::string globalBody;
};
} // namespace

/// The dimension `fast` (0, 1, 2) of the ids runs first, the others behind it.
static Mapping permutation(const std::array<uint32_t, 3> &size,
                           std::array<unsigned, 3> order) {
  constexpr llvm::StringLiteral kAxes = "xyz";
  std::array<std::string, 3> ids;
  uint64_t done = 1;
  uint64_t total = invocationCount(size);
  for (unsigned axis : order) {
    std::string id = "gl_LocalInvocationIndex";
    if (size[axis] == 1)
      id = "0u";
    else {
      if (done > 1)
        id += llvm::formatv(" / {0}u", done).str();
      if (done * size[axis] < total)
        id += llvm::formatv(" % {0}u", size[axis]).str();
    }
    ids[axis] = id;
    done *= size[axis];
  }
  return {llvm::formatv("lets {0} run fastest over the lanes of a workgroup",
                        kAxes[order[0]])
              .str(),
          "uvec3(" + ids[0] + ", " + ids[1] + ", " + ids[2] + ")", ""};
}

/// Up to kNeighbours workgroups side by side number the elements of their rows
/// together, row behind row; the last ones of a dispatch may be fewer.
static Mapping rowsOfNeighbours(const RewriteContext &context) {
  // Rows of some kilobytes, as lanes one behind the other like them, without
  // numbers that could ever be larger than an uint.
  constexpr uint32_t kNeighbours = 1024;
  const std::array<uint32_t, 3> &size = context.analysis.facts.workgroupSize;
  std::string columns =
      size[0] > 1 ? " * " + std::to_string(size[0]) + "u" : "";
  std::string body = llvm::formatv(
      "\tuint {4} = gl_WorkGroupID.x / {0}u * {0}u;\n"
      "\tuint {5} = min({0}u, gl_NumWorkGroups.x - {4}){1};\n"
      "\tuint {6} = gl_WorkGroupID.x % {0}u * {2}u + gl_LocalInvocationIndex;\n"
      "\treturn uvec3({4}{1} + {6} % {5},\n"
      "\t\t\tgl_WorkGroupID.y * {3}u + {6} / {5}, "
      "gl_GlobalInvocationID.z);\n",
      kNeighbours, columns, size[0] * size[1], size[1],
      freshName(context, "firstGroup"), freshName(context, "rowLength"),
      freshName(context, "element"));
  return {"deals out the rows of neighbouring workgroups one behind the other",
          "", body};
}

static std::vector<Mapping> mappingsFor(const RewriteContext &context) {
  const std::array<uint32_t, 3> &size = context.analysis.facts.workgroupSize;
  std::vector<Mapping> mappings;
  if (size[1] > 1)
    mappings.push_back(permutation(size, {1, 0, 2}));
  if (size[2] > 1)
    mappings.push_back(permutation(size, {2, 0, 1}));
  // Rows of a sector or more gain little: copies of floats by 8 x 32 take 1.21
  // times as long as by 32 x 8, those by 4 x 32 gain 1.54 by this (H200,
  // docs/Measurements.md).
  constexpr uint32_t kNarrow = 8;
  bool hasLocal = size[0] >= kNarrow;
  for (llvm::StringRef name :
       {"gl_LocalInvocationID", "gl_LocalInvocationIndex", "gl_WorkGroupID"})
    hasLocal |= !usesOfBuiltIn(context, name).empty();
  if (!hasLocal && !context.analysis.facts.hasBarrier && size[1] > 1 &&
      size[2] == 1 && context.analysis.facts.sharedBytes == 0)
    mappings.push_back(rowsOfNeighbours(context));
  return mappings;
}

static llvm::Expected<std::vector<TextEdit>>
editsFor(const RewriteContext &context, const Mapping &mapping) {
  EditSet edits(context);
  std::string localName = freshName(context, "localId");
  std::string globalName = freshName(context, "globalId");
  const std::array<uint32_t, 3> &size = context.analysis.facts.workgroupSize;
  auto locals = usesOfBuiltIn(context, "gl_LocalInvocationID");
  auto globals = usesOfBuiltIn(context, "gl_GlobalInvocationID");
  auto indices = usesOfBuiltIn(context, "gl_LocalInvocationIndex");
  for (const NameExpr *use : locals)
    edits.replace(*use, localName + "()");
  for (const NameExpr *use : globals)
    edits.replace(*use, globalName + "()");
  for (const NameExpr *use : indices)
    edits.replace(*use, llvm::formatv("(({0}().z * {2}u + {0}().y) * {1}u + "
                                      "{0}().x)",
                                      localName, size[0], size[1])
                            .str());
  std::string lines;
  if (!mapping.local.empty())
    lines = "uvec3 " + localName + "() {\n\treturn " + mapping.local + ";\n}\n";
  std::string body =
      !mapping.globalBody.empty()
          ? mapping.globalBody
          : llvm::formatv(
                "\treturn gl_WorkGroupID * uvec3({0}u, {1}u, {2}u) + {3}();\n",
                size[0], size[1], size[2], localName)
                .str();
  if (!globals.empty())
    lines += "uvec3 " + globalName + "() {\n" + body + "}\n";
  edits.insertLinesBeforeFunctions(lines);
  return edits.take();
}

namespace {
struct Remapping {
  std::string what;
  std::vector<TextEdit> edits;
};
} // namespace

static llvm::Expected<std::vector<Remapping>>
candidatesFor(const RewriteContext &context, const Diagnostic &finding) {
  // Sizes that the host chooses are not known here.
  if (context.analysis.facts.sizeSource != SizeSource::Literal)
    return refusal("the host chooses the workgroup's size");
  if (usesSubgroups(context))
    return refusal("the shader uses its subgroups");
  // Invocations may wait for each other: in which order they run is theirs.
  if (auto word = watchQualifierAnywhere(context.tree); !word.empty())
    return refusal("the shader has memory that is " + word);
  std::vector<Remapping> candidates;
  for (const Mapping &mapping : mappingsFor(context)) {
    auto edits = editsFor(context, mapping);
    if (!edits)
      return edits.takeError();
    candidates.push_back({mapping.what, std::move(*edits)});
  }
  auto runs = interleaveRuns(context, finding);
  if (runs)
    candidates.push_back(
        {"lets the invocations of a workgroup take its elements in turns",
         std::move(*runs)});
  else if (candidates.empty())
    return runs.takeError();
  else
    llvm::consumeError(runs.takeError());
  return candidates;
}

static std::optional<FixOffer> prepareRemapLanes(const RewriteContext &context,
                                                 const Diagnostic &finding) {
  auto candidates = llvm::expectedToOptional(candidatesFor(context, finding));
  if (!candidates)
    return std::nullopt;
  return FixOffer{"gives the invocations of a workgroup other ids",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyRemapLanes(const RewriteContext &context, const Diagnostic &finding) {
  auto candidates = candidatesFor(context, finding);
  if (!candidates)
    return candidates.takeError();
  const EntryPointFacts &facts = context.analysis.facts;
  std::optional<double> before = sumSectors(facts);
  if (!before)
    return refusal("the sectors that the shader touches are not known");
  std::vector<std::pair<double, Fix>> found;
  bool isUnknown = false;
  for (Remapping &candidate : *candidates) {
    std::optional<EntryPointFacts> after = tryEdits(context, candidate.edits);
    std::optional<double> sectors = after ? sumSectors(*after) : std::nullopt;
    isUnknown |= after && !sectors;
    if (!sectors || *sectors >= *before || isLessSynchronized(facts, *after))
      continue;
    Fix fix;
    fix.message = candidate.what + ": " +
                  countChange(shownSectors(facts), shownSectors(*after)) +
                  " sectors";
    fix.applicability = Applicability::NeedsValidation;
    fix.edits = std::move(candidate.edits);
    found.emplace_back(*sectors, std::move(fix));
  }
  if (found.empty())
    return refusal(isUnknown ? "what another order of the ids touches depends "
                               "on the dispatch (--dispatch)"
                             : "no other order of the ids touches fewer "
                               "sectors");
  return cheapestFirst(std::move(found));
}

static constexpr llvm::StringRef kRemapLanesMends[] = {
    "scattering-workgroup-shape", "strided-global-access",
    "uncoalesced-global-access"};

WGLINT_DEFINE_REWRITE(RemapLanes,
                      {"remap-lanes",
                       "exchanges the ids of a workgroup's invocations",
                       Applicability::NeedsValidation, kRemapLanesMends,
                       /*claimsSpeed=*/true,
                       R"(## What it does

```
workgroup 8 x 4, a[x * pitch + y]

lane:  0 1 2 3 4 5 6 7 8        lane:  0 1 2 3 4 5 6 7 8
x:     0 1 2 3 4 5 6 7 0   ->   x:     0 0 0 0 1 1 1 1 2
y:     0 0 0 0 0 0 0 0 1        y:     0 1 2 3 0 1 2 3 0
```

Another dimension runs fastest over the lanes. Where the shader asks for nothing but its
global id, workgroups that are narrower than a row of lanes may also share: up to 1024
neighbours number the elements of their common rows, row behind row, and each takes as many
as it has invocations. The ids of all invocations together stay the same, so that the dispatch
does, too.

A loop in which each invocation works on a run of its own, element `id * 16 + i`, becomes one
in which the invocations of a workgroup take its elements in turns.

## When it is refused

Where the shader uses its subgroups, the host chooses the workgroup's size, or no order
touches fewer sectors in all accesses together. Of loops: where an iteration does more than to
work on its element, may end the loop, or not all invocations come to it.

## References

`blocked_copy` in test/Inputs/hardware/h200-timings.csv.
)",
                       prepareRemapLanes, applyRemapLanes})
