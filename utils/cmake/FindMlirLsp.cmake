# The language server support of MLIR: framing, dispatch and the types of the
# protocol. Newer LLVMs have the same code as llvm/Support/LSP.
#
# MLIR's own package config wants mlir-tools, and its targets link libLLVM.so,
# which costs ten milliseconds at every start: hence the two archives alone.
#
# Defines the imported target wglint::mlir_lsp.
find_path(MlirLsp_INCLUDE_DIR mlir/Tools/lsp-server-support/Transport.h
  HINTS ${LLVMSupport_INCLUDE_DIR})
get_filename_component(_llvm_libdir "${LLVMSupport_LIBRARY}" DIRECTORY)
find_library(MlirLsp_LIBRARY NAMES libMLIRLspServerSupportLib.a HINTS ${_llvm_libdir})
find_library(MlirSupport_LIBRARY NAMES libMLIRSupport.a HINTS ${_llvm_libdir})
mark_as_advanced(MlirLsp_INCLUDE_DIR MlirLsp_LIBRARY MlirSupport_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MlirLsp
  REQUIRED_VARS MlirLsp_LIBRARY MlirSupport_LIBRARY MlirLsp_INCLUDE_DIR)

if(MlirLsp_FOUND AND NOT TARGET wglint::mlir_lsp)
  add_library(wglint::mlir_lsp INTERFACE IMPORTED)
  target_include_directories(wglint::mlir_lsp INTERFACE ${MlirLsp_INCLUDE_DIR})
  # A group, because CMake puts LLVM's archive, which all libraries name, before.
  target_link_libraries(wglint::mlir_lsp INTERFACE
    "$<LINK_GROUP:RESCAN,${MlirLsp_LIBRARY},${MlirSupport_LIBRARY},${LLVMSupport_LIBRARY},${LLVMDemangle_LIBRARY}>")
endif()
