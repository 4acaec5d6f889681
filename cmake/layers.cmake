# The layers in flow order. A layer may link, and therefore include, only layers on its left.
set(CERTUS_LAYERS base stats noise record procedure logs data kernels model engine smooth recipe engine_onednn autograd engine_torch
    train module engines certify metrics report study experiment command_line cli)

# certus_add_layer(<name> SOURCES <files> [HEADERS <public headers>] [DEPENDS <layers>] [LIBS <private libraries>]
#                  [NO_COMMON_HEADERS])
#
# Makes the library certus_<name>. Its headers are reachable as "certus/<name>/x.h" only through a link to
# certus::<name>, so an include against the flow does not compile and a link against it stops the configuration.
#
# HEADERS are those for other programs: they are installed, the others are not. Public headers include public headers
# and the standard library only (cmake/public_headers.cmake).
function(certus_add_layer name)
  cmake_parse_arguments(L "NO_COMMON_HEADERS" "" "SOURCES;HEADERS;DEPENDS;LIBS" ${ARGN})
  list(FIND CERTUS_LAYERS ${name} here)
  foreach(dep IN LISTS L_DEPENDS)
    list(FIND CERTUS_LAYERS ${dep} there)
    if(there EQUAL -1 OR there GREATER_EQUAL here)
      message(FATAL_ERROR "layer '${name}' may not depend on '${dep}': see cmake/layers.cmake")
    endif()
  endforeach()

  set(root ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root}/certus)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/certus/${name} SYMBOLIC)

  add_library(certus_${name} STATIC ${L_SOURCES})
  add_library(certus::${name} ALIAS certus_${name})
  target_include_directories(certus_${name} PUBLIC $<BUILD_INTERFACE:${root}> $<INSTALL_INTERFACE:include>)
  list(TRANSFORM L_DEPENDS PREPEND certus_)
  target_link_libraries(certus_${name} PUBLIC ${L_DEPENDS} PRIVATE $<BUILD_INTERFACE:certus_warnings> ${L_LIBS})
  # Layers end up in shared libraries, too: the module with libtorch (src/module).
  set_target_properties(certus_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_options(certus_${name} PRIVATE -fno-semantic-interposition)
  # Several sources are compiled as one, so that the headers are read once for all of them: more than twice as quick. The
  # local names of the sources of a layer must therefore differ. Sources with options of their own (AVX) stay alone.
  set_target_properties(certus_${name} PROPERTIES UNITY_BUILD ${CERTUS_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  if(NOT L_NO_COMMON_HEADERS)
    target_precompile_headers(certus_${name} REUSE_FROM certus_common_headers)
  endif()

  install(TARGETS certus_${name} EXPORT certus)
  install(FILES ${L_HEADERS} DESTINATION include/certus/${name})
  list(TRANSFORM L_HEADERS PREPEND ${name}/)
  set_property(GLOBAL APPEND PROPERTY CERTUS_PUBLIC_HEADERS ${L_HEADERS})
endfunction()

# certus_quick_to_compile(<target>): for layers that only call others; -O1 halves the time their JSON takes to compile.
function(certus_quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
