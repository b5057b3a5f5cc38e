# SPDX-License-Identifier: GPL-3.0-or-later
# Packages of a portable program (make package): a .tar.gz of one that is linked statically, and a Debian package of one that uses
# the system's C and C++ libraries, as Debian wants it. What goes into them are the install rules.
include(GNUInstallDirs)
file(STRINGS "${PROJECT_SOURCE_DIR}/VERSION" version LIMIT_COUNT 1)

set(CPACK_PACKAGE_NAME stillpoint)
set(CPACK_PACKAGE_VERSION "${version}")
set(CPACK_PACKAGE_VENDOR "Stillpoint")
set(CPACK_PACKAGE_CONTACT "Stillpoint maintainers <maintainers@users.noreply.a-seed-508ab48e.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "chess engine that can say why it plays a move")
set(CPACK_PACKAGE_DESCRIPTION "Stillpoint plays chess with any program that speaks UCI, shows a board in the
browser (stillpoint board), analyses positions and games (stillpoint analyse,
stillpoint annotate), and explains what its search did and did not look at.
The program contains code for several generations of CPUs and chooses among it
when it starts.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "stillpoint-${version}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

install(FILES packaging/copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(STILLPOINT_STATIC)
    set(CPACK_GENERATOR TGZ)
else()
    set(CPACK_GENERATOR DEB)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    string(REPLACE "-" "~" CPACK_DEBIAN_PACKAGE_VERSION "${version}")
    set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_SECTION games)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xboard, xdg-utils")
    # Debian's own changelog, which tells where the package comes from.
    find_program(GZIP_PROGRAM gzip REQUIRED)
    string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
    set(changelog "${PROJECT_BINARY_DIR}/changelog.Debian")
    file(WRITE "${changelog}" "stillpoint (${CPACK_DEBIAN_PACKAGE_VERSION}-1) unstable; urgency=medium

  * Built from the project's own sources with `make package`.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
    execute_process(COMMAND "${GZIP_PROGRAM}" -9nf "${changelog}" COMMAND_ERROR_IS_FATAL ANY)
    install(FILES "${changelog}.gz" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
include(CPack)
