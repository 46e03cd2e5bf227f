// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/WorkgroupSize.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

std::string wglint::sizeDependence(const RewriteContext &context) {
  for (const OutputToken &token : context.tokens.tokens()) {
    if (token.isDirective)
      continue;
    bool isDependent =
        llvm::StringSwitch<bool>(token.text)
            .Cases("gl_LocalInvocationID", "gl_LocalInvocationIndex", true)
            .Cases("gl_WorkGroupID", "gl_WorkGroupSize", true)
            .Cases("gl_NumWorkGroups", "shared", "barrier", true)
            .Default(token.text.starts_with("gl_Subgroup") ||
                     token.text.starts_with("gl_NumSubgroups") ||
                     token.text.starts_with("subgroup"));
    if (isDependent)
      return token.text.str();
  }
  return "";
}

std::array<const LayoutEntry *, 3>
wglint::sizeEntries(const RewriteContext &context, llvm::StringRef ending) {
  std::array<const LayoutEntry *, 3> entries = {};
  for (const LayoutEntry *entry : allOf<LayoutEntry>(context.tree.root())) {
    llvm::StringRef name = context.tree.text(entry->nameToken);
    for (unsigned axis = 0; axis < 3; ++axis)
      if (name ==
          (llvm::Twine("local_size_") + llvm::Twine("xyz"[axis]) + ending)
              .str())
        entries[axis] = entry;
  }
  return entries;
}

void wglint::editWorkgroupSize(const RewriteContext &context,
                               const WorkgroupSize &size, EditSet &edits) {
  auto entries = sizeEntries(context);
  const LayoutEntry *last = nullptr;
  for (const auto &found : {sizeEntries(context, "_id"), entries})
    for (const LayoutEntry *entry : found)
      if (entry && (!last || entry->firstToken > last->firstToken))
        last = entry;
  if (!last)
    return edits.refuse("the declaration of the workgroup's size is not found");
  for (unsigned axis = 0; axis < 3; ++axis) {
    std::string number = std::to_string(size[axis]);
    if (entries[axis] && entries[axis]->value) {
      if (size[axis] != context.analysis.facts.workgroupSize[axis])
        edits.replace(*entries[axis]->value, number);
    } else if (size[axis] != 1) {
      edits.insertAfter(last->lastToken,
                        llvm::formatv(", local_size_{0} = {1}",
                                      llvm::StringRef("xyz").substr(axis, 1),
                                      number)
                            .str());
    }
  }
}

std::string wglint::coarserDispatch(const WorkgroupSize &size,
                                    const WorkgroupSize &held) {
  std::string counts;
  for (unsigned axis = 0; axis < 3; ++axis) {
    unsigned factor = held[axis] / size[axis];
    std::string count = {"xyz"[axis]};
    if (factor > 1)
      count = llvm::formatv("({0} + {1}) / {2}", count, factor - 1, factor);
    counts += (axis ? ", " : "") + count;
  }
  return "(" + counts + ") workgroups in place of (x, y, z)";
}
