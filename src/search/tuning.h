#pragma once

#include <array>
#include <string_view>

namespace stillpoint {

// Two sets of knobs: the techniques (features.def) and their numbers (params.def). Every search is handed its
// Tuning, so that one process can play differently tuned sides against each other.
struct Features {
#define FEATURE(name, on, meaning) bool name = on;
#include "search/features.def"
#undef FEATURE
    friend bool operator==(const Features&, const Features&) = default;
};

struct Params {
#define PARAM(name, value, min, max, step) int name = value;
#include "search/params.def"
#undef PARAM
    friend bool operator==(const Params&, const Params&) = default;
};

struct Tuning {
    Features features;
    Params params;
    friend bool operator==(const Tuning&, const Tuning&) = default;
};

// The same names as constants: `tuning.params.x` costs nothing and `if (tuning.features.x)` leaves no branch.
struct FixedFeatures {
#define FEATURE(name, on, meaning) static constexpr bool name = on;
#include "search/features.def"
#undef FEATURE
};

struct FixedParams {
#define PARAM(name, value, min, max, step) static constexpr int name = value;
#include "search/params.def"
#undef PARAM
};

struct FixedTuning {
    static constexpr FixedFeatures features{};
    static constexpr FixedParams params{};
};
inline constexpr FixedTuning kFixedTuning{};

struct FeatureInfo {
    std::string_view name;
    bool on_by_default;
    std::string_view meaning;
};
inline constexpr FeatureInfo kFeatureInfos[] = {
#define FEATURE(name, on, meaning) {#name, on, meaning},
#include "search/features.def"
#undef FEATURE
};

struct ParamInfo {
    std::string_view name;
    int value;
    int min;
    int max;
    int step;
};
inline constexpr ParamInfo kParamInfos[] = {
#define PARAM(name, value, min, max, step) {#name, value, min, max, step},
#include "search/params.def"
#undef PARAM
};

#define PARAM(name, value, min, max, step)                                               \
    static_assert((min) <= (value) && (value) <= (max), #name ": default out of range"); \
    static_assert((step) > 0 && (step) <= (max) - (min), #name ": step does not fit");
#include "search/params.def"
#undef PARAM

// By name; nullptr if there is none.
inline bool* find_feature(Features& features, std::string_view name) {
#define FEATURE(row, on, meaning) \
    if (name == #row) return &features.row;
#include "search/features.def"
#undef FEATURE
    return nullptr;
}

inline int* find_param(Params& params, std::string_view name) {
#define PARAM(row, value, min, max, step) \
    if (name == #row) return &params.row;
#include "search/params.def"
#undef PARAM
    return nullptr;
}

}  // namespace stillpoint
