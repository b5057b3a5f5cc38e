#include "commands/commands.h"

namespace stillpoint {

#ifdef STILLPOINT_TUNE

std::vector<std::string> spsa_inputs(const Tuning& tuning) {
    Params params = tuning.params;
    std::vector<std::string> lines;
    for (const ParamInfo& info : kParamInfos)
        // C_end is the step at the end of a run; R_end, the learning rate, is what everybody uses.
        lines.push_back(std::string(info.name) + ", int, " + std::to_string(*find_param(params, info.name)) +
                        ", " + std::to_string(info.min) + ", " + std::to_string(info.max) + ", " +
                        std::to_string(info.step) + ", 0.002");
    return lines;
}

#else

std::vector<std::string> spsa_inputs(const Tuning&) { return {}; }

#endif

}  // namespace stillpoint
