# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DPROGRAM=<program> -DWORDS=<words> -DOUTPUT=<file> -P WriteText.cmake: what a program prints, in a file.
cmake_policy(VERSION 3.20)
list(REMOVE_ITEM PROGRAM "")
execute_process(COMMAND ${PROGRAM} ${WORDS} OUTPUT_FILE "${OUTPUT}.new" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${WORDS}: ${code}")
endif()
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
