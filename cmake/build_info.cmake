# Writes build_info.cc with the commit of the work tree, only when that changed: cmake -DSOURCE= -DIN= -DOUT= ... -P
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(${IN} ${OUT} @ONLY)
