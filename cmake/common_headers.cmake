# Headers of the standard library and nlohmann's, which take most of the time of a unit, are compiled once for all layers.
# Each unit still includes what it uses: the lint build has no precompiled headers.
add_library(certus_common_headers OBJECT ${CMAKE_CURRENT_LIST_DIR}/common_headers.cc)
set_target_properties(certus_common_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(certus_common_headers PRIVATE -fno-semantic-interposition)
target_link_libraries(certus_common_headers PRIVATE certus_warnings)
target_precompile_headers(certus_common_headers PRIVATE <algorithm> <atomic> <cmath> <cstdint> <cstdio> <filesystem>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread> <variant> <vector>
  <nlohmann/json.hpp>)
