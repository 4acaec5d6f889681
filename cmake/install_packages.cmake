# cmake -DNPM= -DFOLDER= [-DOMIT=--omit=dev] -DSTAMP= -P: npm ci in a folder; the stamp says that it is done.
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error ${OMIT}
  WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message("${said}")
  message(FATAL_ERROR "npm could not install the packages of web/ (a network is needed once); "
    "configure with -DCERTUS_EXPLORER=OFF to build all but `certus report`")
endif()
file(TOUCH ${STAMP})
