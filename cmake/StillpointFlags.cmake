# SPDX-License-Identifier: GPL-3.0-or-later
# Everything every target is compiled with, gathered in the interface target stillpoint_flags.
include(CheckCXXCompilerFlag)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")  # -O0 makes perft tests unbearably slow
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g -DNDEBUG")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

set(STILLPOINT_CLANG OFF)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(STILLPOINT_CLANG ON)
endif()
if(STILLPOINT_FUZZ)
    if(NOT STILLPOINT_CLANG)
        message(FATAL_ERROR "STILLPOINT_FUZZ needs clang: configure with -DCMAKE_CXX_COMPILER=clang++-14")
    endif()
    set(STILLPOINT_SANITIZE "address,undefined")
endif()

find_package(Threads REQUIRED)
add_library(stillpoint_flags INTERFACE)
target_link_libraries(stillpoint_flags INTERFACE Threads::Threads)
target_include_directories(stillpoint_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")

# Warnings are errors on the compilers the project is developed with; a newer compiler that warns about more
# must not stop anybody from building. Sanitizers cause false warnings in g++, so not there either.
target_compile_options(stillpoint_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Wold-style-cast -Wimplicit-fallthrough)
# g++ 12 sees overlapping copies in plain string concatenation (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    target_compile_options(stillpoint_flags INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
# Of sources compiled as one, each sees the names of those before it: nothing to warn of. g++ takes them for headers.
if(STILLPOINT_UNITY)
    target_compile_options(stillpoint_flags INTERFACE -Wno-shadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(stillpoint_flags INTERFACE -Wno-subobject-linkage)
    endif()
endif()
set(werror_default OFF)
if(NOT STILLPOINT_SANITIZE)
    if((STILLPOINT_CLANG AND CMAKE_CXX_COMPILER_VERSION MATCHES "^14\\.")
       OR (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\."))
        set(werror_default ON)
    endif()
endif()
option(STILLPOINT_WERROR "Warnings are errors" ${werror_default})
if(STILLPOINT_WERROR)
    target_compile_options(stillpoint_flags INTERFACE -Werror)
endif()

# Contracting a*b+c into one rounding differs between compilers and would change node counts.
target_compile_options(stillpoint_flags INTERFACE -ffp-contract=off)

if(STILLPOINT_ARCH)
    string(MAKE_C_IDENTIFIER "STILLPOINT_MARCH_${STILLPOINT_ARCH}" march_check)
    check_cxx_compiler_flag("-march=${STILLPOINT_ARCH}" ${march_check})
    if(${march_check})
        target_compile_options(stillpoint_flags INTERFACE "-march=${STILLPOINT_ARCH}")
        target_link_options(stillpoint_flags INTERFACE "-march=${STILLPOINT_ARCH}")
    elseif(STILLPOINT_ARCH STREQUAL "native")
        message(STATUS "This compiler has no -march=native: building for its default CPU")
    else()
        message(FATAL_ERROR "The compiler rejects -march=${STILLPOINT_ARCH}")
    endif()
endif()

if(STILLPOINT_SANITIZE)
    set(compile_sanitizers "${STILLPOINT_SANITIZE}")
    if(STILLPOINT_FUZZ)
        string(PREPEND compile_sanitizers "fuzzer-no-link,")
    endif()
    target_compile_options(stillpoint_flags INTERFACE
        "-fsanitize=${compile_sanitizers}" -fno-sanitize-recover=all -fno-omit-frame-pointer -g1 -UNDEBUG)
    target_link_options(stillpoint_flags INTERFACE "-fsanitize=${STILLPOINT_SANITIZE}")
endif()
if(STILLPOINT_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_ASSERTS=1 _GLIBCXX_ASSERTIONS)
endif()

# What becomes a library, or one of several paths of a portable program, can be loaded anywhere and shows no more of itself than
# it must. Without names that another library may replace, the code is as fast as an ordinary program's. Unique symbols of
# g++ could not be hidden.
if(STILLPOINT_LIBRARY OR STILLPOINT_PATH OR STILLPOINT_PORTABLE)
    target_compile_options(stillpoint_flags INTERFACE -fPIC -fvisibility=hidden -fno-semantic-interposition)
    if(NOT STILLPOINT_CLANG)
        target_compile_options(stillpoint_flags INTERFACE -fno-gnu-unique)
    endif()
endif()

# Profile-guided optimisation (make profile-build). The profile is kept beside the object files. Threads count at the
# same time; code without a profile was never reached, which is not an error.
if(STILLPOINT_PROFILE)
    if(STILLPOINT_CLANG)
        message(FATAL_ERROR "STILLPOINT_PROFILE needs g++")
    elseif(STILLPOINT_PROFILE STREQUAL "generate")
        set(profile_flags -fprofile-generate -fprofile-update=prefer-atomic)
    elseif(STILLPOINT_PROFILE STREQUAL "use")
        set(profile_flags -fprofile-use -fprofile-correction -fprofile-partial-training -Wno-missing-profile)
    else()
        message(FATAL_ERROR "STILLPOINT_PROFILE is 'generate', 'use' or empty, not '${STILLPOINT_PROFILE}'")
    endif()
    target_compile_options(stillpoint_flags INTERFACE ${profile_flags})
    target_link_options(stillpoint_flags INTERFACE ${profile_flags})
endif()

# Link-time optimisation: release builds only. clang 14 needs lld for it.
set(STILLPOINT_USE_LTO OFF)
if(STILLPOINT_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT STILLPOINT_SANITIZE)
    if(STILLPOINT_CLANG)
        string(REGEX MATCH "^[0-9]+" clang_major "${CMAKE_CXX_COMPILER_VERSION}")
        find_program(STILLPOINT_LLD NAMES ld.lld-${clang_major} ld.lld)
    endif()
    if(STILLPOINT_CLANG AND NOT STILLPOINT_LLD)
        message(STATUS "clang without lld: no link-time optimisation")
    else()
        if(STILLPOINT_CLANG)
            set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -fuse-ld=lld")
        endif()
        include(CheckIPOSupported)
        cmake_policy(SET CMP0069 NEW)
        check_ipo_supported(RESULT STILLPOINT_USE_LTO OUTPUT ipo_output LANGUAGES CXX)
        if(NOT STILLPOINT_USE_LTO)
            message(STATUS "No link-time optimisation with this compiler")
        endif()
    endif()
endif()
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${STILLPOINT_USE_LTO})
