# SPDX-License-Identifier: GPL-3.0-or-later
# The embedded network: STILLPOINT_EVALFILE="<absolute path>" for src/nnue, when there is one. EVALFILE=none
# builds without one: pages load it as a separate file, which browsers keep.
set(network "${EVALFILE}")
if(network MATCHES "(^|/)none$")  # cmake makes paths of a FILEPATH's values
    set(network "")
elseif(NOT network AND EXISTS "${PROJECT_SOURCE_DIR}/nets/default.nn")
    set(network "${PROJECT_SOURCE_DIR}/nets/default.nn")
endif()

set(STILLPOINT_HIDDEN "" CACHE STRING "Hidden neurons a side; empty: as the embedded network has, or as in src/nnue/architecture.h")
set(STILLPOINT_KING_BUCKETS "" CACHE STRING "King buckets (1, 2, 4, 8 or 16); empty: likewise")
set(STILLPOINT_LAYERS "" CACHE STRING "Neurons of the layers behind the first (as 16,32), or 0,0; empty: likewise")

if(network)
    get_filename_component(network "${network}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
    if(NOT EXISTS "${network}")
        message(FATAL_ERROR "EVALFILE: no such file: ${network}")
    endif()
    message(STATUS "Embedded network: ${network}")
    get_target_property(nnue_type stillpoint_nnue TYPE)
    if(NOT nnue_type STREQUAL "INTERFACE_LIBRARY")
        target_compile_definitions(stillpoint_nnue PRIVATE "STILLPOINT_EVALFILE=\"${network}\"")
        # The embedding file: recompiled when the network changes, and kept out of link-time
        # optimisation, which may separate top-level assembly (.incbin) from the code that refers to it.
        get_target_property(nnue_sources stillpoint_nnue SOURCES)
        stillpoint_sources_mentioning(embedders "STILLPOINT_EVALFILE" ${nnue_sources})
        if(embedders)
            set_property(SOURCE ${embedders} APPEND PROPERTY OBJECT_DEPENDS "${network}")
            if(STILLPOINT_USE_LTO)
                set_property(SOURCE ${embedders} APPEND PROPERTY COMPILE_OPTIONS -fno-lto)
            endif()
        endif()
        # Where the assembler can't read the file, a generated source carries it.
        # A portable program carries it once, for all its paths.
        if(EMSCRIPTEN OR MSVC OR STILLPOINT_EMBED_GENERATED OR STILLPOINT_PORTABLE OR STILLPOINT_PATH)
            set(generated "${PROJECT_BINARY_DIR}/embedded_network.cpp")
            add_custom_command(OUTPUT "${generated}"
                COMMAND "${CMAKE_COMMAND}" "-DINPUT=${network}" "-DOUTPUT=${generated}"
                    -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake"
                DEPENDS "${network}" "${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake" VERBATIM)
            stillpoint_data_source(stillpoint_nnue "${generated}")
            target_compile_definitions(stillpoint_nnue PRIVATE STILLPOINT_EVALFILE_GENERATED=1)
        endif()
    endif()
else()
    message(STATUS "Embedded network: none")
endif()

# The engine is compiled for one shape of network; the file says which (src/nnue/network_file.h), also where it
# is not embedded but loaded later.
set(model "${network}")
if(NOT model AND EXISTS "${PROJECT_SOURCE_DIR}/nets/default.nn")
    set(model "${PROJECT_SOURCE_DIR}/nets/default.nn")
endif()
# Reads a 16-bit number of the network's header into `result`, unless that has a value already.
function(stillpoint_shape_from_header result offset)
    file(READ "${model}" bytes OFFSET ${offset} LIMIT 2 HEX)
    if(NOT ${result} AND bytes MATCHES "^(..)(..)$")
        math(EXPR number "0x${CMAKE_MATCH_2}${CMAKE_MATCH_1}")
        set(${result} ${number} PARENT_SCOPE)
    endif()
endfunction()
set(hidden "${STILLPOINT_HIDDEN}")
set(king_buckets "${STILLPOINT_KING_BUCKETS}")
set(layers "${STILLPOINT_LAYERS}")
set(second "")
set(third "")
if(model)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${model}")
    stillpoint_shape_from_header(hidden 16)
    set(version "")
    stillpoint_shape_from_header(version 8)
    if(version GREATER 1)  # the first version has one bucket
        stillpoint_shape_from_header(king_buckets 60)
        stillpoint_shape_from_header(second 96)
        stillpoint_shape_from_header(third 98)
    endif()
endif()
if(hidden)
    target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_HIDDEN=${hidden})
endif()
if(king_buckets)
    target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_KING_BUCKETS=${king_buckets})
endif()
if(second AND NOT layers)
    set(layers "${second},${third}")
endif()
if(layers)
    target_compile_definitions(stillpoint_flags INTERFACE STILLPOINT_LAYERS=${layers})
endif()
