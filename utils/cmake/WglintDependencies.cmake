# Finds the foreign libraries. Each is linked PRIVATE by exactly one folder of
# lib/ (see docs/Layering.md), LLVM Support excepted.

find_package(Threads REQUIRED)
find_package(LLVMSupport 19 REQUIRED)
find_package(SPIRV-Tools REQUIRED CONFIG)
find_package(SPIRV-Tools-opt REQUIRED CONFIG)
find_package(Glslang REQUIRED)
# The C interface: Debian exports no other.
find_package(spirv_cross_c_shared REQUIRED CONFIG)
find_package(Epoxy REQUIRED)
find_package(MlirLsp REQUIRED)
find_path(SPIRV_HEADERS_INCLUDE_DIR spirv/unified1/spirv.hpp REQUIRED)

message(STATUS "LLVM ${LLVMSupport_VERSION}, glslang ${Glslang_VERSION}")

# Static archives keep start-up near a millisecond; libLLVM.so costs ten.
add_library(WglintLLVMSupport INTERFACE)
target_link_libraries(WglintLLVMSupport INTERFACE wglint::llvm_support)
