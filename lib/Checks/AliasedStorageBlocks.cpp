// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds two storage blocks at one binding, one of which is written.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static bool isUnawareAlias(const StorageBlockFact &a,
                           const StorageBlockFact &b) {
  return isSameBuffer(a, b) && a.isUsed && b.isUsed &&
         (a.isWritten || b.isWritten) && !a.isAliasDeclared &&
         !b.isAliasDeclared;
}

static bool isRead(const CheckContext &context, const StorageBlockFact &block) {
  return llvm::any_of(context.facts.accesses, [&](const AccessFact &access) {
    return access.op != AccessOp::Store &&
           isSameVariable(access.variableId, block.variableId);
  });
}

// OpenGL and Vulkan programs declare several views of one buffer on purpose.
static bool isForbidden(const CheckContext &context) {
  return llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "gles31" || api->name == "webgl2-compute";
  });
}

/// The first access to \p block, or else the entry point.
static SourceLocation firstUse(const CheckContext &context,
                               const StorageBlockFact &block) {
  for (const AccessFact &access : context.facts.accesses)
    if (isSameVariable(access.variableId, block.variableId))
      return context.sourceMap.resolve(access.key);
  return context.sourceMap.resolve(context.facts.key);
}

static void runAliasedStorageBlocks(const CheckContext &context,
                                    DiagnosticSink &sink) {
  const auto &blocks = context.facts.resources.storageBlocks;
  for (auto a = blocks.begin(); a != blocks.end(); ++a)
    for (auto b = std::next(a); b != blocks.end(); ++b) {
      if (!isUnawareAlias(*a, *b))
        continue;
      const StorageBlockFact &written = a->isWritten ? *a : *b;
      const StorageBlockFact &other = a->isWritten ? *b : *a;
      if (!isRead(context, other))
        continue; // stores alone, in two widths
      Diagnostic &finding = addFinding(
          context, sink, firstUse(context, written), /*config=*/nullptr,
          llvm::formatv("storage block '{0}' is written and '{1}' names the "
                        "same buffer, at binding {2}",
                        written.block, other.block, *written.binding),
          "declare both coherent, or give one of them a binding of its own");
      setMinor(finding,
               isForbidden(context)
                   ? ""
                   : "programs have several views of one buffer on purpose");
      finding.notes.push_back(
          {firstUse(context, other).range,
           llvm::formatv("'{0}' is used here", other.block).str()});
    }
}

WGLINT_DEFINE_CHECK(
    AliasedStorageBlocks,
    {"aliased-storage-blocks",
     "two storage blocks name one buffer, and one of them is written",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Two storage blocks with the same set and binding, of which the shader writes one and
reads the other, where neither is `coherent` or `volatile`. It is a warning for OpenGL ES
and WebGL 2 compute, and a remark elsewhere, where several views of one buffer are common.

## Why it costs

What is stored through one block is only seen through the other where the two are
known to alias. SPIR-V lets a compiler take variables without the Aliased decoration
to be apart, so that it may keep old values of one while the other is stored to.
Where WebGL 2 compute is mapped to other APIs, two bindings of one buffer may not
even be possible.

## When to leave it

When each element is only used through one of the blocks.

## Limits

Two bindings to which the host binds one buffer cannot be seen. Two views that are
only read are not meant: reading packed data as two types does no harm.

## References

SPIR-V specification, "Memory Object Declarations" and "Aliasing"; OpenGL Shading
Language specification, "Memory Qualifiers".
)",
     runAliasedStorageBlocks})
