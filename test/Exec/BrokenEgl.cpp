// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A libEGL.so.1 that hands everything on to the real one but breaks one
/// function of OpenGL, as WGLINT_TEST_FAULT says: what drivers do only when
/// they are unwell. Faults come with dispatches of three workgroups, so that
/// devices can still be listed.

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using Function = void (*)();
using Dispatch = void (*)(unsigned, unsigned, unsigned);

static void *real(const char *name) {
  static void *library = dlopen(WGLINT_REAL_EGL, RTLD_LAZY | RTLD_LOCAL);
  void *found = library ? dlsym(library, name) : nullptr;
  if (!found)
    abort();
  return found;
}

static Function realGl(const char *name) {
  using GetProcAddress = Function (*)(const char *);
  return reinterpret_cast<GetProcAddress>(real("eglGetProcAddress"))(name);
}

static bool hasFault(const char *fault) {
  const char *wanted = getenv("WGLINT_TEST_FAULT");
  return wanted && strcmp(wanted, fault) == 0;
}

static bool IsLost = false;

static void brokenDispatchCompute(unsigned x, unsigned y, unsigned z) {
  if (x == 3 && hasFault("crash"))
    raise(SIGSEGV);
  if (x == 3 && hasFault("lost-context"))
    IsLost = true;
  // More workgroups than any device has: GL_INVALID_VALUE.
  if (x == 3 && hasFault("gl-error"))
    x = 0xFFFFFFFF;
  reinterpret_cast<Dispatch>(realGl("glDispatchCompute"))(x, y, z);
}

static unsigned brokenGetGraphicsResetStatus() {
  constexpr unsigned kGuiltyContextReset = 0x8253;
  return IsLost ? kGuiltyContextReset : 0;
}

static void brokenNamedBufferStorage(unsigned buffer, long size,
                                     const void *data, unsigned flags) {
  using NamedBufferStorage = void (*)(unsigned, long, const void *, unsigned);
  bool isBroken = hasFault("out-of-memory");
  // Without data nothing is read beyond the caller's.
  reinterpret_cast<NamedBufferStorage>(realGl("glNamedBufferStorage"))(
      buffer, isBroken ? 1L << 46 : size, isBroken ? nullptr : data, flags);
}

extern "C" {

Function eglGetProcAddress(const char *name) {
  if (strcmp(name, "glDispatchCompute") == 0)
    return reinterpret_cast<Function>(brokenDispatchCompute);
  if (strcmp(name, "glGetGraphicsResetStatus") == 0)
    return reinterpret_cast<Function>(brokenGetGraphicsResetStatus);
  if (strcmp(name, "glNamedBufferStorage") == 0)
    return reinterpret_cast<Function>(brokenNamedBufferStorage);
  return realGl(name);
}

// The functions of EGL that wglint-run and libepoxy call, without EGL's
// headers: handles are pointers, enumerations and booleans are unsigned.
#define WGLINT_FORWARD(RESULT, NAME, PARAMETERS, ARGUMENTS)                    \
  RESULT NAME PARAMETERS {                                                     \
    return reinterpret_cast<RESULT(*) PARAMETERS>(real(#NAME)) ARGUMENTS;      \
  }
WGLINT_FORWARD(int, eglGetError, (), ())
WGLINT_FORWARD(const char *, eglQueryString, (void *display, int name),
               (display, name))
WGLINT_FORWARD(unsigned, eglInitialize, (void *display, int *major, int *minor),
               (display, major, minor))
WGLINT_FORWARD(unsigned, eglBindAPI, (unsigned api), (api))
WGLINT_FORWARD(unsigned, eglQueryAPI, (), ())
WGLINT_FORWARD(void *, eglGetCurrentContext, (), ())
WGLINT_FORWARD(void *, eglGetCurrentDisplay, (), ())
WGLINT_FORWARD(unsigned, eglQueryContext,
               (void *display, void *context, int attribute, int *value),
               (display, context, attribute, value))
WGLINT_FORWARD(void *, eglCreateContext,
               (void *display, void *config, void *share,
                const int *attributes),
               (display, config, share, attributes))
WGLINT_FORWARD(unsigned, eglMakeCurrent,
               (void *display, void *draw, void *read, void *context),
               (display, draw, read, context))

} // extern "C"
