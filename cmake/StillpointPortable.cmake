# SPDX-License-Identifier: GPL-3.0-or-later
# One program for every x86-64 CPU (make portable; Linux, g++ or clang with GNU binutils). The rooms that compute are compiled
# once for each path, in a build of their own; the others once, for every CPU, as part of all paths. Both are joined to one object
# for each path, whose symbols nobody else sees: so no inline function compiled for a new CPU can be taken for one that an old
# CPU runs. src/portable/launch.cpp chooses among the paths.
set(STILLPOINT_PATHS sse2 popcnt avx2 bmi2 avx512 CACHE STRING "Paths of a portable program, see src/portable/cpu.h")
set(STILLPOINT_PATHS_DIR "${PROJECT_BINARY_DIR}/paths" CACHE PATH "Where the paths are built; several builds may share it")
set(STILLPOINT_JOBS "" CACHE STRING "Compilers at a time for the paths; empty: as many as there are processors")
option(STILLPOINT_STATIC "Link a portable program statically, C library included" ON)

set(flags_sse2 -march=x86-64)
set(flags_popcnt -march=x86-64-v2)
set(flags_avx2 -march=x86-64-v3 -mno-bmi2)  # AMD before Zen 3, whose PEXT is slow
set(flags_bmi2 -march=x86-64-v3)
set(flags_avx512 -march=x86-64-v4)
set(flags_vnni -march=x86-64-v4 -mavx512vnni)

# Nothing that the shared rooms see of the paths' depends on the CPU, but for slider tables (src/chess/sliders.h), which they
# don't look into: STILLPOINT_SHARED.
set(STILLPOINT_PATH_ROOMS engine search eval nnue chess util)
set(STILLPOINT_SHARED_ROOMS cli programs commands cluster lab analysis selfplay uci pgn gamedata tablebase)
set(CMAKE_OPTIMIZE_DEPENDENCIES ON)  # neither compiles the rooms of the other
if(STILLPOINT_PATH)
    target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_OF_PATH=1)
    return()
endif()
target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_SHARED=1)
find_program(STILLPOINT_OBJCOPY NAMES objcopy REQUIRED)

# <result> is the object of one path, out of its own archives (the other arguments) and what all paths share. The path's own
# come first: of an inline function, the first copy stays.
function(stillpoint_path_object result path)
    set(object "${PROJECT_BINARY_DIR}/path_${path}.o")
    add_custom_command(OUTPUT "${object}" VERBATIM COMMAND_EXPAND_LISTS
        COMMAND "${CMAKE_CXX_COMPILER}" -r -nostdlib -Wl,--force-group-allocation -o "${object}"
            -Wl,--whole-archive ${ARGN} -Wl,--no-whole-archive
            "$<TARGET_OBJECTS:stillpoint_main>" -Wl,--start-group ${shared_archives} -Wl,--end-group
        COMMAND "${STILLPOINT_OBJCOPY}" --redefine-sym main=stillpoint_main_${path}
            --rename-section .init_array=stillpoint_init_${path} "${object}"
        COMMAND "${STILLPOINT_OBJCOPY}" --keep-global-symbol=stillpoint_main_${path} "${object}"
        DEPENDS path_${path} ${ARGN} stillpoint_main "$<TARGET_OBJECTS:stillpoint_main>" ${shared_rooms} ${shared_archives})
    set(${result} "${object}" PARENT_SCOPE)
endfunction()

# The executable `target` out of all paths.
function(stillpoint_portable_executable target)
    include(ExternalProject)
    add_library(stillpoint_main OBJECT "${PROJECT_SOURCE_DIR}/src/main.cpp")
    target_link_libraries(stillpoint_main PRIVATE stillpoint_cli)
    stillpoint_define_version(src/main.cpp)
    list(TRANSFORM STILLPOINT_SHARED_ROOMS PREPEND stillpoint_ OUTPUT_VARIABLE shared_rooms)
    list(TRANSFORM shared_rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE shared_archives)
    list(TRANSFORM STILLPOINT_PATH_ROOMS PREPEND stillpoint_ OUTPUT_VARIABLE path_targets)
    set(objects)
    set(list)
    set(hand_over)  # what the builds of the paths are told
    # Not STILLPOINT_UNITY: the search is some 5 % slower where its files are compiled as one.
    foreach(variable CMAKE_CXX_COMPILER CMAKE_C_COMPILER CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER_LAUNCHER STILLPOINT_SOURCES
            STILLPOINT_WERROR)
        list(APPEND hand_over "-D${variable}=${${variable}}")
    endforeach()
    list(APPEND hand_over "-DEVALFILE:FILEPATH=${EVALFILE}")  # as it is: relative to the sources
    set(parallel --parallel ${STILLPOINT_JOBS})
    foreach(path IN LISTS STILLPOINT_PATHS)
        if(NOT flags_${path})
            message(FATAL_ERROR "STILLPOINT_PATHS: there is no path '${path}'")
        endif()
        list(JOIN flags_${path} " " flags)
        set(folder "${STILLPOINT_PATHS_DIR}/${path}")
        list(TRANSFORM STILLPOINT_PATH_ROOMS REPLACE "(.+)" "${folder}/libstillpoint_\\1.a" OUTPUT_VARIABLE archives)
        ExternalProject_Add(path_${path}
            SOURCE_DIR "${PROJECT_SOURCE_DIR}" BINARY_DIR "${folder}"
            PREFIX "${PROJECT_BINARY_DIR}/paths" STAMP_DIR "${PROJECT_BINARY_DIR}/paths/stamps-${path}"
            CMAKE_ARGS ${hand_over} -DSTILLPOINT_PATH=${path} -DSTILLPOINT_ARCH= "-DCMAKE_CXX_FLAGS=${flags}" -DSTILLPOINT_TESTS=OFF
            BUILD_COMMAND "${CMAKE_COMMAND}" --build "${folder}" --target ${path_targets} ${parallel}
            INSTALL_COMMAND "" BUILD_ALWAYS ON BUILD_BYPRODUCTS ${archives}
            # One after the other: each of them uses all processors.
            USES_TERMINAL_CONFIGURE ON USES_TERMINAL_BUILD ON)
        stillpoint_path_object(object ${path} ${archives})
        list(APPEND objects "${object}")
        string(APPEND list "PATH(${path})")
    endforeach()

    get_property(data GLOBAL PROPERTY STILLPOINT_DATA_SOURCES)
    add_executable(${target} "${PROJECT_SOURCE_DIR}/src/portable/launch.cpp" ${objects} ${data})
    set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_compile_definitions(${target} PRIVATE "STILLPOINT_PATHS=${list}")
    target_link_libraries(${target} PRIVATE stillpoint_flags)
    if(TARGET stillpoint_fathom)
        target_link_libraries(${target} PRIVATE stillpoint_fathom)
    endif()
    if(STILLPOINT_STATIC)
        target_compile_options(${target} PRIVATE -fPIE)
        target_link_options(${target} PRIVATE -static-pie)
    endif()
endfunction()
