# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` (cmake --install) puts below the prefix. Man page and completions are what the program
# prints, so they are there once the target stillpoint_texts has been built.
include(GNUInstallDirs)
set(STILLPOINT_ZSH_DIR "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" CACHE STRING "Where zsh finds completions")

set(texts_dir "${PROJECT_BINARY_DIR}/texts")
set(texts)
# stillpoint_text(<file> <words>...): what the program prints for these words.
function(stillpoint_text file)
    add_custom_command(OUTPUT "${texts_dir}/${file}"
        COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:stillpoint>"
            "-DWORDS=${ARGN}" "-DOUTPUT=${texts_dir}/${file}" -P "${PROJECT_SOURCE_DIR}/cmake/WriteText.cmake"
        DEPENDS stillpoint "${PROJECT_SOURCE_DIR}/cmake/WriteText.cmake" VERBATIM)
    set(texts ${texts} "${texts_dir}/${file}" PARENT_SCOPE)
endfunction()
stillpoint_text(stillpoint.1 manual)
stillpoint_text(stillpoint.bash completion bash)
stillpoint_text(stillpoint.zsh completion zsh)
stillpoint_text(stillpoint.fish completion fish)
# Systems keep man pages compressed.
add_custom_command(OUTPUT "${texts_dir}/stillpoint.1.gz"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${texts_dir}/stillpoint.1" "-DOUTPUT=${texts_dir}/stillpoint.1.gz"
        -P "${PROJECT_SOURCE_DIR}/cmake/GzipFile.cmake"
    DEPENDS "${texts_dir}/stillpoint.1" "${PROJECT_SOURCE_DIR}/cmake/GzipFile.cmake" VERBATIM)
add_custom_target(stillpoint_texts DEPENDS ${texts} "${texts_dir}/stillpoint.1.gz")

install(TARGETS stillpoint RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${texts_dir}/stillpoint.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${texts_dir}/stillpoint.bash" RENAME stillpoint
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${texts_dir}/stillpoint.zsh" RENAME _stillpoint DESTINATION "${STILLPOINT_ZSH_DIR}")
install(FILES "${texts_dir}/stillpoint.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
if(STILLPOINT_HAS_BOARD)
    install(FILES packaging/stillpoint.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    install(FILES web/app/static/icon.svg RENAME stillpoint.svg
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()
install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}")
