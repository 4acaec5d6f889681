# The page that `certus report` writes: made from web/ at build time with node and npm (src/report/CMakeLists.txt).
#
# CERTUS_WEB is the folder of the build tree where web/ and its packages stand; empty where the page is left out.
set(CERTUS_EXPLORER AUTO CACHE STRING "the page of `certus report`: ON, OFF, or AUTO: where node and npm are found")
set_property(CACHE CERTUS_EXPLORER PROPERTY STRINGS AUTO ON OFF)
set(CERTUS_WEB "")
if(NOT CERTUS_EXPLORER)
  return()
endif()

set(least_node 18)  # of esbuild and playwright
find_program(CERTUS_NODE node)
find_program(CERTUS_NPM npm)
set(missing "")
if(NOT CERTUS_NODE OR NOT CERTUS_NPM)
  set(missing "node and npm were not found (Debian: nodejs, npm)")
else()
  execute_process(COMMAND ${CERTUS_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT node_version MATCHES "^v([0-9]+)\\." OR CMAKE_MATCH_1 LESS least_node)
    set(missing "node is '${node_version}', expected version ${least_node} or later")
  endif()
endif()
if(missing)
  if(CERTUS_EXPLORER STREQUAL "AUTO")
    message(STATUS "${missing}: `certus report` is left out")
    return()
  endif()
  message(FATAL_ERROR "${missing}; -DCERTUS_EXPLORER=OFF builds all but `certus report`")
endif()

set(CERTUS_WEB ${PROJECT_BINARY_DIR}/web)
