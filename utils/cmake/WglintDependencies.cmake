# Finds the foreign libraries. Each is linked PRIVATE by exactly one folder of
# lib/ (see docs/Layering.md), LLVM Support excepted.

# LLVM's own config refuses a bare "19", so take any version from 19.1 on.
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(SPIRV-Tools REQUIRED CONFIG)
find_package(SPIRV-Tools-opt REQUIRED CONFIG)
find_package(Threads REQUIRED)
find_package(Glslang REQUIRED)
find_path(SPIRV_HEADERS_INCLUDE_DIR spirv/unified1/spirv.hpp REQUIRED)

message(STATUS "LLVM ${LLVM_PACKAGE_VERSION}, glslang ${Glslang_VERSION}")

# LLVM Support as an interface target. Static archives keep start-up below a
# millisecond; libLLVM.so costs ten.
add_library(WglintLLVMSupport INTERFACE)
target_include_directories(WglintLLVMSupport SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(WglintLLVMSupport INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(WglintLLVMSupport INTERFACE LLVMSupport)
