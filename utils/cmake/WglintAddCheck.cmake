# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# wglint_add_check(TARGET SOURCES file... [INCLUDE_DIRECTORIES folder...]
#                  [OPTIONS option...])
#
# Lints shaders as a part of the build: adds TARGET, which is built by default and
# fails where wglint finds something at or above its --fail-on. Each shader is linted
# again when it, what it includes, or wglint has changed, and not otherwise.
#
# SOURCES are relative to the current source folder, or generated below the current
# binary folder. OPTIONS are handed to wglint as they are, with names relative to the
# current binary folder; say ${CMAKE_CURRENT_SOURCE_DIR}/preamble.glsl.
#
# It comes with find_package(wglint). Without that, it runs WGLINT_PROGRAM, which is
# looked for in PATH.

function(wglint_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;INCLUDE_DIRECTORIES;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "wglint_add_check(${target}): does not know ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "wglint_add_check(${target}): names no SOURCES")
  endif()
  if(TARGET wglint::wglint)
    set(program $<TARGET_FILE:wglint::wglint>)
  else()
    find_program(WGLINT_PROGRAM wglint REQUIRED)
    set(program ${WGLINT_PROGRAM})
  endif()
  set(options ${ARG_OPTIONS})
  foreach(folder IN LISTS ARG_INCLUDE_DIRECTORIES)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND options "-I${folder}")
  endforeach()

  set(stamps)
  foreach(source IN LISTS ARG_SOURCES)
    _wglint_add_one_check("${target}" "${source}" stamp)
    list(APPEND stamps "${stamp}")
  endforeach()
  add_custom_target("${target}" ALL DEPENDS ${stamps} SOURCES ${ARG_SOURCES})
endfunction()

# Lints one shader; uses the variables of wglint_add_check().
function(_wglint_add_one_check target source stamp_variable)
  get_filename_component(path "${source}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  # Two shaders of one name in different folders have different stamps.
  get_filename_component(name "${path}" NAME)
  string(MD5 hash "${path}")
  string(SUBSTRING "${hash}" 0 8 hash)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.wglint/${name}.${hash}")
  # wglint writes the dep-file, and the folder has to be there.
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}.wglint")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND ${program} ${options} "--depfile=${stamp}.d" "${path}"
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS "${path}" "${program}"
    DEPFILE "${stamp}.d"
    COMMENT "Linting ${source}"
    VERBATIM)
  set(${stamp_variable} "${stamp}" PARENT_SCOPE)
endfunction()
