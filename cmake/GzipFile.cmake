# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DINPUT=<file> -DOUTPUT=<file.gz> -P GzipFile.cmake: a file, compressed, the same bytes each time.
cmake_policy(VERSION 3.20)
file(ARCHIVE_CREATE OUTPUT "${OUTPUT}" PATHS "${INPUT}" FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9 MTIME 0)
