# SPDX-License-Identifier: GPL-3.0-or-later
# MPI (Debian: libmpich-dev or libopenmpi-dev) is optional, and used by one module alone: the program opens it
# only if an MPI launcher started it, and is not linked with it. -DMPI_CXX_COMPILER=mpicxx.openmpi chooses one
# of several.
get_target_property(cluster_sources stillpoint_cluster SOURCES)
list(FILTER cluster_sources EXCLUDE REGEX "/cluster/mpi/")
if(EMSCRIPTEN)
    list(FILTER cluster_sources EXCLUDE REGEX "/cluster/join\\.cpp$")
else()
    target_link_libraries(stillpoint_cluster PUBLIC ${CMAKE_DL_LIBS})
endif()
set_property(TARGET stillpoint_cluster PROPERTY SOURCES ${cluster_sources})

if(NOT EMSCRIPTEN)
    set(MPI_CXX_SKIP_MPICXX ON)  # the C interface is enough
    find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND)
    message(STATUS "Cluster: MPI (${MPI_CXX_COMPILER})")
    add_library(stillpoint-mpi MODULE "${PROJECT_SOURCE_DIR}/src/cluster/mpi/mpi_link.cpp")
    set_target_properties(stillpoint-mpi PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    target_link_libraries(stillpoint-mpi PRIVATE stillpoint_flags MPI::MPI_CXX)
else()
    message(STATUS "Cluster: none (no MPI found; libmpich-dev)")
endif()
