# What `cmake --install` leaves behind, so that another project can write
#   find_package(certus REQUIRED)
#   target_link_libraries(app PRIVATE certus::metrics)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/certus)
install(EXPORT certus NAMESPACE certus:: FILE certusTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/certusConfig.cmake.in ${PROJECT_BINARY_DIR}/certusConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/certusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/certusConfig.cmake ${PROJECT_BINARY_DIR}/certusConfigVersion.cmake
  DESTINATION ${package_dir})
