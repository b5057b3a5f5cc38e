#include "pgn/symbols.h"

#include <algorithm>
#include <utility>

namespace stillpoint::pgn {

namespace {

constexpr std::pair<std::string_view, std::string_view> kResults[] = {
    {"1-0", "1-0"},         {"0-1", "0-1"},     {"1/2-1/2", "1/2-1/2"}, {"*", "*"},
    {"1:0", "1-0"},         {"0:1", "0-1"},     {"1/2", "1/2-1/2"},     {"1/2:1/2", "1/2-1/2"},
    {"0.5-0.5", "1/2-1/2"}, {"½-½", "1/2-1/2"}, {"½", "1/2-1/2"},       {"½:½", "1/2-1/2"},
    {"1-0F", "1-0"},        {"0-1F", "0-1"},    {"1-0ff", "1-0"},       {"0-1ff", "0-1"},
    {"+:-", "1-0"},         {"-:+", "0-1"},     {"-:-", "*"},           {"1–0", "1-0"},
    {"0–1", "0-1"},         {"½–½", "1/2-1/2"},
};

// The first spelling of a number is the one to write.
constexpr std::pair<std::string_view, int> kAnnotations[] = {
    {"!", 1},   {"?", 2},   {"!!", 3},   {"‼", 3},  {"??", 4},  {"⁇", 4},   {"!?", 5},   {"⁉", 5},
    {"?!", 6},  {"⁈", 6},   {"□", 7},    {"=", 10}, {"∞", 13},  {"⩲", 14},  {"+=", 14},  {"+/=", 14},
    {"⩱", 15},  {"=+", 15}, {"=/+", 15}, {"±", 16}, {"∓", 17},  {"+-", 18}, {"+/-", 16}, {"-/+", 17},
    {"-+", 19}, {"+−", 18}, {"−+", 19},  {"⨀", 22}, {"N", 146},
};

}  // namespace

std::optional<std::string_view> read_result(std::string_view word) {
    for (const auto& [written, meant] : kResults)
        if (word == written) return meant;
    return std::nullopt;
}

std::optional<int> read_annotation(std::string_view word) {
    for (const auto& [sign, number] : kAnnotations)
        if (word == sign) return number;
    return std::nullopt;
}

std::string_view annotation_sign(int nag) {
    for (const auto& [sign, number] : kAnnotations)
        if (number == nag) return sign;
    return {};
}

}  // namespace stillpoint::pgn
