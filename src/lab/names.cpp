#include "lab/names.h"

#include <algorithm>
#include <cstdlib>

#include "search/score.h"
#include "util/containers.h"
#include "util/text.h"

namespace stillpoint::lab {

std::string_view name_of(NodeKind kind) {
    constexpr std::string_view kNames[] = {"root", "pv", "non-pv"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Purpose purpose) {
    constexpr Named<Purpose> kNames[] = {{Purpose::Root, "root"},
                                         {Purpose::NullMove, "null move"},
                                         {Purpose::NullMoveVerification, "verification"},
                                         {Purpose::Razoring, "razoring"},
                                         {Purpose::ProbCutQuiescence, "probcut try"},
                                         {Purpose::ProbCut, "probcut"},
                                         {Purpose::Singular, "singular"},
                                         {Purpose::Reduced, "reduced"},
                                         {Purpose::Research, "re-search"},
                                         {Purpose::ZeroWindow, "zero window"},
                                         {Purpose::FullWindow, "full window"},
                                         {Purpose::Forcing, "forcing"}};
    static_assert(names_every<Purpose>(kNames));
    return kNames[static_cast<std::size_t>(purpose)].name;
}

std::string_view name_of(Bound bound) {
    constexpr std::string_view kNames[] = {"none", "upper", "lower", "exact"};
    return kNames[static_cast<std::size_t>(bound)];
}

std::string_view name_of(PickStage stage) {
    switch (stage) {
        case PickStage::MainTable:
        case PickStage::EvasionTable:
        case PickStage::ProbcutTable:
        case PickStage::QuiescenceTable: return "table move";
        case PickStage::GoodNoisy: return "good captures";
        case PickStage::FirstKiller:
        case PickStage::SecondKiller: return "killers";
        case PickStage::Countermove: return "countermove";
        case PickStage::GoodQuiet: return "good quiets";
        case PickStage::BadNoisy: return "bad captures";
        case PickStage::BadQuiet: return "bad quiets";
        case PickStage::Evasion: return "evasions";
        case PickStage::Probcut: return "winning captures";
        case PickStage::QuiescenceNoisy: return "captures";
        case PickStage::QuiescenceChecks: return "quiet checks";
        case PickStage::Recapture: return "recaptures";
        default: return "none";
    }
}

std::string_view name_of(DepthChange change) {
    constexpr Named<DepthChange> kNames[] = {{DepthChange::Hindsight, "hindsight"},
                                             {DepthChange::IterativeReduction, "no table move"},
                                             {DepthChange::SingularGrowth, "very singular table move"},
                                             {DepthChange::AlphaRaised, "a good move is in hand"}};
    static_assert(names_every<DepthChange>(kNames));
    return kNames[static_cast<std::size_t>(change)].name;
}

std::string_view name_of(RuleUnit unit) {
    constexpr Named<RuleUnit> kNames[] = {{RuleUnit::Evaluation, "score"},
                                          {RuleUnit::Moves, "moves"},
                                          {RuleUnit::History, "history"},
                                          {RuleUnit::Exchange, "exchange"}};
    static_assert(names_every<RuleUnit>(kNames));
    return kNames[static_cast<std::size_t>(unit)].name;
}

std::string in_pawns(Score score, const ScoreScale& scale) {
    if (is_mate(score)) return "mate in " + std::to_string(mate_distance(score));
    if (is_mated(score)) return "mated in " + std::to_string(-mate_distance(score));
    if (is_win(score)) return "a won ending";
    if (is_loss(score)) return "a lost ending";
    return format("%+.2f", scale.centipawns(score) / 100.0);
}

std::string in_centipawns(Score score, const ScoreScale& scale) {
    if (!is_valid(score)) return "-";
    if (score == kInfiniteScore) return "+inf";
    if (score == -kInfiniteScore) return "-inf";
    if (is_mate_score(score)) return "mate " + std::to_string(mate_distance(score));
    return std::to_string(scale.centipawns(score));
}

int bounded_centipawns(Score score, const ScoreScale& scale) {
    constexpr int kCertainWin = 1000;
    return std::clamp(scale.centipawns(score), -kCertainWin, kCertainWin);
}

std::string in_centipawns(const NodeEntry& window, const ScoreScale& scale) {
    return "[" + in_centipawns(window.alpha, scale) + ", " + in_centipawns(window.beta, scale) + "]";
}

void write_score(JsonWriter& json, std::string_view key, Score score, const ScoreScale& scale) {
    json.key(key);
    if (!is_valid(score) || std::abs(score) == kInfiniteScore)
        json.null();
    else if (is_mate_score(score))
        json.begin_object().field("mate", mate_distance(score)).end_object();
    else
        json.begin_object().field("cp", scale.centipawns(score)).end_object();
}

void write_window(JsonWriter& json, const NodeEntry& entry, const ScoreScale& scale) {
    write_score(json, "alpha", entry.alpha, scale);
    write_score(json, "beta", entry.beta, scale);
}

void write_finding(JsonWriter& json, const Finding& finding, const ScoreScale& scale) {
    const RuleUnit unit = unit_of(finding.rule);
    json.field("rule", stillpoint::name_of(finding.rule)).field("unit", name_of(unit));
    const auto write = [&](std::string_view key, int figure) {
        if (figure != kNoFigure && unit == RuleUnit::Evaluation) return write_score(json, key, figure, scale);
        json.key(key);
        figure == kNoFigure ? json.null() : json.value(figure);
    };
    write("figure", finding.figure);
    write("limit", finding.limit);
}

std::string plies(int count) { return std::to_string(count) + (std::abs(count) == 1 ? " ply" : " plies"); }

std::string ordinal(int number) {
    const int tens = number % 100, ones = number % 10;
    const bool teen = tens >= 11 && tens <= 13;
    return std::to_string(number) + (teen || ones == 0 || ones > 3 ? "th"
                                     : ones == 1                   ? "st"
                                     : ones == 2                   ? "nd"
                                                                   : "rd");
}

}  // namespace stillpoint::lab
