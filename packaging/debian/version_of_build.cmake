# Read by cpack before it packs: the version, and who depends on the data package of the same one. Files in the packages
# have the date of the commit, so that the same sources give the same bytes.
file(STRINGS ${CPACK_KEYSTONE_VERSION_FILE} lines)
list(GET lines 0 CPACK_PACKAGE_VERSION)
if("$ENV{SOURCE_DATE_EPOCH}" STREQUAL "")
  list(GET lines 2 seconds)
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
foreach(component SANDBOX CLI PYTHON)
  string(REPLACE "@DATA@" "keystone-data (= ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})"
         CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "${CPACK_DEBIAN_${component}_PACKAGE_DEPENDS}")
endforeach()
