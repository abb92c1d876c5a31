# Writes a ctest file in which each suite of a googletest program is one test: what a suite makes once, its tests share.
# cmake -DPROGRAM=... -DOUTPUT=... -DTIMEOUT=... -P list_suites.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^Running main[^\n]*\n" "" listed "${listed}")
string(REGEX MATCHALL "(^|\n)[^ \n][^\n]*\\." suites "${listed}")
set(tests "")
foreach(suite ${suites})
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" suite "${suite}")
  string(APPEND tests "add_test([==[${suite}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==] --gtest_brief=1)\n"
                      "set_tests_properties([==[${suite}]==] PROPERTIES TIMEOUT ${TIMEOUT})\n")
endforeach()
file(WRITE ${OUTPUT} "${tests}")
