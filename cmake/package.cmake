# What `cmake --install` leaves behind, so that another project can write
#   find_package(certus REQUIRED)
#   target_link_libraries(app PRIVATE certus::metrics)
include(CMakePackageConfigHelpers)

include(cmake/public_headers.cmake)
get_property(public_headers GLOBAL PROPERTY CERTUS_PUBLIC_HEADERS)
certus_check_public_headers(${PROJECT_SOURCE_DIR}/src ${public_headers})
list(JOIN public_headers "\n" lines)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${lines}\n")  # for tests

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/certus)
install(EXPORT certus NAMESPACE certus:: FILE certusTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/certusConfig.cmake.in ${PROJECT_BINARY_DIR}/certusConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/certusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/certusConfig.cmake ${PROJECT_BINARY_DIR}/certusConfigVersion.cmake
  DESTINATION ${package_dir})
