# What `cmake --install` puts where, and the Debian package (`cpack` in the build
# folder). The programs name themselves in wglint_add_tool().

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wglint)
configure_package_config_file(utils/cmake/wglintConfig.cmake.in
  ${PROJECT_BINARY_DIR}/wglintConfig.cmake INSTALL_DESTINATION ${_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wglintConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT wglintTargets NAMESPACE wglint:: DESTINATION ${_package_dir})
install(FILES
  ${PROJECT_BINARY_DIR}/wglintConfig.cmake
  ${PROJECT_BINARY_DIR}/wglintConfigVersion.cmake
  utils/cmake/WglintAddCheck.cmake
  DESTINATION ${_package_dir})

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The name that Debian asks for.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
  FILES_MATCHING PATTERN "*.md" PATTERN evidence EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wglint)
set(CPACK_PACKAGE_CONTACT "the wglint project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "linter and optimizer for compute shaders")
set(CPACK_PACKAGE_DESCRIPTION
  "wglint reads compute shaders (GLSL, SPIR-V) and says what each memory access\ncosts on a GPU, exactly and at its place in the source.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# libepoxy opens these when wglint-run needs a device; utils/install_packages.sh
# has the same list.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libopengl0, libegl-mesa0, libgl1-mesa-dri")
include(CPack)
