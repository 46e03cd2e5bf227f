# LLVM's Support library alone, as static archives.
#
# LLVM's own package config imports a hundred targets, wants the development
# files of all that any of them uses (libedit, libffi, libxml2, z3, curl) and puts
# z3 on the link line of Support. llvm-config says where the archives are; what
# Support itself needs stands in its configuration header.
#
# Set LLVM_CONFIG_PROGRAM, or put the folder of llvm-config first in PATH or in
# LLVMSupport_ROOT, to choose another LLVM.
#
# Defines the imported target wglint::llvm_support, LLVMSupport_VERSION and
# LLVM_TOOLS_BINARY_DIR.
find_program(LLVM_CONFIG_PROGRAM
  NAMES llvm-config-19 llvm-config-20 llvm-config-21 llvm-config-22 llvm-config)
mark_as_advanced(LLVM_CONFIG_PROGRAM)

if(LLVM_CONFIG_PROGRAM)
  foreach(what IN ITEMS version includedir libdir bindir)
    execute_process(COMMAND ${LLVM_CONFIG_PROGRAM} --${what}
      OUTPUT_VARIABLE _llvm_${what} OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
  set(LLVMSupport_VERSION ${_llvm_version})
  set(LLVM_TOOLS_BINARY_DIR ${_llvm_bindir})
endif()

find_path(LLVMSupport_INCLUDE_DIR llvm/Support/raw_ostream.h
  HINTS ${_llvm_includedir} NO_DEFAULT_PATH)
find_library(LLVMSupport_LIBRARY NAMES libLLVMSupport.a HINTS ${_llvm_libdir} NO_DEFAULT_PATH)
find_library(LLVMDemangle_LIBRARY NAMES libLLVMDemangle.a HINTS ${_llvm_libdir} NO_DEFAULT_PATH)
mark_as_advanced(LLVMSupport_INCLUDE_DIR LLVMSupport_LIBRARY LLVMDemangle_LIBRARY)

# Compression is one object of the archive that wglint does not pull in, so its
# libraries are linked where they are there and not missed where they are not.
find_library(LLVMSupport_ZLIB NAMES z)
find_library(LLVMSupport_ZSTD NAMES zstd)
mark_as_advanced(LLVMSupport_ZLIB LLVMSupport_ZSTD)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMSupport
  REQUIRED_VARS LLVMSupport_LIBRARY LLVMDemangle_LIBRARY LLVMSupport_INCLUDE_DIR
  VERSION_VAR LLVMSupport_VERSION)

if(LLVMSupport_FOUND AND NOT TARGET wglint::llvm_support)
  add_library(wglint::llvm_support INTERFACE IMPORTED)
  target_include_directories(wglint::llvm_support INTERFACE ${LLVMSupport_INCLUDE_DIR})
  set(_libraries ${LLVMSupport_LIBRARY} ${LLVMDemangle_LIBRARY})
  foreach(library IN ITEMS LLVMSupport_ZLIB LLVMSupport_ZSTD)
    if(${library})
      list(APPEND _libraries ${${library}})
    endif()
  endforeach()
  target_link_libraries(wglint::llvm_support INTERFACE
    ${_libraries} Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
