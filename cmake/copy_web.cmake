# cmake -DFROM= -DTO= -P: the sources of web/, without what an editor's or a developer's tools left there.
file(COPY ${FROM}/build.mjs ${FROM}/page.html ${FROM}/tsconfig.json ${FROM}/src DESTINATION ${TO})
if(EXISTS ${FROM}/tests)
  file(COPY ${FROM}/tests DESTINATION ${TO})
endif()
