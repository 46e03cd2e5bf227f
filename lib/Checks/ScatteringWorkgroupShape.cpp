// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds workgroups of a shape in which the accesses touch at least twice the
/// sectors that they would touch in another.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static uint64_t sectorsOn(const ShapeFact &shape, size_t index) {
  return shape.costs[index].maxSectors;
}

/// "64 x 1", and with its depth where \p isDeep.
static std::string shapeText(const std::array<uint32_t, 3> &size, bool isDeep) {
  std::string text = llvm::formatv("{0} x {1}", size[0], size[1]);
  return isDeep ? text + " x " + std::to_string(size[2]) : text;
}

static void runScatteringWorkgroupShape(const CheckContext &context,
                                        DiagnosticSink &sink) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    return; // it is not the host's
  const ShapeFact *better = betterShape(context.facts);
  // Where no access is well then, each has a remedy of its own that mends it.
  if (!better ||
      llvm::none_of(context.facts.accesses, [&](const AccessFact &access) {
        return isMendedByShape(context.facts, access);
      }))
    return;
  const ShapeFact &now = context.facts.resources.shapes.front();
  size_t index = 0;
  while (!now.costs[index].config.device->sectorBytes)
    ++index;
  bool isDeep = now.workgroupSize[2] > 1;
  std::string shape = shapeText(better->workgroupSize, isDeep);
  Diagnostic &finding = addWorkgroupFinding(
      context, sink, &now.costs[index].config,
      llvm::formatv("one request of each access touches {2} sectors in all in "
                    "a workgroup of {0}, and {3} in one of {1}",
                    shapeText(now.workgroupSize, isDeep), shape,
                    sectorsOn(now, index), sectorsOn(*better, index)),
      "give the workgroup the shape " + shape +
          " and change the dispatch accordingly (resize-workgroup)");
  addMeasurement(finding, "sectorsPerRequest", double(sectorsOn(now, index)),
                 "sectors");
  addMeasurement(finding, "otherSectorsPerRequest",
                 double(sectorsOn(*better, index)), "sectors");
}

WGLINT_DEFINE_CHECK(
    ScatteringWorkgroupShape,
    {"scattering-workgroup-shape",
     "the shape of the workgroup makes accesses touch twice the sectors",
     CheckCategory::Workgroup, Severity::Warning,
     /*enabledByDefault=*/true,
     R"(## What it flags

Workgroups of a shape in which the accesses to buffers touch at least twice as many
sectors as in another shape of as many invocations, on every device of the target that
has sectors. The other shape is named: it was analysed just as the one that is there. Of a
workgroup that extends along z, shapes along x, along x and y, and along x and z are tried.

## Why it costs

Lanes fill a workgroup along x first. In one that is 1 wide they follow each other in y,
and if y numbers the rows of an image, each lane touches a sector of its own. Copying
8192 x 8192 floats takes 2868 us on an H200 in workgroups of 1 x 32 and 316 us in 32 x 32.

## When to leave it

When the dispatch cannot be changed.

## Limits

Only shaders that know their invocations by `gl_GlobalInvocationID` alone: with local
ids or shared memory another shape would compute something else. Where it fires,
`strided-global-access` and `uncoalesced-global-access` are silent about the accesses
that the other shape mends. A shape that mends none, but makes them less bad, is not proposed.

## References

The times are those of `copy` in test/Inputs/hardware/h200-timings.csv.
)",
     runScatteringWorkgroupShape, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
