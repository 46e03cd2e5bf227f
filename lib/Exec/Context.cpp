// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Context.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

using namespace wglint;
using llvm::StringRef;
using Kind = DispatchFailure::Kind;

/// Can one of \p names be loaded? It stays loaded.
static bool canLoad(std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL))
      return true;
  return false;
}

llvm::Error wglint::checkGlLibraries() {
  if (!canLoad({"libEGL.so.1"}))
    return dispatchError(
        Kind::NoDevice,
        "libEGL.so.1 cannot be loaded; install libegl1 (Debian) and a driver, "
        "such as libgl1-mesa-dri and libegl-mesa0 for Mesa");
  // What libepoxy looks for when it wants the functions of OpenGL 1.
  if (!canLoad({"libOpenGL.so.0", "libGL.so.1"}))
    return dispatchError(Kind::NoDevice,
                         "libOpenGL.so.0 cannot be loaded; install libopengl0 "
                         "(Debian)");
  return llvm::Error::success();
}

static bool hasClientExtension(StringRef name) {
  const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  llvm::SmallVector<StringRef, 32> names;
  StringRef(extensions ? extensions : "").split(names, ' ');
  return llvm::is_contained(names, name);
}

/// EGL's devices but Mesa's software one, which the surfaceless platform gives.
static llvm::SmallVector<EGLDeviceEXT, 8> hardwareDevices() {
  llvm::SmallVector<EGLDeviceEXT, 8> devices;
  if (!hasClientExtension("EGL_EXT_platform_device") ||
      !(hasClientExtension("EGL_EXT_device_enumeration") ||
        hasClientExtension("EGL_EXT_device_base")))
    return devices;
  EGLint count = 0;
  if (!eglQueryDevicesEXT(0, nullptr, &count) || count <= 0)
    return devices;
  devices.resize(static_cast<size_t>(count));
  if (!eglQueryDevicesEXT(count, devices.data(), &count))
    count = 0;
  devices.resize(static_cast<size_t>(count));
  llvm::erase_if(devices, [](EGLDeviceEXT device) {
    const char *extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
    return StringRef(extensions ? extensions : "")
        .contains("EGL_MESA_device_software");
  });
  return devices;
}

unsigned wglint::countHardwareDevices() {
  return static_cast<unsigned>(hardwareDevices().size());
}

static const char *eglErrorName() {
  switch (eglGetError()) {
  case EGL_SUCCESS:
    return "no error";
  case EGL_NOT_INITIALIZED:
    return "EGL_NOT_INITIALIZED";
  case EGL_BAD_ACCESS:
    return "EGL_BAD_ACCESS";
  case EGL_BAD_ALLOC:
    return "EGL_BAD_ALLOC";
  case EGL_BAD_ATTRIBUTE:
    return "EGL_BAD_ATTRIBUTE";
  case EGL_BAD_CONFIG:
    return "EGL_BAD_CONFIG";
  case EGL_BAD_CONTEXT:
    return "EGL_BAD_CONTEXT";
  case EGL_BAD_MATCH:
    return "EGL_BAD_MATCH";
  case EGL_BAD_PARAMETER:
    return "EGL_BAD_PARAMETER";
  default:
    return "an error";
  }
}

static llvm::Error eglError(const llvm::Twine &what) {
  return dispatchError(Kind::NoDevice, what + ": " + eglErrorName());
}

static EGLDisplay displayOf(unsigned index) {
  llvm::SmallVector<EGLDeviceEXT, 8> devices = hardwareDevices();
  if (index < devices.size())
    return eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[index],
                                    nullptr);
  if (index > devices.size() ||
      !hasClientExtension("EGL_MESA_platform_surfaceless"))
    return EGL_NO_DISPLAY;
  // The surfaceless platform prefers hardware where Mesa drives some.
  setenv("LIBGL_ALWAYS_SOFTWARE", "true", /*overwrite=*/1);
  return eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA,
                                  EGL_DEFAULT_DISPLAY, nullptr);
}

static EGLContext createContext(EGLDisplay display, bool isRobust,
                                bool wantsResets) {
  llvm::SmallVector<EGLint, 16> attributes = {
      EGL_CONTEXT_MAJOR_VERSION,       4,
      EGL_CONTEXT_MINOR_VERSION,       5,
      EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
  };
  if (isRobust)
    attributes.append({EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE});
  if (wantsResets)
    attributes.append({EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                       EGL_LOSE_CONTEXT_ON_RESET});
  attributes.push_back(EGL_NONE);
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT,
                          attributes.data());
}

llvm::Error wglint::openContext(unsigned index, const ContextOptions &options) {
  EGLDisplay display = displayOf(index);
  if (display == EGL_NO_DISPLAY)
    return eglError("EGL gives no display for this device");
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor))
    return eglError("EGL cannot be initialized");
  if (!eglBindAPI(EGL_OPENGL_API))
    return eglError("this EGL has no desktop OpenGL");

  // Robustness is asked for, and done without where a driver has none.
  EGLContext context = createContext(display, options.isRobust, true);
  if (context == EGL_NO_CONTEXT)
    context = createContext(display, options.isRobust, false);
  if (context == EGL_NO_CONTEXT)
    context = createContext(display, false, false);
  if (context == EGL_NO_CONTEXT)
    return eglError("no context of OpenGL 4.5");
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    return eglError("the context cannot be made current without a surface");
  return llvm::Error::success();
}

static const char *glErrorName(GLenum error) {
  switch (error) {
  case GL_INVALID_ENUM:
    return "GL_INVALID_ENUM";
  case GL_INVALID_VALUE:
    return "GL_INVALID_VALUE";
  case GL_INVALID_OPERATION:
    return "GL_INVALID_OPERATION";
  case GL_INVALID_FRAMEBUFFER_OPERATION:
    return "GL_INVALID_FRAMEBUFFER_OPERATION";
  default:
    return "an unknown GL error";
  }
}

llvm::Error wglint::checkGl(const llvm::Twine &step) {
  GLenum error = glGetError();
  // Reading the status resets it, so it is read where something went wrong or
  // work was waited for: both end here.
  GLenum reset = glGetGraphicsResetStatus();
  if (reset != GL_NO_ERROR || error == GL_CONTEXT_LOST) {
    const char *guilt =
        reset == GL_GUILTY_CONTEXT_RESET     ? "this shader caused it"
        : reset == GL_INNOCENT_CONTEXT_RESET ? "other work caused it"
                                             : "the cause is not known";
    return dispatchError(Kind::ContextLost, "the driver lost the context (" +
                                                step + "); " + guilt);
  }
  if (error == GL_NO_ERROR)
    return llvm::Error::success();
  if (error == GL_OUT_OF_MEMORY)
    return dispatchError(Kind::OutOfMemory, "the driver ran out of memory (" +
                                                step +
                                                "); use smaller buffers");
  return dispatchError(Kind::GlError,
                       llvm::Twine(glErrorName(error)) + " (" + step + ")");
}
