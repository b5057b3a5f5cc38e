# SPDX-License-Identifier: GPL-3.0-or-later
# tests/unit/<folder>/*.cpp -> one GoogleTest program unit_<folder>; tests/uci/*.py -> one test each.
get_filename_component(shared_dir "${PROJECT_SOURCE_DIR}/../shared" ABSOLUTE)

# The tests of tablebases make the tables they need, and those that captures and promotions lead to, once for
# all builds: what is there already is not made again. The list is also in tests/unit/tablebase/with_tables.h.
set(tables_dir "${PROJECT_SOURCE_DIR}/build/tables")
if(TARGET stillpoint AND CLI11_FOUND AND nlohmann_json_FOUND)
    add_test(NAME tables.make
        COMMAND stillpoint tables make --only KPvKP,KBNvK,KNNvK --quick --out "${tables_dir}" --quiet)
    set_tests_properties(tables.make PROPERTIES LABELS "unit;uci" TIMEOUT 1200 FIXTURES_SETUP tables)
endif()

file(GLOB unit_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/*/*.cpp")
if(unit_sources)
    if(CMAKE_CROSSCOMPILING)
        # The one that is installed is for this machine; Debian has its source beside it.
        add_subdirectory(/usr/src/googletest "${PROJECT_BINARY_DIR}/googletest" EXCLUDE_FROM_ALL)
        set(GTest_FOUND ON)
    else()
        find_package(GTest QUIET)
    endif()
    if(NOT GTest_FOUND)
        message(FATAL_ERROR "The unit tests need GoogleTest. Run 'scripts/setup test', "
            "or configure with -DSTILLPOINT_TESTS=OFF.")
    endif()
    include(GoogleTest)

    set(unit_folders)
    foreach(source IN LISTS unit_sources)
        get_filename_component(folder "${source}" DIRECTORY)
        list(APPEND unit_folders "${folder}")
    endforeach()
    list(REMOVE_DUPLICATES unit_folders)

    foreach(folder IN LISTS unit_folders)
        get_filename_component(name "${folder}" NAME)
        file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
        stillpoint_executable(unit_${name} ${sources})
        target_include_directories(unit_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
        target_compile_definitions(unit_${name} PRIVATE
            "STILLPOINT_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"" "STILLPOINT_SHARED_DIR=\"${shared_dir}\""
            "STILLPOINT_TABLES_DIR=\"${tables_dir}\"")
        if(STILLPOINT_UNITY)
            set_target_properties(unit_${name} PROPERTIES UNITY_BUILD ON)
        endif()
        # The rooms they test take the time, not the tests themselves.
        if(CMAKE_BUILD_TYPE STREQUAL "Release")
            target_compile_options(unit_${name} PRIVATE -O1)
        endif()
        # Links its own room and those below: a sanitizer build of one room need not build the others.
        set(tested stillpoint_${name})
        if(NOT TARGET ${tested})
            set(tested stillpoint_everything)
        endif()
        if(name STREQUAL "train")
            set(tested stillpoint_train)
        elseif(name STREQUAL "search")
            set(tested stillpoint_lab)  # plays whole games too
        elseif(name STREQUAL "lab")
            set(tested stillpoint_commands)
        endif()
        target_link_libraries(unit_${name} PRIVATE ${tested} GTest::gtest GTest::gtest_main)
        set(needs)
        if(name MATCHES "^(tablebase|search|engine)$" AND TEST tables.make)
            set(needs FIXTURES_REQUIRED tables)
        endif()
        gtest_discover_tests(unit_${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
            PROPERTIES LABELS unit TIMEOUT 600 ${needs})
    endforeach()
endif()

# The library as others use it: installed, from C and from Python.
if(STILLPOINT_LIBRARY)
    find_package(Python3 QUIET COMPONENTS Interpreter)
    if(Python3_FOUND)
        add_test(NAME library.installed COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/tests/library/installed.py")
        set_tests_properties(library.installed PROPERTIES LABELS uci TIMEOUT 300
            ENVIRONMENT "STILLPOINT_SOURCE_DIR=${PROJECT_SOURCE_DIR};STILLPOINT_BUILD_DIR=${PROJECT_BINARY_DIR}")
    endif()
endif()

# A name that begins with an underscore is a helper module, not a test.
file(GLOB uci_scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/uci/*.py")
list(FILTER uci_scripts EXCLUDE REGEX "/_[^/]*$")
if(uci_scripts AND TARGET stillpoint)
    find_package(Python3 QUIET COMPONENTS Interpreter)
    if(Python3_FOUND)
        foreach(script IN LISTS uci_scripts)
            get_filename_component(name "${script}" NAME_WE)
            add_test(NAME "uci.${name}" COMMAND "${Python3_EXECUTABLE}" -B "${script}")
            set_tests_properties("uci.${name}" PROPERTIES LABELS uci TIMEOUT 300
                ENVIRONMENT "STILLPOINT=$<TARGET_FILE:stillpoint>;STILLPOINT_TRAIN=$<$<TARGET_EXISTS:stillpoint-train>:$<TARGET_FILE:stillpoint-train>>;STILLPOINT_SOURCE_DIR=${PROJECT_SOURCE_DIR};STILLPOINT_SHARED_DIR=${shared_dir};STILLPOINT_TABLES_DIR=${tables_dir}")
        endforeach()
        if(TEST tables.make)
            set_tests_properties(uci.commands PROPERTIES FIXTURES_REQUIRED tables)
        endif()
    else()
        message(STATUS "python3 not found: no UCI dialogue tests")
    endif()
endif()
