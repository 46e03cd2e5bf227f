// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/GroupLoop.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint::syntax;

namespace wglint {

llvm::Error whyNoGroupLoop(const RewriteContext &context) {
  const EntryPointFacts &facts = context.analysis.facts;
  if (facts.sizeSource != SizeSource::Literal)
    return refusal("the host chooses the workgroup's size");
  if (facts.hasBarrier || facts.sharedBytes > 0 || usesSubgroups(context))
    return refusal("the invocations of a workgroup work together");
  if (const Declarator *variable = writtenGlobal(context.tree))
    return refusal("'" + context.tree.name(*variable) +
                   "' would keep its value from one turn to the next");
  return llvm::Error::success();
}

/// Whether nothing but the first component of an id is used.
static bool isOneDimensional(const RewriteContext &context) {
  const auto &size = context.analysis.facts.workgroupSize;
  if (size[1] != 1 || size[2] != 1)
    return false;
  for (llvm::StringRef id : {"gl_GlobalInvocationID", "gl_WorkGroupID"})
    for (const NameExpr *use : usesOfBuiltIn(context, id)) {
      const auto *member = llvm::dyn_cast_or_null<MemberExpr>(use->parent);
      if (!member || context.tree.text(member->memberToken) != "x")
        return false;
    }
  return true;
}

/// Declares the variable that says whose turn it is, and puts it into all ids.
static void replaceIds(const RewriteContext &context, EditSet &edits,
                       const std::string &group) {
  const auto &size = context.analysis.facts.workgroupSize;
  std::string globalId = freshName(context, "globalId");
  std::string lines = "uvec3 " + group + ";";
  auto globals = usesOfBuiltIn(context, "gl_GlobalInvocationID");
  for (const NameExpr *use : globals)
    edits.replace(*use, globalId + "()");
  for (const NameExpr *use : usesOfBuiltIn(context, "gl_WorkGroupID"))
    edits.replace(*use, group);
  if (!globals.empty())
    lines += llvm::formatv("\nuvec3 {0}() {{\n\treturn {1} * uvec3({2}u, {3}u, "
                           "{4}u) + gl_LocalInvocationID;\n}\n",
                           globalId, group, size[0], size[1], size[2]);
  edits.insertLinesBeforeFunctions(lines);
}

GroupLoopText editGroupLoop(const RewriteContext &context, EditSet &edits,
                            const GroupLoop &loop, llvm::StringRef call) {
  std::string group = freshName(context, "turnOfGroup");
  replaceIds(context, edits, group);
  if (loop.workers == 0)
    return {"", llvm::formatv("\tfor (uint i = 0u; i < {0}u; ++i) {{\n"
                              "\t\t{1} = uvec3(gl_WorkGroupID.x * {0}u + i, "
                              "gl_WorkGroupID.yz);\n\t\t{2}\n\t}\n",
                              loop.perGroup, group, call)};
  bool isRow = isOneDimensional(context);
  std::string count = isRow ? "gl_NumWorkGroups.x"
                            : "gl_NumWorkGroups.x * gl_NumWorkGroups.y",
              first = isRow ? "gl_WorkGroupID.x"
                            : "gl_WorkGroupID.y * gl_NumWorkGroups.x + "
                              "gl_WorkGroupID.x",
              ids = isRow ? "i, gl_WorkGroupID.yz"
                          : "i % gl_NumWorkGroups.x, i / gl_NumWorkGroups.x, "
                            "gl_WorkGroupID.z";
  std::string groups = freshName(context, "groups"),
              workers = freshName(context, "workers"),
              own = freshName(context, "own");
  GroupLoopText text;
  text.leave = llvm::formatv("\tuint {0} = {1}, {2} = min({0}, {3}u);\n"
                             "\tuint {4} = {5};\n"
                             "\tif ({4} >= {2})\n\t\treturn;\n",
                             groups, count, workers, loop.workers, own, first);
  text.loop = llvm::formatv("\tfor (uint i = {0}; i < {1}; i += {2}) {{\n"
                            "\t\t{3} = uvec3({4});\n\t\t{5}\n\t}\n",
                            own, groups, workers, group, ids, call);
  return text;
}

} // namespace wglint
