#include "analysis/solved_positions.h"

#include <fstream>
#include <sstream>

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

}  // namespace

std::vector<SuitePosition> built_in_suite() {
    std::istringstream in(kBuiltInSuite);
    return read_suite(in, [](int, const std::string&) {});
}

Result<std::vector<SuitePosition>> load_suite(const std::string& path) {
    std::ifstream in(path);
    if (!in) return Error{"can't read " + path};
    std::string problem;
    auto positions = read_suite(in, [&](int line, const std::string& error) {
        if (problem.empty()) problem = path + ", line " + std::to_string(line) + ": " + error;
    });
    if (positions.empty()) return Error{problem.empty() ? path + " has no positions" : problem};
    return positions;
}

int count_solved(const SoloSettings& settings, const std::vector<SuitePosition>& positions,
                 std::uint64_t nodes) {
    SoloSearch search(settings);
    SoloTask task;
    task.limits.nodes = nodes;
    int solved = 0;
    for (const SuitePosition& expected : positions) {
        search.clear();
        search.run(expected.position, task);
        const RootMove& best = search.worker().root_moves()[0];
        const Score score = best.score == -kInfiniteScore ? best.previous_score : best.score;
        std::optional<int> mate;
        if (is_mate(score)) mate = (kMateScore - score + 1) / 2;
        solved += judge(expected, best.move(), mate).solved;
    }
    return solved;
}

}  // namespace stillpoint
