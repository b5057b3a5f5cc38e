# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUT=<file> -DOUTPUT=<source> -P EmbedFile.cmake: a file's bytes as a C++ array, for
# src/nnue/network_choice.cpp.
file(READ "${INPUT}" bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REPEAT "[0-9a-f]" 64 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "extern const unsigned char kNetwork[];
extern const unsigned long kNetworkSize;
alignas(64) const unsigned char kNetwork[] = {
${bytes}0};
const unsigned long kNetworkSize = ${size};
")
