# SPDX-License-Identifier: GPL-3.0-or-later
# STILLPOINT_VERSION_STRING: the VERSION file, plus the commit where there is a git checkout to ask.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/VERSION")
file(STRINGS "${PROJECT_SOURCE_DIR}/VERSION" STILLPOINT_VERSION_STRING LIMIT_COUNT 1)

find_program(GIT_PROGRAM git)
if(GIT_PROGRAM AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT_PROGRAM}" -C "${PROJECT_SOURCE_DIR}" rev-parse --short=8 HEAD
        OUTPUT_VARIABLE git_hash OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE git_result ERROR_QUIET)
    if(git_result EQUAL 0)
        string(APPEND STILLPOINT_VERSION_STRING "-${git_hash}")
    endif()
endif()
message(STATUS "Stillpoint ${STILLPOINT_VERSION_STRING}")
