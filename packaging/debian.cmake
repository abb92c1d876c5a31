# What `cpack` makes: Debian packages, one a component.
# Debian's python3-keystone is OpenStack's identity service, with a module of the same name; hence the longer name here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME keystone)
set(CPACK_PACKAGE_VENDOR "The Keystone authors")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL data cli library)
if(KEYSTONE_APP)
  list(APPEND CPACK_COMPONENTS_ALL sandbox)
endif()
if(TARGET keystone_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE keystone)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Keystone authors <keystone@packages.invalid>")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The paragraph that every description ends with; lines of a description begin with a blank.
set(about
"Keystone is a sandbox for rigid bodies in frictional contact: each time step
poses one contact problem with Coulomb friction, restitution and joints,
which the default solver solves to a residual of 1e-9.")

# keystone_package(COMPONENT NAME SECTION SUMMARY TEXT): @DATA@ in dependencies is the data package of this version.
function(keystone_package component name section summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${text}\n.\n${about}" PARENT_SCOPE)
endfunction()

keystone_package(sandbox keystone-sandbox science "sandbox for rigid bodies in frictional contact"
"The window: drag bricks, shoot balls, step back in time, read the contact
forces, and switch solver and time stepper while a scene runs.")
set(CPACK_DEBIAN_SANDBOX_PACKAGE_DEPENDS "@DATA@, fonts-inter, fonts-dejavu-core, libgl1, libglx-mesa0")
set(CPACK_DEBIAN_SANDBOX_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
set(CPACK_DEBIAN_SANDBOX_PACKAGE_SUGGESTS "keystone-cli")

keystone_package(cli keystone-cli science "rigid bodies in frictional contact, on the command line"
"keystone-cli runs scenes, records and replays them, compares solvers on one
problem, and decides whether a structure stands.")
set(CPACK_DEBIAN_CLI_PACKAGE_DEPENDS "@DATA@")
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "ffmpeg, libegl-mesa0, python3-keystone-sandbox, python3-matplotlib")

keystone_package(library libkeystone-dev libdevel "engine for rigid bodies in frictional contact (development files)"
"The engine as a static library with its headers, for find_package(keystone)
of CMake and for pkg-config.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libeigen3-dev, libtbb-dev, nlohmann-json3-dev, libtinyobjloader-dev, \
libassimp-dev, libfclib-dev, libhdf5-dev, libtinyxml2-dev, \
zlib1g-dev, pkg-config")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "keystone-data, cmake")

keystone_package(python python3-keystone-sandbox python "rigid bodies in frictional contact, from Python"
"The module keystone: scenes, steps, contact problems as NumPy arrays and SciPy
matrices, every solver, and sweeps of many runs.")
if(TARGET keystone_python)
  get_directory_property(minor DIRECTORY ${PROJECT_SOURCE_DIR}/python DEFINITION Python_VERSION_MINOR)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "@DATA@, python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy, python3-scipy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-distributed")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "keystone-cli, python3-pil")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONFLICTS "python3-keystone")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/debian/postinst
                                              ${CMAKE_CURRENT_SOURCE_DIR}/debian/prerm)

keystone_package(data keystone-data science "scenes, meshes and shaders of Keystone"
"What the programs and the Python module read: scenes with their sources,
meshes, tours and shaders, and the documentation.")
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DATA_PACKAGE_SHLIBDEPS OFF)

# The version is that of the build, which may be later than the last run of cmake.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/debian/version_of_build.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian/complete_staged.cmake)
set(CPACK_KEYSTONE_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_KEYSTONE_VERSION_FILE ${CMAKE_BINARY_DIR}/engine/version.txt)
include(CPack)
