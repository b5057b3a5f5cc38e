#include "commands/commands.h"
#include "engine/cpu_path.h"
#include "nnue/network_choice.h"
#include "tablebase/tablebase.h"

namespace stillpoint {

namespace {

std::string compiler_name() {
    std::string name;
#if defined(__clang__)
    name = "clang++ " + std::to_string(__clang_major__) + '.' + std::to_string(__clang_minor__) + '.' +
           std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
    name = "g++ " + std::to_string(__GNUC__) + '.' + std::to_string(__GNUC_MINOR__) + '.' +
           std::to_string(__GNUC_PATCHLEVEL__);
#else
    name = "an unknown compiler";
#endif
#if defined(__EMSCRIPTEN__)
    name += " for WebAssembly";
#elif defined(__linux__)
    name += " on Linux";
#elif defined(__APPLE__)
    name += " on macOS";
#elif defined(_WIN32)
    name += " on Windows";
#endif
    return name;
}

std::string build_settings() {
    std::string text = std::to_string(sizeof(void*) * 8) + "bit";
    text += std::string(" simd=") + kSimdName + kCpuFeatures;
#if defined(__OPTIMIZE__)
    text += " optimised";
#else
    text += " unoptimised";
#endif
#if defined(STILLPOINT_ASSERTS)
    text += " asserts";
#endif
#if defined(__SANITIZE_ADDRESS__)
    text += " asan";
#endif
#if defined(__SANITIZE_THREAD__)
    text += " tsan";
#endif
    if (tablebase::is_supported()) text += " Syzygy";
    return text;
}

std::string network_text() {
    const nnue::Network* const network = nnue::embedded_network();
    if (network) return network->name + ", embedded";
    return nnue::embedded_network_error();
}

}  // namespace

std::string compiler_text() {
#if defined(STILLPOINT_ASSERTS)
    const std::string kind = "checked: assertions are on";
#else
    const std::string kind = "release";
#endif
    return "Version                    : " + std::string(STILLPOINT_VERSION) +
           "\nCommit                     : " + STILLPOINT_COMMIT +
           "\nCompiled by                : " + compiler_name() +
           "\nCompilation settings       : " + build_settings() +
           "\nCPU path                   : " + kCpuPath + "\nNetwork                    : " + network_text() +
           "\nTablebases                 : " +
           (tablebase::is_supported() ? "Syzygy, up to 7 pieces" : "none") +
           "\nKind of build              : " + kind + "\nCompiler __VERSION__ macro : " + __VERSION__;
}

}  // namespace stillpoint
