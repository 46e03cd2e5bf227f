# libepoxy, which finds the functions of EGL and OpenGL when they are called.
# Debian ships a pkg-config file and no package config of CMake's.
#
# Defines the imported target wglint::epoxy.
find_path(Epoxy_INCLUDE_DIR epoxy/egl.h)
find_library(Epoxy_LIBRARY NAMES epoxy)
mark_as_advanced(Epoxy_INCLUDE_DIR Epoxy_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Epoxy REQUIRED_VARS Epoxy_LIBRARY Epoxy_INCLUDE_DIR)

if(Epoxy_FOUND AND NOT TARGET wglint::epoxy)
  add_library(wglint::epoxy UNKNOWN IMPORTED)
  set_target_properties(wglint::epoxy PROPERTIES
    IMPORTED_LOCATION ${Epoxy_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Epoxy_INCLUDE_DIR})
  target_link_libraries(wglint::epoxy INTERFACE ${CMAKE_DL_LIBS})
endif()
