#include "chess/perft.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "chess/movegen.h"

namespace stillpoint {

std::uint64_t perft(Position& pos, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(pos));
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    std::uint64_t nodes = 0;
    for (Move m : moves) {
        pos.make(m);
        nodes += perft(pos, depth - 1);
        pos.undo();
    }
    return nodes;
}

std::vector<PerftMove> split_perft(const Position& pos, int depth, int threads) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    std::vector<PerftMove> result;
    for (Move m : moves) result.push_back({m, 0});
    if (depth <= 0) return {};

    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        Position board = pos;
        for (std::size_t i = next++; i < result.size(); i = next++) {
            board.make(result[i].move);
            result[i].nodes = perft(board, depth - 1);
            board.undo();
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (int t = 1; t < std::min(threads, static_cast<int>(result.size())); ++t)
            helpers.emplace_back(work);
    } catch (const std::system_error&) {
        // The system has no more threads to give: those that did start do the work.
    }
    work();
    for (std::thread& helper : helpers) helper.join();
    return result;
}

}  // namespace stillpoint
