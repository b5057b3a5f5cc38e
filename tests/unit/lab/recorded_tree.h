#pragma once

#include <string>

#include "chess/fen.h"
#include "lab/tree_file.h"
#include "lab/tree_recorder.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/temp_dir.h"

namespace stillpoint::test {

// A file that is gone after the test.
class TempFile {
public:
    explicit TempFile(const std::string& name) : path_(folder_.file(name)) {}
    const std::string& path() const { return path_; }

private:
    TempDir folder_;
    std::string path_;
};

struct Recording {
    std::uint64_t nodes = 0;    // as the worker counted
    std::uint64_t records = 0;  // as the writer did
};

inline Recording record_search(const std::string& path, const Position& pos, const Limits& limits,
                               const Tuning& tuning = {}) {
    Searcher searcher(4, tuning);
    SearchContext context;
    searcher.fill(context, limits);
    lab::TreeWriter writer(path, {.fen = to_fen(pos), .depth = limits.depth.value_or(0)});
    lab::TreeRecorder recorder(writer);
    const Found found = searcher.run(context, pos, all_root_moves(pos), &recorder);
    const auto index = writer.finish(recorder.nodes());
    if (!index) throw std::runtime_error(index.error());
    return {found.nodes, index->records};
}

inline constexpr const char* kLabFens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 45",
};

}  // namespace stillpoint::test
