# glslang's own package config needs the glslang-tools package; the archives and
# headers alone are enough here.
#
# Defines the imported target wglint::glslang and Glslang_VERSION.
find_path(Glslang_INCLUDE_DIR glslang/Public/ShaderLang.h)
set(_glslang_archives)
foreach(name IN ITEMS glslang MachineIndependent GenericCodeGen OSDependent OGLCompiler SPIRV
                      glslang-default-resource-limits)
  find_library(Glslang_${name}_LIBRARY NAMES ${name})
  mark_as_advanced(Glslang_${name}_LIBRARY)
  if(Glslang_${name}_LIBRARY)
    list(APPEND _glslang_archives ${Glslang_${name}_LIBRARY})
  endif()
endforeach()
if(Glslang_INCLUDE_DIR AND EXISTS ${Glslang_INCLUDE_DIR}/glslang/build_info.h)
  file(STRINGS ${Glslang_INCLUDE_DIR}/glslang/build_info.h _lines
       REGEX "#define GLSLANG_VERSION_(MAJOR|MINOR|PATCH)")
  string(REGEX REPLACE "[^0-9;]" "" _numbers "${_lines}")
  string(REPLACE ";" "." Glslang_VERSION "${_numbers}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Glslang
  REQUIRED_VARS Glslang_glslang_LIBRARY Glslang_SPIRV_LIBRARY Glslang_INCLUDE_DIR
  VERSION_VAR Glslang_VERSION)

if(Glslang_FOUND AND NOT TARGET wglint::glslang)
  add_library(wglint::glslang INTERFACE IMPORTED)
  target_include_directories(wglint::glslang INTERFACE ${Glslang_INCLUDE_DIR})
  # The archives refer to each other, so they are searched as one group.
  target_link_libraries(wglint::glslang INTERFACE
    -Wl,--start-group ${_glslang_archives} -Wl,--end-group Threads::Threads)
endif()
