// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BoundDispatch.h"
#include "Context.h"
#include <epoxy/gl.h>

using namespace wglint;
using Kind = DispatchFailure::Kind;

llvm::Expected<BoundDispatch>
BoundDispatch::create(const Dispatch &dispatch, ProgramCache &programs,
                      StageAnnouncer announce, const BoundDispatch *first) {
  BoundDispatch bound(dispatch);
  announce("compiling");
  llvm::Expected<unsigned> program = programs.use(dispatch.glsl);
  if (!program)
    return program.takeError();
  bound.Program = *program;
  announce("filling buffers");
  if (llvm::Error error = bound.makeBlocks(first))
    return error;
  if (llvm::Error error = bound.makeImages())
    return error;
  return bound;
}

llvm::Error BoundDispatch::makeBlocks(const BoundDispatch *first) {
  for (const BoundBlock &block : Source->blocks) {
    if (block.sharedWith) {
      assert(first && "only what is timed shares buffers");
      Buffers.push_back(first->Buffers[*block.sharedWith]);
      continue;
    }
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    Buffers.push_back(buffer);
    auto size = static_cast<GLsizeiptr>(block.contents.size());
    // Storage that the processor never maps lies in the device's own memory.
    if (size > 0)
      glNamedBufferStorage(buffer, size, block.contents.data(), 0);
    else
      glNamedBufferData(buffer, 0, nullptr, GL_DYNAMIC_COPY);
    if (llvm::Error error =
            checkGl("making a buffer of " + llvm::Twine(block.contents.size()) +
                    " bytes"))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error BoundDispatch::makeImages() {
  for (const BoundImage &image : Source->images) {
    llvm::Expected<GlTexture> texture = makeImage(image);
    if (!texture)
      return texture.takeError();
    Textures.push_back(*texture);
  }
  return llvm::Error::success();
}

llvm::Error BoundDispatch::use() const {
  glUseProgram(Program);
  // Another dispatch may have set its own in the same program.
  if (llvm::Error error = setUniforms(Program, Source->uniforms))
    return error;
  for (size_t i = 0; i < Buffers.size(); ++i)
    glBindBufferBase(Source->blocks[i].isUniform ? GL_UNIFORM_BUFFER
                                                 : GL_SHADER_STORAGE_BUFFER,
                     Source->blocks[i].glBinding, Buffers[i]);
  for (size_t i = 0; i < Textures.size(); ++i)
    bindImage(Source->images[i], Textures[i]);
  return checkGl("binding");
}

void BoundDispatch::run() const {
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  glDispatchCompute(Source->workgroupCount[0], Source->workgroupCount[1],
                    Source->workgroupCount[2]);
}

void BoundDispatch::destroy() {
  glDeleteBuffers(static_cast<GLsizei>(Buffers.size()), Buffers.data());
  for (const GlTexture &texture : Textures) {
    glDeleteTextures(1, &texture.texture);
    glDeleteBuffers(1, &texture.buffer);
  }
}

llvm::Error BoundDispatch::readBack(uint8_t *out) const {
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  for (size_t i = 0; i < Buffers.size(); ++i) {
    const BoundBlock &block = Source->blocks[i];
    if (!block.readBack)
      continue;
    glGetNamedBufferSubData(
        Buffers[i], 0, static_cast<GLsizeiptr>(block.contents.size()), out);
    if (llvm::Error error = checkGl("reading a buffer back"))
      return error;
    out += block.contents.size();
  }
  for (size_t i = 0; i < Textures.size(); ++i) {
    const BoundImage &image = Source->images[i];
    if (!image.readBack)
      continue;
    if (llvm::Error error = readImage(image, Textures[i], out))
      return error;
    out += image.contents.size();
  }
  return llvm::Error::success();
}

uint64_t wglint::outputBytes(const Dispatch &dispatch) {
  uint64_t bytes = 0;
  for (const BoundBlock &block : dispatch.blocks)
    bytes += block.readBack ? block.contents.size() : 0;
  for (const BoundImage &image : dispatch.images)
    bytes += image.readBack ? image.contents.size() : 0;
  return bytes;
}

uint64_t wglint::boundBytes(const Dispatch &dispatch) {
  uint64_t bytes = 0;
  for (const BoundBlock &block : dispatch.blocks)
    bytes += block.contents.size();
  for (const BoundImage &image : dispatch.images)
    bytes += image.contents.size();
  return bytes;
}

llvm::Error wglint::checkDispatch(const DeviceInfo &device,
                                  const Dispatch &dispatch,
                                  const WorkerLimits &limits) {
  if (std::optional<DispatchFailure> lack = findUnsupported(device, dispatch))
    return llvm::make_error<DispatchError>(std::move(*lack));
  // The caller's copy is inherited by the child and counts there too.
  uint64_t neededBytes = 2 * boundBytes(dispatch) + outputBytes(dispatch);
  if (limits.memoryBytes && neededBytes > limits.memoryBytes)
    return dispatchError(
        Kind::OutOfMemory,
        "buffers, images and their copies take " +
            llvm::Twine(neededBytes >> 20) + " MB, over the memory limit of " +
            llvm::Twine(limits.memoryBytes >> 20) +
            " MB: --memory-limit allows more, or use smaller buffers");
  return llvm::Error::success();
}
