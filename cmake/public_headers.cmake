# certus_check_public_headers(<source folder> <headers>)
#
# Public headers are what other programs may include. Fails when one of them includes a header that is not public, or one
# of another library: who uses certus needs neither.
function(certus_check_public_headers source)
  foreach(header IN LISTS ARGN)
    file(STRINGS ${source}/${header} includes REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS includes)
      if(line MATCHES "\"certus/([^\"]*)\"")
        if(NOT CMAKE_MATCH_1 IN_LIST ARGN)
          message(FATAL_ERROR "public header ${header} includes ${CMAKE_MATCH_1}, which is not public: declare what it "
            "needs, or add that to the HEADERS of its layer")
        endif()
      elseif(NOT line MATCHES "<[a-z_]+>")  # headers of C++ have neither a folder nor an ending
        message(FATAL_ERROR "public header ${header}: '${line}' is neither of certus nor of the standard library")
      endif()
    endforeach()
  endforeach()
endfunction()

# cmake -DSOURCE=<folder> -DLIST=<file> -P: the same as a test, for headers that changed since the configuration.
if(CMAKE_SCRIPT_MODE_FILE AND DEFINED LIST)
  file(STRINGS ${LIST} headers)
  certus_check_public_headers(${SOURCE} ${headers})
endif()
