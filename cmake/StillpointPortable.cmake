# SPDX-License-Identifier: GPL-3.0-or-later
# One program for every x86-64 CPU (make portable; Linux, g++ or clang with GNU binutils). The whole program is compiled once
# for each path, in a build of its own, and joined to one object whose symbols nobody else sees: so no inline function
# compiled for a new CPU can be taken for one that an old CPU runs. src/portable/launch.cpp chooses among the paths.
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

find_program(STILLPOINT_OBJCOPY NAMES objcopy REQUIRED)

# Makes `target`, an executable like any other, the object of one path.
function(stillpoint_make_path target path)
    set_target_properties(${target} PROPERTIES SUFFIX .o)
    target_link_options(${target} PRIVATE -r -Wl,--force-group-allocation)
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
        COMMAND "${STILLPOINT_OBJCOPY}" --redefine-sym main=stillpoint_main_${path}
            --rename-section .init_array=stillpoint_init_${path} "$<TARGET_FILE:${target}>"
        COMMAND "${STILLPOINT_OBJCOPY}" --keep-global-symbol=stillpoint_main_${path} "$<TARGET_FILE:${target}>")
endfunction()

# The executable `target` out of all paths.
function(stillpoint_portable_executable target)
    include(ExternalProject)
    set(objects)
    set(list)
    set(hand_over)  # what the builds of the paths are told
    foreach(variable CMAKE_CXX_COMPILER CMAKE_C_COMPILER CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER_LAUNCHER STILLPOINT_SOURCES
            STILLPOINT_WERROR CMAKE_DISABLE_FIND_PACKAGE_CLI11)
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
        ExternalProject_Add(path_${path}
            SOURCE_DIR "${PROJECT_SOURCE_DIR}" BINARY_DIR "${folder}"
            PREFIX "${PROJECT_BINARY_DIR}/paths" STAMP_DIR "${PROJECT_BINARY_DIR}/paths/stamps-${path}"
            CMAKE_ARGS ${hand_over} -DSTILLPOINT_PATH=${path} -DSTILLPOINT_ARCH= "-DCMAKE_CXX_FLAGS=${flags}" -DSTILLPOINT_TESTS=OFF
            BUILD_COMMAND "${CMAKE_COMMAND}" --build "${folder}" --target stillpoint ${parallel}
            INSTALL_COMMAND "" BUILD_ALWAYS ON BUILD_BYPRODUCTS "${folder}/stillpoint.o"
            # One after the other: each of them uses all processors.
            USES_TERMINAL_CONFIGURE ON USES_TERMINAL_BUILD ON)
        list(APPEND objects "${folder}/stillpoint.o")
        string(APPEND list "PATH(${path})")
    endforeach()

    get_property(data GLOBAL PROPERTY STILLPOINT_DATA_SOURCES)
    add_executable(${target} "${PROJECT_SOURCE_DIR}/src/portable/launch.cpp" ${objects} ${data})
    set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    foreach(path IN LISTS STILLPOINT_PATHS)
        add_dependencies(${target} path_${path})
    endforeach()
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
