# Writes the explorer page as one source: cmake -DPAGE=<file> -DOUT=<file> -P.
file(READ ${PAGE} content)
string(FIND "${content}" ")explorer\"" end)
if(NOT end EQUAL -1)
  message(FATAL_ERROR "${PAGE}: contains the mark that ends its literal; choose another one in embed_explorer.cmake")
endif()
file(WRITE ${OUT} "#include \"certus/report/explorer_frame.h\"\n\n"
  "// Compilers at work here take literals of any length.\n"
  "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
  "std::string_view certus::explorer_frame() {\n  return R\"explorer(" "${content}" ")explorer\";\n}\n")
