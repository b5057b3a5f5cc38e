# SPDX-License-Identifier: GPL-3.0-or-later
# With Emscripten the program becomes a module for pages, in one of three flavours: stillpoint-plain for browsers without
# SIMD, stillpoint-single with 128-bit SIMD, and stillpoint-threads, which only pages that may share memory can use.
# web/engine chooses among them.
set(STILLPOINT_WASM "single" CACHE STRING "Flavour of the WebAssembly module: plain, single or threads")
if(NOT STILLPOINT_WASM MATCHES "^(plain|single|threads)$")
    message(FATAL_ERROR "STILLPOINT_WASM is '${STILLPOINT_WASM}'; it may be plain, single or threads")
endif()
if(NOT STILLPOINT_WASM STREQUAL "plain")
    target_compile_options(stillpoint_flags INTERFACE -msimd128)
endif()
if(STILLPOINT_WASM STREQUAL "threads")
    target_compile_options(stillpoint_flags INTERFACE -pthread)
    target_link_options(stillpoint_flags INTERFACE -pthread)
endif()

# What stillpoint_executable made, as a module. Memory grows with the hash table.
function(stillpoint_wasm_module target)
    set(options
        -sMODULARIZE=1 -sEXPORT_NAME=Stillpoint -sINVOKE_RUN=1 -sEXIT_RUNTIME=0
        -sENVIRONMENT=web,worker,node
        -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=67108864 -sMAXIMUM_MEMORY=2147483648
        -sTOTAL_STACK=8388608
        -sEXPORTED_FUNCTIONS=_main,_stillpoint_command
        -sEXPORTED_RUNTIME_METHODS=ccall,FS,callMain)
    if(STILLPOINT_WASM STREQUAL "threads")
        # Workers must exist before a thread is started: the page says how many it will ever need.
        list(APPEND options "-sPTHREAD_POOL_SIZE=Module.threadPoolSize||4" -sDEFAULT_PTHREAD_STACK_SIZE=8388608
            -Wno-pthreads-mem-growth)
    endif()
    set_target_properties(${target} PROPERTIES OUTPUT_NAME stillpoint-${STILLPOINT_WASM} SUFFIX .js)
    target_link_options(${target} PRIVATE ${options})
endfunction()
