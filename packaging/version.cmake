# The version, from git: KEYSTONE_RELEASE (X.Y.Z) and KEYSTONE_VERSION, which is X.Y.Z at the tag vX.Y.Z and else
# X.Y.Z+COMMITS.gHASH, with ".dirty" where the programs, their files or their build differ from the commit.
#
# include() sets both. As a script, cmake -DTEMPLATE=FILE.in -DOUTPUT=FILE -P version.cmake writes FILE and beside it
# version.txt, with the date of the commit in two more lines. Files that say the same already are left alone, so that a
# commit compiles one small file anew.
cmake_policy(VERSION 3.25)

# Without git and without a tag. The archive that a source distribution of the Python package is has its own file.
set(KEYSTONE_RELEASE 0.1.0)
set(KEYSTONE_VERSION ${KEYSTONE_RELEASE})
set(KEYSTONE_DATE "Thu, 01 Jan 1970 00:00:00 +0000\n0")  # and in seconds
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH keystone_source)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/archived_version.txt)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archived_version.txt lines)
  list(GET lines 0 KEYSTONE_VERSION)
  list(SUBLIST lines 1 2 KEYSTONE_DATE)
  list(JOIN KEYSTONE_DATE "\n" KEYSTONE_DATE)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+\\.[0-9]+" KEYSTONE_RELEASE "${KEYSTONE_VERSION}")
endif()

# keystone_git(VARIABLE ARGUMENT...): what git says; empty where it fails.
function(keystone_git variable)
  execute_process(COMMAND git ${ARGN} WORKING_DIRECTORY ${keystone_source} OUTPUT_VARIABLE said ERROR_QUIET
                  RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    set(said "")
  endif()
  set(${variable} "${said}" PARENT_SCOPE)
endfunction()

# A tree that merely lies in somebody else's repository has no version from there.
keystone_git(prefix rev-parse --show-prefix)
keystone_git(commit rev-parse --short=10 HEAD)
if(commit AND prefix STREQUAL "")
  keystone_git(described describe --tags --long --abbrev=10 --match v[0-9]*.[0-9]*.[0-9]*)
  if(described MATCHES "^v([0-9]+\\.[0-9]+\\.[0-9]+)-([0-9]+)-g[0-9a-f]+$")
    set(KEYSTONE_RELEASE ${CMAKE_MATCH_1})
    set(commits ${CMAKE_MATCH_2})
  else()
    keystone_git(commits rev-list --count HEAD)
  endif()
  set(KEYSTONE_VERSION ${KEYSTONE_RELEASE})
  keystone_git(KEYSTONE_DATE log -1 --format=%cD%n%ct)
  if(NOT commits EQUAL 0)
    string(APPEND KEYSTONE_VERSION +${commits}.g${commit})
  endif()
  # Tests, benchmarks and pages do not count, so that an edit there links nothing anew.
  keystone_git(changed --no-optional-locks status --porcelain --untracked-files=no -- CMakeLists.txt app assets engine
               packaging python shaders third_party)
  if(changed AND commits EQUAL 0)
    string(APPEND KEYSTONE_VERSION +dirty)
  elseif(changed)
    string(APPEND KEYSTONE_VERSION .dirty)
  endif()
endif()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  cmake_path(GET OUTPUT PARENT_PATH folder)
  configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
  file(CONFIGURE OUTPUT ${folder}/version.txt CONTENT "${KEYSTONE_VERSION}\n${KEYSTONE_DATE}\n")
endif()
