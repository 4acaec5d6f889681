# certus_embed_files(<variable> FOLDER <folder> ENDING <ending> HEADER <header> FUNCTION <function>)
#
# Text files become part of the program, so that it finds them wherever it runs. Sets the variable to a source that
# defines the function that the header declares:
#
#   namespace certus { std::span<const EmbeddedFile> embedded_presets(); }
#
# Their names are their paths below the folder of the project, without the ending, in order.
function(certus_embed_files variable)
  cmake_parse_arguments(E "" "FOLDER;ENDING;HEADER;FUNCTION" "" ${ARGN})
  set(folder ${PROJECT_SOURCE_DIR}/${E_FOLDER})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.${E_ENDING})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${E_FUNCTION}.cc)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DENDING=${E_ENDING} -DHEADER=${E_HEADER} -DFUNCTION=${E_FUNCTION}
      -DOUT=${source} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${files} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Embedding ${E_FOLDER}")
  set(${variable} ${source} PARENT_SCOPE)
endfunction()

# As a script, with -DFOLDER, -DENDING, -DHEADER, -DFUNCTION and -DOUT: writes that source.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*.${ENDING})
  list(SORT files)
  set(source "#include \"${HEADER}\"\n\nnamespace certus {\nnamespace {\n\nconstexpr EmbeddedFile kFiles[] = {\n")
  foreach(file IN LISTS files)
    file(READ ${FOLDER}/${file} content)
    string(REGEX REPLACE "\\.${ENDING}$" "" name ${file})
    string(APPEND source "{\"${name}\", R\"embedded(${content})embedded\"},\n")
  endforeach()
  string(APPEND source "};\n\n}  // namespace\n\nstd::span<const EmbeddedFile> ${FUNCTION}() {\n  return kFiles;\n}\n\n"
    "}  // namespace certus\n")
  file(WRITE ${OUT} "${source}")
endif()
