# SPDX-License-Identifier: GPL-3.0-or-later

# Those of the given source files whose text contains `word`. A definition handed only to the files that
# use it does not recompile everything else when its value changes.
function(stillpoint_sources_mentioning result word)
    set(found)
    foreach(source IN LISTS ARGN)
        file(STRINGS "${source}" hits REGEX "${word}" LIMIT_COUNT 1)
        if(hits)
            list(APPEND found "${source}")
        endif()
    endforeach()
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# The version changes with every commit, so only the .cpp files that name STILLPOINT_VERSION see it.
function(stillpoint_define_version)
    list(TRANSFORM ARGN REPLACE "^([^/].*)$" "${PROJECT_SOURCE_DIR}/\\1")
    stillpoint_sources_mentioning(users "STILLPOINT_VERSION" ${ARGN})
    if(users)
        set_property(SOURCE ${users} APPEND PROPERTY COMPILE_DEFINITIONS
            "STILLPOINT_VERSION=\"${STILLPOINT_VERSION_STRING}\"" "STILLPOINT_COMMIT=\"${STILLPOINT_COMMIT}\"")
    endif()
endfunction()

# stillpoint_data_source(<target> <source>): a source that is data and no code. A portable program carries it once, for all its paths.
function(stillpoint_data_source target source)
    if(STILLPOINT_PORTABLE)
        set_property(GLOBAL APPEND PROPERTY STILLPOINT_DATA_SOURCES "${source}")
    elseif(NOT STILLPOINT_PATH)
        target_sources(${target} PRIVATE "${source}")
    endif()
endfunction()

add_library(stillpoint_everything INTERFACE)

# stillpoint_library(<folder> <folders it may use>...): the static library of src/<folder>. A folder
# without a .cpp file is an interface library, so headers alone work too.
function(stillpoint_library folder)
    file(GLOB sources CONFIGURE_DEPENDS
        "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp" "${PROJECT_SOURCE_DIR}/src/${folder}/*/*.cpp")
    list(TRANSFORM ARGN PREPEND stillpoint_ OUTPUT_VARIABLE uses)
    if(sources)
        add_library(stillpoint_${folder} STATIC ${sources})
        target_link_libraries(stillpoint_${folder} PUBLIC stillpoint_flags ${uses})
        stillpoint_define_version(${sources})
    else()
        add_library(stillpoint_${folder} INTERFACE)
        target_link_libraries(stillpoint_${folder} INTERFACE stillpoint_flags ${uses})
    endif()
    target_link_libraries(stillpoint_everything INTERFACE stillpoint_${folder})
endfunction()

function(stillpoint_executable name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE stillpoint_flags)
    stillpoint_define_version(${ARGN})
endfunction()
