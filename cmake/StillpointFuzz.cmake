# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fuzz/<name>.cpp -> libFuzzer program fuzz_<name> (a leading fuzz_ is not repeated).
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
foreach(source IN LISTS fuzz_sources)
    get_filename_component(name "${source}" NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" name "${name}")
    stillpoint_executable(fuzz_${name} ${source})
    target_include_directories(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    # The programs take longest to compile; few targets need them.
    stillpoint_sources_mentioning(needs_programs "\"programs/" ${source})
    if(needs_programs)
        target_link_libraries(fuzz_${name} PRIVATE stillpoint_everything)
    else()
        target_link_libraries(fuzz_${name} PRIVATE stillpoint_commands)
    endif()
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
endforeach()
