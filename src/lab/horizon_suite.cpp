#include "lab/horizon_suite.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "chess/fen.h"
#include "lab/names.h"
#include "util/lines.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

// Beyond this a win is a win: mates and won endings don't make every other winning move a blunder.
constexpr Score kCeiling = 1000;

std::string field(const std::string& line, std::size_t column) {
    std::istringstream in(line);
    std::string text;
    for (std::size_t i = 0; i <= column; ++i)
        if (!std::getline(in, text, '\t')) return "";
    return text;
}

// An EPD line begins with the first four fields of a FEN.
std::string first_fields(const std::string& line) {
    std::istringstream in(line);
    std::string a, b, c, d;
    in >> a >> b >> c >> d;
    if (d.ends_with(';')) d.pop_back();
    return a + " " + b + " " + c + " " + d + " 0 1";
}

// How good a move is, by the engine's own search of it; each move is only searched once.
class Judge {
public:
    Judge(const Position& pos, HorizonSearcher& engine, const HorizonSuiteSettings& settings)
        : pos_(pos), engine_(engine), settings_(settings) {
        if (const auto results = search({}); !results.empty()) {
            best_ = clamped(results.back().score);
            if (!results.back().line.empty()) known_[results.back().line[0].raw()] = best_;
        }
    }

    bool is_blunder(Move move) {
        const auto [entry, is_new] = known_.try_emplace(move.raw(), 0);
        if (is_new) {
            const auto results = search({move});
            entry->second = results.empty() ? best_ : clamped(results.back().score);
        }
        return best_ - entry->second >= settings_.blunder;
    }

private:
    static Score clamped(Score score) { return std::clamp(score, -kCeiling, kCeiling); }
    std::vector<HorizonResult> search(const std::vector<Move>& only) {
        return engine_.search(pos_, kMaxPly - 1, settings_.reference_nodes, only);
    }

    const Position& pos_;
    HorizonSearcher& engine_;
    const HorizonSuiteSettings& settings_;
    Score best_ = 0;
    std::map<std::uint16_t, Score> known_;
};

}  // namespace

Result<std::vector<Position>> read_positions(const std::string& path, std::size_t max) {
    std::ifstream in(path);
    if (!in) return Error{"can't read " + path};
    std::vector<Position> positions;
    std::string line;
    int fen_column = -1, number = 0;
    bool first = true;
    while (next_line(in, line) && positions.size() < max) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line[0] == '#') continue;
        if (std::exchange(first, false) && line.find('\t') != std::string::npos) {
            for (std::size_t column = 0; !field(line, column).empty() && fen_column < 0; ++column)
                if (field(line, column) == "fen") fen_column = static_cast<int>(column);
            if (fen_column < 0) return Error{path + " has no column named fen"};
            continue;
        }
        const auto pos = parse_fen(fen_column >= 0 ? field(line, static_cast<std::size_t>(fen_column))
                                                   : first_fields(line));
        if (!pos) return Error{path + ", line " + std::to_string(number) + ": " + pos.error()};
        if (pos->has_legal_move()) positions.push_back(*pos);
    }
    if (positions.empty()) return Error{path + " has no positions"};
    return positions;
}

HorizonSuite run_horizon_suite(const std::vector<Position>& positions, const HorizonSuiteSettings& settings,
                               const nnue::Network* network) {
    const auto depths = static_cast<std::size_t>(settings.depth);
    HorizonSuite suite;
    suite.positions = positions.size();
    suite.depths.resize(depths);
    suite.only_plain_errs.resize(depths);
    suite.only_quiet_errs.resize(depths);
    std::vector<std::unique_ptr<HorizonSearcher>> searchers;
    for (std::size_t h = 0; h < kHorizons; ++h)
        searchers.push_back(std::make_unique<HorizonSearcher>(static_cast<Horizon>(h), network));
    HorizonSearcher& engine = *searchers[static_cast<std::size_t>(Horizon::Engine)];
    for (const Position& pos : positions) {
        std::array<std::vector<HorizonResult>, kHorizons> results;
        for (std::size_t h = 0; h < kHorizons; ++h) results[h] = searchers[h]->search(pos, settings.depth);
        Judge judge(pos, engine, settings);
        for (std::size_t d = 0; d < depths; ++d) {
            std::array<bool, kHorizons> errs{};
            for (std::size_t h = 0; h < kHorizons; ++h) {
                if (d >= results[h].size() || results[h][d].line.empty()) continue;
                errs[h] = judge.is_blunder(results[h][d].line[0]);
                suite.depths[d][h].blunders += errs[h];
                suite.depths[d][h].nodes += results[h][d].nodes;
            }
            const bool plain = errs[static_cast<std::size_t>(Horizon::Plain)];
            const bool quiet = errs[static_cast<std::size_t>(Horizon::Full)];
            suite.only_plain_errs[d] += plain && !quiet;
            suite.only_quiet_errs[d] += quiet && !plain;
        }
    }
    return suite;
}

std::string to_markdown(const HorizonSuite& suite) {
    std::string text = format(
        "%zu positions\n\n"
        "| depth | blunders: plain | captures | quiescence | engine | only plain errs | only quiescence errs "
        "| nodes: plain | captures | quiescence | engine |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        suite.positions);
    for (std::size_t d = 0; d < suite.depths.size(); ++d) {
        text += format("| %zu |", d + 1);
        for (const HorizonTally& tally : suite.depths[d])
            text += format(" %d (%.0f %%) |", tally.blunders,
                           100.0 * tally.blunders / static_cast<double>(suite.positions));
        text += format(" %d | %d |", suite.only_plain_errs[d], suite.only_quiet_errs[d]);
        for (const HorizonTally& tally : suite.depths[d])
            text += format(" %llu |", static_cast<unsigned long long>(tally.nodes / suite.positions));
        text += "\n";
    }
    text.pop_back();
    return text;
}

}  // namespace stillpoint::lab
