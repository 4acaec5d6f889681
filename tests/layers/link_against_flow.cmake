# A layer that names one to its right must stop the configuration: run as a script, this has to fail.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/layers.cmake)
certus_add_layer(stats SOURCES none.cc DEPENDS record)
