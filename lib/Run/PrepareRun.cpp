// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Contents.h"
#include "Texels.h"
#include "Values.h"
#include "wglint/Run/RunShader.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace wglint;

template <typename Interface>
static std::vector<std::string>
uniqueNames(const std::vector<Interface> &declarations) {
  std::map<std::string, unsigned> uses;
  for (const Interface &declaration : declarations)
    ++uses[declaration.name];
  std::vector<std::string> names;
  for (const Interface &declaration : declarations) {
    std::string name = declaration.name;
    if (name.empty() || uses[name] > 1) {
      name += "@";
      if (declaration.set != 0)
        name += std::to_string(declaration.set) + ":";
      name += std::to_string(declaration.binding);
    }
    // Two declarations without a name may share a binding as well.
    while (llvm::is_contained(names, name))
      name += "'";
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> wglint::blockNames(const ShaderInterface &interface) {
  return uniqueNames(interface.blocks);
}

std::vector<std::string> wglint::imageNames(const ShaderInterface &interface) {
  return uniqueNames(interface.images);
}

/// For each name its entry in \p specs. Errors: an entry without a declaration,
/// a declaration without an entry.
template <typename Spec>
static llvm::Expected<std::vector<const Spec *>>
matchNames(llvm::StringRef what, const std::vector<std::string> &names,
           const std::vector<Spec> &specs) {
  for (const Spec &spec : specs) {
    if (llvm::is_contained(names, spec.name))
      continue;
    llvm::StringRef meant = nearestSpelling(
        spec.name,
        llvm::SmallVector<llvm::StringRef>(names.begin(), names.end()));
    return makeError(
        "the shader uses no " + what + " '" + spec.name + "'" +
        (meant.empty() ? llvm::Twine("") : "; did you mean '" + meant + "'?"));
  }
  std::vector<const Spec *> matched;
  for (const std::string &name : names) {
    auto it = llvm::find_if(
        specs, [&](const Spec &spec) { return spec.name == name; });
    if (it == specs.end())
      return makeError("the run says nothing of " + what + " '" + name +
                       "', which the shader uses");
    matched.push_back(&*it);
  }
  return matched;
}

/// "bufs" or, of several, "bufs[1]".
static std::string elementName(const std::string &name, unsigned count,
                               unsigned index) {
  return count == 1 ? name : name + "[" + std::to_string(index) + "]";
}

/// Contents of element \p index of a declaration: random ones all differ.
static ContentSpec contentsOf(const ContentSpec &contents, unsigned index) {
  ContentSpec own = contents;
  own.seed += uint64_t(index) << 32;
  return own;
}

static llvm::Error bindBlocks(const RunnableShader &shader, const RunSpec &spec,
                              PreparedRun &run) {
  auto matched = matchNames<BufferSpec>("buffer", blockNames(shader.interface),
                                        spec.buffers);
  if (!matched)
    return matched.takeError();
  for (size_t d = 0; d < matched->size(); ++d) {
    const BlockInterface &block = shader.interface.blocks[d];
    const BufferSpec &buffer = *(*matched)[d];
    if (!block.isUniform)
      run.dispatch.aliasBlockCount +=
          uint64_t(block.arrayCount) * block.aliases.size();
    if (buffer.lengthBytes < block.fixedBytes)
      return makeError("buffer '" + buffer.name + "' has " +
                       llvm::Twine(buffer.lengthBytes) +
                       " bytes in the run; its members need " +
                       llvm::Twine(block.fixedBytes));
    for (unsigned i = 0; i < block.arrayCount; ++i) {
      TypedMemory memory{&block.type, nullptr, buffer.lengthBytes};
      llvm::Expected<Bytes> bytes =
          makeContents(memory, contentsOf(buffer.contents, i), spec.seed);
      if (!bytes)
        return makeError("buffer '" + buffer.name +
                         "': " + toString(bytes.takeError()));
      run.dispatch.blocks.push_back({block.glBinding + i, block.isUniform,
                                     std::move(*bytes), buffer.isOutput});
      run.blocks.push_back({elementName(buffer.name, block.arrayCount, i), d,
                            block.type, std::nullopt, buffer.isOutput,
                            buffer.expectedFile});
    }
  }
  return llvm::Error::success();
}

static llvm::Error bindImages(const RunnableShader &shader, const RunSpec &spec,
                              PreparedRun &run) {
  auto matched =
      matchNames<ImageSpec>("image", imageNames(shader.interface), spec.images);
  if (!matched)
    return matched.takeError();
  for (size_t d = 0; d < matched->size(); ++d) {
    const ImageInterface &declared = shader.interface.images[d];
    const ImageSpec &image = *(*matched)[d];
    if (!findTexelFormat(image.format))
      return makeError("image '" + image.name + "': there is no format '" +
                       image.format + "'");
    for (unsigned i = 0; i < declared.arrayCount; ++i) {
      TypedMemory memory{nullptr, &image, imageBytes(image)};
      llvm::Expected<Bytes> bytes =
          makeContents(memory, contentsOf(image.contents, i), spec.seed);
      if (!bytes)
        return makeError("image '" + image.name +
                         "': " + toString(bytes.takeError()));
      BoundImage bound;
      bound.interface = declared;
      bound.arrayIndex = i;
      bound.format = image.format;
      bound.size = image.size;
      bound.contents = std::move(*bytes);
      bound.readBack = image.isOutput;
      run.dispatch.images.push_back(std::move(bound));
      run.images.push_back({elementName(image.name, declared.arrayCount, i),
                            d,
                            {},
                            image,
                            image.isOutput,
                            image.expectedFile});
    }
  }
  return llvm::Error::success();
}

/// Adds a block of zeros that wglint itself reads back; returns its index.
static size_t bindOwnBlock(uint32_t glBinding, uint64_t lengthBytes,
                           PreparedRun &run) {
  run.dispatch.blocks.push_back(
      {glBinding, /*isUniform=*/false, Bytes(lengthBytes), /*readBack=*/true});
  return run.dispatch.blocks.size() - 1;
}

/// Of all elements of a shared array, whose length is known.
static uint64_t sharedBytes(const MemoryType &type) {
  uint64_t bytes = type.sizeBytes;
  for (uint64_t count : type.arrayCounts)
    bytes *= count;
  return bytes;
}

llvm::Expected<PreparedRun> wglint::prepareRun(const RunnableShader &shader,
                                               const RunSpec &spec) {
  PreparedRun run;
  run.dispatch.glsl = shader.glsl;
  run.dispatch.workgroupCount = spec.workgroupCount;
  run.dispatch.requiredExtensions = shader.requiredExtensions;
  run.dispatch.workgroupSize = shader.interface.workgroupSize;
  for (const SharedInterface &shared : shader.interface.sharedVariables)
    run.dispatch.sharedBytes += sharedBytes(shared.type);
  if (llvm::Error error = bindBlocks(shader, spec, run))
    return error;
  if (llvm::Error error = bindImages(shader, spec, run))
    return error;
  if (llvm::Error error = applyValues(shader, spec, run))
    return error;
  // Behind all others, so that run.blocks stays parallel to what is named.
  if (shader.boundsReportBinding)
    run.boundsReport =
        bindOwnBlock(*shader.boundsReportBinding,
                     8 * std::max<size_t>(1, shader.boundsSites.size()), run);
  if (shader.writerReportBinding)
    run.writerReport =
        bindOwnBlock(*shader.writerReportBinding,
                     12 * std::max<size_t>(1, shader.writerSites.size()), run);
  if (shader.sharedDumpBinding) {
    uint64_t workgroups = uint64_t(spec.workgroupCount[0]) *
                          spec.workgroupCount[1] * spec.workgroupCount[2];
    run.sharedDump = bindOwnBlock(*shader.sharedDumpBinding,
                                  workgroups * shader.sharedDumpBytes, run);
  }
  return run;
}
