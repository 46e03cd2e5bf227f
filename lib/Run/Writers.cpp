// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Writers.h"
#include "Texels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace wglint;

using Counts = std::array<uint32_t, 3>;

/// Index of \p memory within its array of blocks or images.
static unsigned arrayIndexOf(const std::vector<RunMemory> &memories,
                             size_t memory) {
  unsigned index = 0;
  while (memory > index && memories[memory - index - 1].declaration ==
                               memories[memory].declaration)
    ++index;
  return index;
}

/// What to watch; std::nullopt for numbers that 32 bits do not reach.
static std::optional<WatchedNumber>
watchedNumber(const WrittenNumber &number, const ShaderInterface &interface) {
  WatchedNumber watched;
  uint64_t invocations = 1;
  for (unsigned d = 0; d < 3; ++d) {
    watched.invocationCount[d] =
        number.spec.workgroupCount[d] * interface.workgroupSize[d];
    invocations *= watched.invocationCount[d];
  }
  if (invocations > UINT32_MAX || number.offsetBytes > UINT32_MAX)
    return std::nullopt;
  const std::vector<RunMemory> &memories =
      number.isImage ? number.run.images : number.run.blocks;
  watched.arrayIndex = arrayIndexOf(memories, number.memory);
  const RunMemory &memory = memories[number.memory];
  if (!number.isImage) {
    const BlockInterface &block = interface.blocks[memory.declaration];
    watched.variableIds = {block.variableId};
    for (const BlockInterface::Alias &alias : block.aliases)
      watched.variableIds.push_back(alias.variableId);
    watched.offsetBytes = number.offsetBytes;
    return block.isCounter ? std::nullopt : std::optional(watched);
  }
  watched.variableIds = {interface.images[memory.declaration].variableId};
  const ImageSpec &image = *memory.image;
  const TexelFormat *format = findTexelFormat(image.format);
  if (!format)
    return std::nullopt;
  uint64_t texel = number.offsetBytes / format->sizeBytes();
  watched.texel = {uint32_t(texel % image.size[0]),
                   uint32_t(texel / image.size[0] % image.size[1]),
                   uint32_t(texel / image.size[0] / image.size[1])};
  return watched;
}

/// "(3, 4, 0)".
static std::string globalId(uint32_t linear, const Counts &counts) {
  return "(" + std::to_string(linear % counts[0]) + ", " +
         std::to_string(linear / counts[0] % counts[1]) + ", " +
         std::to_string(linear / counts[0] / counts[1]) + ")";
}

/// The report in words.
static std::string describe(const ShaderToRun &shader,
                            const std::vector<uint32_t> &sites,
                            const Bytes &report, const Counts &counts) {
  uint32_t least = UINT32_MAX, greatest = 0;
  std::vector<std::string> places;
  for (size_t i = 0; i < sites.size(); ++i) {
    const uint8_t *words = &report[12 * i];
    if (llvm::support::endian::read32le(words) == 0)
      continue;
    least = std::min(least, ~llvm::support::endian::read32le(words + 4));
    greatest = std::max(greatest, llvm::support::endian::read32le(words + 8));
    std::string place = placeOf(shader, sites[i]);
    if (!llvm::is_contained(places, place))
      places.push_back(std::move(place));
  }
  if (places.empty())
    return "written by no invocation";
  std::string where = ", at " + places[0];
  if (places.size() > 1)
    where += " and elsewhere";
  if (least == greatest)
    return "written by the invocation with global id " +
           globalId(least, counts) + where;
  return "written by several invocations, among them global ids " +
         globalId(least, counts) + " and " + globalId(greatest, counts) + where;
}

static llvm::Expected<std::string>
findWriters(const WrittenNumber &number, const RunEnvironment &environment) {
  llvm::Expected<RunnableShader> plain =
      makeRunnable(number.shader, number.spec);
  if (!plain)
    return plain.takeError();
  RunnableOptions options;
  options.watched = watchedNumber(number, plain->interface);
  if (!options.watched)
    return "";
  llvm::Expected<RunnableShader> runnable =
      makeRunnable(number.shader, number.spec, options);
  if (!runnable)
    return runnable.takeError();
  llvm::Expected<PreparedRun> run = prepareRun(*runnable, number.spec);
  if (!run)
    return run.takeError();
  for (size_t i = 0; i < number.run.blocks.size(); ++i)
    run->dispatch.blocks[i].contents = number.run.dispatch.blocks[i].contents;
  for (size_t i = 0; i < number.run.images.size(); ++i)
    run->dispatch.images[i].contents = number.run.dispatch.images[i].contents;
  auto results =
      runDispatches(environment.device, {&run->dispatch}, environment.limits);
  if (!results)
    return results.takeError();
  return describe(number.shader, runnable->writerSites,
                  results->front().blocks[*run->writerReport],
                  options.watched->invocationCount);
}

std::string wglint::describeWriters(const WrittenNumber &number,
                                    const RunEnvironment &environment) {
  llvm::Expected<std::string> text = findWriters(number, environment);
  if (text)
    return std::move(*text);
  // What cannot be found out is not said; the difference itself is known.
  llvm::consumeError(text.takeError());
  return "";
}
