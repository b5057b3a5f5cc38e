# SPDX-License-Identifier: GPL-3.0-or-later
# libstillpoint, shared and static, out of the rooms below src/library. Only the functions of include/stillpoint.h are to be
# seen from outside; all code is compiled so that it can be loaded anywhere (StillpointFlags.cmake).
add_library(stillpoint_shared SHARED $<TARGET_OBJECTS:stillpoint_library>)
target_link_libraries(stillpoint_shared PRIVATE stillpoint_commands)
set_target_properties(stillpoint_shared PROPERTIES OUTPUT_NAME stillpoint SOVERSION 0)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # A list, because templates of the standard library would be visible otherwise.
    target_link_options(stillpoint_shared PRIVATE "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/library.map")
endif()

# The static one is a single object, joined before it is put into the archive, so that no name of the engine's own can meet
# one of the program that uses it. Needs the GNU binutils.
find_program(STILLPOINT_OBJCOPY NAMES objcopy)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND STILLPOINT_OBJCOPY)
    set(archives)
    foreach(room util chess nnue tablebase gamedata pgn eval search engine cluster uci selfplay analysis lab commands)
        get_target_property(type stillpoint_${room} TYPE)
        if(type STREQUAL "STATIC_LIBRARY")
            list(APPEND archives "$<TARGET_FILE:stillpoint_${room}>")
        endif()
    endforeach()
    if(TARGET fathom_from_source)
        list(APPEND archives "$<TARGET_FILE:fathom_from_source>")
    endif()
    # The names that stay visible, from the header.
    set(keep)
    file(STRINGS "${PROJECT_SOURCE_DIR}/include/stillpoint.h" declarations REGEX "^STILLPOINT_API ")
    foreach(declaration IN LISTS declarations)
        string(REGEX REPLACE "^.*(stillpoint_[a-z_]+)\\(.*$" "--keep-global-symbol=\\1" name "${declaration}")
        list(APPEND keep "${name}")
    endforeach()
    set(joined "${PROJECT_BINARY_DIR}/stillpoint_joined.o")
    set(STILLPOINT_STATIC_LIBRARY "${PROJECT_BINARY_DIR}/libstillpoint.a")
    add_custom_command(OUTPUT "${STILLPOINT_STATIC_LIBRARY}" VERBATIM COMMAND_EXPAND_LISTS
        COMMAND "${CMAKE_CXX_COMPILER}" -r -nostdlib -Wl,--force-group-allocation -o "${joined}" $<TARGET_OBJECTS:stillpoint_library>
            -Wl,--start-group ${archives} -Wl,--end-group
        COMMAND "${STILLPOINT_OBJCOPY}" ${keep} "${joined}"
        COMMAND "${CMAKE_COMMAND}" -E rm -f "${STILLPOINT_STATIC_LIBRARY}"
        COMMAND "${CMAKE_AR}" qcs "${STILLPOINT_STATIC_LIBRARY}" "${joined}"
        DEPENDS stillpoint_library ${archives} $<TARGET_OBJECTS:stillpoint_library>)
    add_custom_target(stillpoint_static ALL DEPENDS "${STILLPOINT_STATIC_LIBRARY}")
endif()

# What a program needs beside the static library.
set(STILLPOINT_PRIVATE_LIBS "-lstdc++ -lm -pthread")
if(TARGET stillpoint_fathom AND NOT TARGET fathom_from_source)
    string(APPEND STILLPOINT_PRIVATE_LIBS " -lfathom")
endif()
include(GNUInstallDirs)
configure_file("${PROJECT_SOURCE_DIR}/cmake/stillpoint.pc.in" "${PROJECT_BINARY_DIR}/stillpoint.pc" @ONLY)

install(TARGETS stillpoint_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
install(FILES "${PROJECT_SOURCE_DIR}/include/stillpoint.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(FILES "${PROJECT_BINARY_DIR}/stillpoint.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
if(STILLPOINT_STATIC_LIBRARY)
    install(FILES "${STILLPOINT_STATIC_LIBRARY}" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
endif()
