# SPDX-License-Identifier: GPL-3.0-or-later
# With Emscripten the program becomes a module for pages: stillpoint-single, or stillpoint-threads with
# -DSTILLPOINT_WASM_THREADS=ON, which only pages that may share memory can use. See web/engine.
option(STILLPOINT_WASM_THREADS "WebAssembly with threads" OFF)
target_compile_options(stillpoint_flags INTERFACE -msimd128)
if(STILLPOINT_WASM_THREADS)
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
    set(name stillpoint-single)
    if(STILLPOINT_WASM_THREADS)
        set(name stillpoint-threads)
        # Workers must exist before a thread is started: the page says how many it will ever need.
        list(APPEND options "-sPTHREAD_POOL_SIZE=Module.threadPoolSize||4" -sDEFAULT_PTHREAD_STACK_SIZE=8388608
            -Wno-pthreads-mem-growth)
    endif()
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .js)
    target_link_options(${target} PRIVATE ${options})
endfunction()
