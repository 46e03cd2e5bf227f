// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TimerProbe.h"
#include "Program.h"
#include <chrono>
#include <epoxy/gl.h>

using namespace wglint;

/// Each step needs the one before, so that no compiler shortens the loop.
static const char *const kProbeGlsl = R"(#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint result[]; };
void main() {
  uint value = gl_LocalInvocationIndex;
  for (uint i = 0u; i < 65536u; ++i)
    value = value * 1664525u + (value >> 7) + i;
  result[gl_LocalInvocationIndex] = value;
}
)";

bool wglint::timerCounts() {
  GLint bits = 0;
  glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
  if (bits == 0)
    return false;
  ProgramCache programs;
  llvm::Expected<unsigned> program = programs.use(kProbeGlsl);
  if (!program) {
    llvm::consumeError(program.takeError());
    return false;
  }
  GLuint buffer = 0, query = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 64 * sizeof(GLuint), nullptr, GL_DYNAMIC_COPY);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
  glCreateQueries(GL_TIME_ELAPSED, 1, &query);
  // The first dispatch may compile.
  glDispatchCompute(1, 1, 1);
  glFinish();

  auto begin = std::chrono::steady_clock::now();
  glBeginQuery(GL_TIME_ELAPSED, query);
  glDispatchCompute(1, 1, 1);
  glEndQuery(GL_TIME_ELAPSED);
  glFinish();
  std::chrono::nanoseconds wall = std::chrono::steady_clock::now() - begin;
  GLuint64 elapsedNs = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &elapsedNs);
  glDeleteQueries(1, &query);
  glDeleteBuffers(1, &buffer);
  glDeleteProgram(*program);
  // The wall clock also sees the driver's own work, which may take as long as
  // the shader; a timer that does not count is off by far more than that.
  constexpr uint64_t kMaxOverhead = 20;
  return elapsedNs * kMaxOverhead > static_cast<uint64_t>(wall.count());
}
