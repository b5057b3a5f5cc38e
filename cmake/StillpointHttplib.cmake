# SPDX-License-Identifier: GPL-3.0-or-later
# cpp-httplib (Debian: libcpp-httplib-dev) is optional; without it there is no `stillpoint board`. Debian
# compiles it as a library whose classes depend on these macros, elsewhere it is one header without them.
include(CheckCXXSourceCompiles)
if(STILLPOINT_SOURCES AND EXISTS "${STILLPOINT_SOURCES}/cpp-httplib/httplib.h")
    set(HTTPLIB_INCLUDE_DIR "${STILLPOINT_SOURCES}/cpp-httplib")
elseif(STILLPOINT_PATH)
    set(HTTPLIB_INCLUDE_DIR HTTPLIB_INCLUDE_DIR-NOTFOUND)  # a portable program brings its libraries along
else()
    find_path(HTTPLIB_INCLUDE_DIR httplib.h)
    find_library(HTTPLIB_LIBRARY cpp-httplib)
endif()
mark_as_advanced(HTTPLIB_INCLUDE_DIR HTTPLIB_LIBRARY)

set(STILLPOINT_HAS_HTTPLIB OFF)
if(HTTPLIB_INCLUDE_DIR AND NOT EMSCRIPTEN)
    add_library(stillpoint_httplib INTERFACE IMPORTED)
    target_include_directories(stillpoint_httplib SYSTEM INTERFACE "${HTTPLIB_INCLUDE_DIR}")
    target_link_libraries(stillpoint_httplib INTERFACE Threads::Threads)
    if(HTTPLIB_LIBRARY)
        target_link_libraries(stillpoint_httplib INTERFACE "${HTTPLIB_LIBRARY}")
        target_compile_definitions(stillpoint_httplib INTERFACE
            CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT CPPHTTPLIB_BROTLI_SUPPORT)
    endif()
    set(CMAKE_REQUIRED_LIBRARIES stillpoint_httplib)
    if(STILLPOINT_SOURCES)
        set(STILLPOINT_HTTPLIB_WORKS ON)  # the whole library in a header: slow to try, and it needs nothing else
    endif()
    check_cxx_source_compiles("#include <httplib.h>
        int main() { httplib::Server server; return server.is_running(); }" STILLPOINT_HTTPLIB_WORKS)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(STILLPOINT_HAS_HTTPLIB ${STILLPOINT_HTTPLIB_WORKS})
endif()
