# Run by cpack between installing into the staging folders and packing them: what only Debian's packages have. Each gets
# its copyright file and change logs, and manual pages are compressed, as Debian's policy asks.
execute_process(COMMAND /usr/bin/python3 ${CPACK_KEYSTONE_SOURCE_DIR}/packaging/debian/complete_staged.py
                        ${CPACK_KEYSTONE_SOURCE_DIR} ${CPACK_KEYSTONE_VERSION_FILE} ${CPACK_TEMPORARY_DIRECTORY}
                        sandbox=${CPACK_DEBIAN_SANDBOX_PACKAGE_NAME} cli=${CPACK_DEBIAN_CLI_PACKAGE_NAME}
                        library=${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} python=${CPACK_DEBIAN_PYTHON_PACKAGE_NAME}
                        data=${CPACK_DEBIAN_DATA_PACKAGE_NAME} "maintainer=${CPACK_DEBIAN_PACKAGE_MAINTAINER}"
                        revision=${CPACK_DEBIAN_PACKAGE_RELEASE}
                COMMAND_ERROR_IS_FATAL ANY)
