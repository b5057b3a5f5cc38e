#include "analysis/suite_file.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "analysis/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "util/input_file.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr const char* kBuiltInSuite = R"(7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; id "Reti";
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id "Lasker and Reichhelm";
8/8/1KP5/3r4/8/8/8/k7 w - - bm c7; id "Saavedra";
kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; id "Morphy's problem";
4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - bm Qb8+; id "opera game";
rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - bm Nxe5; id "Legal's mate";
5r1k/6pp/8/6N1/2Q5/8/6PP/6K1 w - - bm Qg8+; id "smothered mate";
r1bq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - bm Bxh7+; id "Greco's sacrifice";
8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - bm Rf1; id "zugzwang";
3r2k1/p3nppp/8/8/8/8/5PPP/4R1K1 w - - am Rxe7; id "back rank";
rnbqkb1r/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1PBPPP/RNBQK2R b KQkq - am Nxe4; id "fork from a4";
6k1/5p1p/8/6p1/3p1n2/8/5PPP/3Q2K1 w - - am Qxd4; id "fork from e2";
)";

std::vector<std::string> split(std::string_view text, std::string_view separators) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> parts = split(text, " ,\t");
    std::erase(parts, "");
    return parts;
}

Result<std::vector<Move>> read_moves(const Position& pos, const std::vector<std::string>& texts) {
    std::vector<Move> moves;
    for (const std::string& text : texts) {
        const Result<Move> move = parse_move(pos, text);
        if (!move) return Error{move.error()};
        moves.push_back(*move);
    }
    return moves;
}

// "Nf3=10, d4=5". Text of another form is a comment and gives no points.
std::vector<std::pair<Move, double>> read_points(const Position& pos, std::string_view text) {
    std::vector<std::pair<Move, double>> points;
    for (const std::string& word : words(text)) {
        // Promotions contain an equals sign themselves.
        const std::size_t equals = word.rfind('=');
        if (equals == std::string::npos) return {};
        const Result<Move> move = parse_move(pos, word.substr(0, equals));
        const auto value = parse_decimal(word.substr(equals + 1));
        if (!move || !value) return {};
        points.emplace_back(*move, *value);
    }
    return points;
}

// The Strategic Test Suite's other form: c8 "10 5 3" beside c9 "f3f4 e2e4 d1d2".
std::vector<std::pair<Move, double>> read_points(const EpdRecord& record) {
    const EpdOperation *values = record.find("c8"), *moves = record.find("c9");
    if (values && moves && !values->operands.empty() && !moves->operands.empty()) {
        std::string joined;
        const auto v = words(values->operands[0]), m = words(moves->operands[0]);
        for (std::size_t i = 0; i < std::min(v.size(), m.size()); ++i) joined += m[i] + '=' + v[i] + ' ';
        if (auto points = read_points(record.position, joined); !points.empty()) return points;
    }
    const EpdOperation* c0 = record.find("c0");
    return c0 && !c0->operands.empty() ? read_points(record.position, c0->operands[0])
                                       : std::vector<std::pair<Move, double>>{};
}

Result<SuitePosition> checked(SuitePosition position) {
    if (!position.position.has_legal_move()) return Error{"the game is over in this position"};
    if (position.best.empty() && position.avoid.empty() && !position.mate && position.points.empty())
        return Error{"nothing is expected: no bm, am, dm or points"};
    return position;
}

Result<SuitePosition> from_epd(std::string_view line) {
    Result<EpdRecord> record = parse_epd(line);
    if (!record) return Error{record.error()};
    const auto operands = [&](std::string_view name) {
        const EpdOperation* operation = record->find(name);
        return operation ? operation->operands : std::vector<std::string>{};
    };
    SuitePosition out{.id = {},
                      .position = record->position,
                      .best = {},
                      .avoid = {},
                      .mate = {},
                      .points = {},
                      .note = {}};
    if (const auto id = operands("id"); !id.empty()) out.id = id[0];
    auto best = read_moves(out.position, operands("bm")), avoid = read_moves(out.position, operands("am"));
    if (!best) return Error{"bm: " + best.error()};
    if (!avoid) return Error{"am: " + avoid.error()};
    out.best = std::move(*best);
    out.avoid = std::move(*avoid);
    if (const auto mate = operands("dm"); !mate.empty())
        if (const auto number = parse_decimal(mate[0]); number && *number >= 1 && *number < 1000)
            out.mate = static_cast<int>(*number);
    out.points = read_points(*record);
    return checked(std::move(out));
}

// The lines of a suite. The first line of a TSV file names its columns; an EPD file has none.
class SuiteRows {
public:
    explicit SuiteRows(std::istream& in) : lines_(in) {}

    // False at the end.
    bool next() {
        const bool is_first = lines_.number() == 0;
        if (!lines_.next()) return false;
        cells_ = split(lines_.text(), "\t");
        if (!is_first || std::find(cells_.begin(), cells_.end(), "fen") == cells_.end()) return true;
        for (std::size_t i = 0; i < cells_.size(); ++i) columns_[cells_[i]] = i;
        return next();
    }

    bool has_columns() const { return !columns_.empty(); }
    // Of a file with columns; empty if there is none of that name.
    std::string cell(std::string_view name) const {
        const auto column = columns_.find(name);
        return column != columns_.end() && column->second < cells_.size() ? cells_[column->second] : "";
    }
    const std::string& text() const { return lines_.text(); }
    int number() const { return lines_.number(); }
    const char* why_cut_short() const { return lines_.why_cut_short(); }

private:
    PositionLines lines_;
    std::map<std::string, std::size_t, std::less<>> columns_;
    std::vector<std::string> cells_;
};

Result<SuitePosition> from_tsv(const SuiteRows& row) {
    const auto cell = [&](std::string_view name) { return row.cell(name); };
    Result<Position> position = parse_fen(cell("fen"));
    if (!position) return Error{position.error()};
    SuitePosition out{.id = cell("id"),
                      .position = std::move(*position),
                      .best = {},
                      .avoid = {},
                      .mate = {},
                      .points = {},
                      .note = cell("note")};
    auto best = read_moves(out.position, words(cell("bm_uci"))),
         avoid = read_moves(out.position, words(cell("am_uci")));
    if (!best) return Error{"bm_uci: " + best.error()};
    if (!avoid) return Error{"am_uci: " + avoid.error()};
    out.best = std::move(*best);
    out.avoid = std::move(*avoid);
    if (const auto mate = parse_decimal(cell("mate")); mate && *mate >= 1 && *mate < 1000)
        out.mate = static_cast<int>(*mate);
    const std::string points = cell("points");
    if (const auto number = parse_decimal(points))
        for (Move m : out.best) out.points.emplace_back(m, *number);
    else
        out.points = read_points(out.position, points);
    return checked(std::move(out));
}

Result<Position> position_of(const SuiteRows& row) {
    if (row.has_columns()) return parse_fen(row.cell("fen"));
    auto record = parse_epd(row.text());
    if (!record) return Error{record.error()};
    return std::move(record->position);
}

}  // namespace

double SuitePosition::max_points() const {
    if (points.empty()) return 1;
    double most = 0;
    for (const auto& [move, value] : points) most = std::max(most, value);
    return most;
}

SuiteVerdict judge(const SuitePosition& expected, Move move, std::optional<int> mate_found) {
    const auto has = [&](const std::vector<Move>& moves) {
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    };
    SuiteVerdict verdict;
    if (expected.mate) {
        // Any mate as short is a solution, whatever moves are named.
        verdict.solved = mate_found && *mate_found > 0 && *mate_found <= *expected.mate;
    } else {
        verdict.solved = (expected.best.empty() || has(expected.best)) && !has(expected.avoid);
    }
    if (expected.points.empty()) {
        verdict.points = verdict.solved ? 1 : 0;
        return verdict;
    }
    for (const auto& [good, value] : expected.points)
        if (good == move) verdict.points = std::max(verdict.points, value);
    if (expected.best.empty() && expected.avoid.empty() && !expected.mate)
        verdict.solved = verdict.points >= expected.max_points();
    return verdict;
}

std::vector<SuitePosition> read_suite(std::istream& in,
                                      const std::function<void(int line, const std::string&)>& on_error) {
    std::vector<SuitePosition> positions;
    SuiteRows rows(in);
    while (rows.next()) {
        auto position = rows.has_columns() ? from_tsv(rows) : from_epd(rows.text());
        if (!position) {
            on_error(rows.number(), position.error());
            continue;
        }
        if (position->id.empty()) position->id = "line " + std::to_string(rows.number());
        positions.push_back(std::move(*position));
    }
    if (const char* const why = rows.why_cut_short()) on_error(rows.number() + 1, why);
    return positions;
}

Result<std::vector<Position>> read_positions(const std::string& path, std::size_t max) {
    auto in = open_input(path);
    if (!in) return Error{in.error()};
    std::vector<Position> positions;
    SuiteRows rows(*in);
    while (positions.size() < max && rows.next()) {
        auto position = position_of(rows);
        if (!position)
            return Error{path + ", line " + std::to_string(rows.number()) + ": " + position.error()};
        if (position->has_legal_move()) positions.push_back(std::move(*position));
    }
    if (const char* const why = rows.why_cut_short())
        return Error{path + ", line " + std::to_string(rows.number() + 1) + ": " + why};
    if (positions.empty()) return Error{path + " has no positions"};
    return positions;
}

std::vector<SuitePosition> built_in_suite() {
    std::istringstream in(kBuiltInSuite);
    return read_suite(in, [](int, const std::string&) {});
}

Result<std::vector<SuitePosition>> load_suite(const std::string& path) {
    auto in = open_input(path);
    if (!in) return Error{in.error()};
    std::string problem;
    auto positions = read_suite(*in, [&](int line, const std::string& error) {
        if (problem.empty()) problem = path + ", line " + std::to_string(line) + ": " + error;
    });
    if (positions.empty()) return Error{problem.empty() ? path + " has no positions" : problem};
    return positions;
}

}  // namespace stillpoint
