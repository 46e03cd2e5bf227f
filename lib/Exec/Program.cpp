// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Program.h"
#include "Context.h"
#include <epoxy/gl.h>

using namespace wglint;
using Kind = DispatchFailure::Kind;

/// What the driver says about a shader or a program.
static std::string logOf(unsigned object, bool isProgram) {
  GLint size = 0;
  if (isProgram)
    glGetProgramiv(object, GL_INFO_LOG_LENGTH, &size);
  else
    glGetShaderiv(object, GL_INFO_LOG_LENGTH, &size);
  std::string log(static_cast<size_t>(std::max(size, 1)), '\0');
  GLsizei written = 0;
  if (isProgram)
    glGetProgramInfoLog(object, size, &written, log.data());
  else
    glGetShaderInfoLog(object, size, &written, log.data());
  log.resize(static_cast<size_t>(written));
  llvm::StringRef text = llvm::StringRef(log).trim();
  return text.empty() ? "the driver gives no reason" : text.str();
}

/// Compiles and links \p glsl.
static llvm::Expected<unsigned> makeProgram(const std::string &glsl) {
  GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
  const char *text = glsl.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint isDone = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &isDone);
  if (!isDone)
    return dispatchError(Kind::Compile,
                         "the driver does not compile the shader: " +
                             logOf(shader, /*isProgram=*/false));
  GLuint program = glCreateProgram();
  glAttachShader(program, shader);
  glLinkProgram(program);
  glDeleteShader(shader);
  glGetProgramiv(program, GL_LINK_STATUS, &isDone);
  if (!isDone)
    return dispatchError(Kind::Compile,
                         "the driver does not link the shader: " +
                             logOf(program, /*isProgram=*/true));
  return program;
}

llvm::Expected<unsigned> ProgramCache::use(const std::string &glsl) {
  auto [it, isNew] = Programs.try_emplace(glsl, 0);
  if (isNew)
    if (llvm::Error error = makeProgram(glsl).moveInto(it->second)) {
      Programs.erase(it);
      return error;
    }
  glUseProgram(it->second);
  if (llvm::Error error = checkGl("using the program"))
    return error;
  return it->second;
}

namespace {

/// GL's setters of one kind of component, by the number of components.
template <typename T>
using Setter = void (*)(GLuint, GLint, GLsizei, const T *);
template <typename T>
using MatrixSetter = void (*)(GLuint, GLint, GLsizei, GLboolean, const T *);

} // namespace

template <typename T>
static void setVectors(const std::array<Setter<T>, 4> &setters, GLuint program,
                       GLint location, const BoundUniform &uniform,
                       GLsizei count) {
  setters[uniform.interface.type.rowCount - 1](
      program, location, count,
      reinterpret_cast<const T *>(uniform.value.data()));
}

/// Setters by columns, then rows, both from 2.
template <typename T>
static void
setMatrices(const std::array<std::array<MatrixSetter<T>, 3>, 3> &setters,
            GLuint program, GLint location, const BoundUniform &uniform,
            GLsizei count) {
  const MemoryType &type = uniform.interface.type;
  setters[type.columnCount - 2][type.rowCount - 2](
      program, location, count, GL_FALSE,
      reinterpret_cast<const T *>(uniform.value.data()));
}

static void setFloats(GLuint program, GLint location,
                      const BoundUniform &uniform, GLsizei count) {
  if (uniform.interface.type.columnCount == 1)
    return setVectors<GLfloat>({glProgramUniform1fv, glProgramUniform2fv,
                                glProgramUniform3fv, glProgramUniform4fv},
                               program, location, uniform, count);
  setMatrices<GLfloat>(
      {{{glProgramUniformMatrix2fv, glProgramUniformMatrix2x3fv,
         glProgramUniformMatrix2x4fv},
        {glProgramUniformMatrix3x2fv, glProgramUniformMatrix3fv,
         glProgramUniformMatrix3x4fv},
        {glProgramUniformMatrix4x2fv, glProgramUniformMatrix4x3fv,
         glProgramUniformMatrix4fv}}},
      program, location, uniform, count);
}

static void setDoubles(GLuint program, GLint location,
                       const BoundUniform &uniform, GLsizei count) {
  if (uniform.interface.type.columnCount == 1)
    return setVectors<GLdouble>({glProgramUniform1dv, glProgramUniform2dv,
                                 glProgramUniform3dv, glProgramUniform4dv},
                                program, location, uniform, count);
  setMatrices<GLdouble>(
      {{{glProgramUniformMatrix2dv, glProgramUniformMatrix2x3dv,
         glProgramUniformMatrix2x4dv},
        {glProgramUniformMatrix3x2dv, glProgramUniformMatrix3dv,
         glProgramUniformMatrix3x4dv},
        {glProgramUniformMatrix4x2dv, glProgramUniformMatrix4x3dv,
         glProgramUniformMatrix4dv}}},
      program, location, uniform, count);
}

static void setIntegers(GLuint program, GLint location,
                        const BoundUniform &uniform, GLsizei count) {
  // A boolean may be set by any of them.
  if (uniform.interface.type.component == ComponentKind::Int)
    return setVectors<GLint>({glProgramUniform1iv, glProgramUniform2iv,
                              glProgramUniform3iv, glProgramUniform4iv},
                             program, location, uniform, count);
  setVectors<GLuint>({glProgramUniform1uiv, glProgramUniform2uiv,
                      glProgramUniform3uiv, glProgramUniform4uiv},
                     program, location, uniform, count);
}

static void setWideIntegers(GLuint program, GLint location,
                            const BoundUniform &uniform, GLsizei count) {
  if (uniform.interface.type.component == ComponentKind::Int)
    return setVectors<GLint64>(
        {glProgramUniform1i64vARB, glProgramUniform2i64vARB,
         glProgramUniform3i64vARB, glProgramUniform4i64vARB},
        program, location, uniform, count);
  setVectors<GLuint64>({glProgramUniform1ui64vARB, glProgramUniform2ui64vARB,
                        glProgramUniform3ui64vARB, glProgramUniform4ui64vARB},
                       program, location, uniform, count);
}

static llvm::Error setUniform(GLuint program, const BoundUniform &uniform) {
  const MemoryType &type = uniform.interface.type;
  GLint location =
      glGetUniformLocation(program, uniform.interface.glName.c_str());
  if (location < 0)
    return llvm::Error::success();
  assert(type.members.empty() && type.arrayCounts.size() <= 1);
  auto count = static_cast<GLsizei>(
      type.arrayCounts.empty() ? 1 : type.arrayCounts.front());
  assert(uniform.value.size() == uint64_t(count) * type.rowCount *
                                     type.columnCount *
                                     (type.componentBits == 64 ? 8 : 4));
  bool isFloat = type.component == ComponentKind::Float;
  if (type.componentBits == 64)
    (isFloat ? setDoubles : setWideIntegers)(program, location, uniform, count);
  else if (type.componentBits == 32)
    (isFloat ? setFloats : setIntegers)(program, location, uniform, count);
  else
    return dispatchError(Kind::Unsupported,
                         "uniform '" + uniform.interface.name + "' has " +
                             llvm::Twine(type.componentBits) +
                             "-bit components, which OpenGL cannot set");
  return checkGl("setting uniform '" + uniform.interface.name + "'");
}

llvm::Error wglint::setUniforms(unsigned program,
                                llvm::ArrayRef<BoundUniform> uniforms) {
  for (const BoundUniform &uniform : uniforms)
    if (llvm::Error error = setUniform(program, uniform))
      return error;
  return llvm::Error::success();
}
