# SPDX-License-Identifier: GPL-3.0-or-later
# STILLPOINT_VERSION_STRING: what the VERSION file says for a release, "0.2"; for any other commit, "0.2-dev-7b3391d0".
# A release is the commit with the version's tag (v0.2), a source tree without git, or what STILLPOINT_RELEASE says
# to be one. STILLPOINT_COMMIT: the commit, or "unknown".
option(STILLPOINT_RELEASE "Build as a release: the version without the commit" OFF)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/VERSION")
file(STRINGS "${PROJECT_SOURCE_DIR}/VERSION" STILLPOINT_RELEASE_VERSION LIMIT_COUNT 1)
set(STILLPOINT_VERSION_STRING "${STILLPOINT_RELEASE_VERSION}")
set(STILLPOINT_COMMIT "unknown")

# stillpoint_git(<variable> <arguments>...): what git prints; empty if it can't say.
find_program(GIT_PROGRAM git)
function(stillpoint_git result)
    set(text "")
    if(GIT_PROGRAM AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
        execute_process(COMMAND "${GIT_PROGRAM}" -C "${PROJECT_SOURCE_DIR}" ${ARGN}
            OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()
stillpoint_git(commit rev-parse --short=8 HEAD)
stillpoint_git(tags tag --points-at HEAD)
if(commit)
    set(STILLPOINT_COMMIT "${commit}")
    if(NOT STILLPOINT_RELEASE AND NOT "\n${tags}\n" MATCHES "\nv${STILLPOINT_RELEASE_VERSION}\n")
        string(APPEND STILLPOINT_VERSION_STRING "-dev-${commit}")
    endif()
endif()
message(STATUS "Stillpoint ${STILLPOINT_VERSION_STRING}")
