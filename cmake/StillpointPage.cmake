# SPDX-License-Identifier: GPL-3.0-or-later
# The board's page in the program, compressed, where `make board` or `make wasm` has built it: the source that
# defines page_files() (src/programs/board/page_files.h), for stillpoint_programs.
option(STILLPOINT_EMBED_PAGE "Put the board's page into the program, if it has been built" ON)
set(page_dir "${PROJECT_SOURCE_DIR}/web/app/dist")
set(page_files)
if(STILLPOINT_EMBED_PAGE)
    file(GLOB_RECURSE page_files CONFIGURE_DEPENDS RELATIVE "${page_dir}" "${page_dir}/*")
endif()
if(NOT "index.html" IN_LIST page_files)
    set(page_files)
endif()
list(LENGTH page_files page_count)
message(STATUS "The board's page in the program: ${page_count} files")

set(page_blocks "")
set(page_rows "")
set(page_archives)
set(number 0)
foreach(name IN LISTS page_files)
    set(archive "${PROJECT_BINARY_DIR}/page/${number}.gz")
    add_custom_command(OUTPUT "${archive}"
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${page_dir}/${name}" "-DOUTPUT=${archive}"
            -P "${PROJECT_SOURCE_DIR}/cmake/GzipFile.cmake"
        DEPENDS "${page_dir}/${name}" "${PROJECT_SOURCE_DIR}/cmake/GzipFile.cmake" VERBATIM)
    list(APPEND page_archives "${archive}")
    string(APPEND page_blocks "STILLPOINT_BLOCK(${number}, \"${archive}\")\n")
    string(APPEND page_rows "    {\"/${name}\", {begin_${number}, end_${number}}},\n")
    math(EXPR number "${number} + 1")
endforeach()
set(page_source "${PROJECT_BINARY_DIR}/page_files.cpp")
configure_file("${PROJECT_SOURCE_DIR}/cmake/page_files.cpp.in" "${page_source}" @ONLY)
set_property(SOURCE "${page_source}" APPEND PROPERTY OBJECT_DEPENDS "${page_archives}")
stillpoint_data_source(stillpoint_programs "${page_source}")
