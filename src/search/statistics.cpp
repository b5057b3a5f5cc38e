#include "search/statistics.h"

namespace stillpoint {

namespace {

// Slightly negative starts make untried moves rank below moves that once worked.
constexpr int kCaptureStart = -600;
constexpr int kPawnStart = -1000;
constexpr int kContinuationStart = -450;

template <class Table>
void fill_piece_to(Table& table, int value) {
    for (auto& squares : table)
        for (auto& entry : squares) entry = value;
}

}  // namespace

void Statistics::clear() {
    for (auto& table : butterfly)
        for (auto& entry : table) entry = 0;
    fill_piece_to(piece_to, 0);
    for (auto& squares : capture)
        for (auto& victims : squares)
            for (auto& entry : victims) entry = kCaptureStart;
    for (auto& table : pawn) fill_piece_to(table, kPawnStart);
    for (auto& table : low_ply)
        for (auto& entry : table) entry = 0;
    for (auto& by_capture : continuation)
        for (auto& tables : by_capture)
            for (auto& squares : tables)
                for (auto& table : squares) fill_piece_to(table, kContinuationStart);
    for (auto& squares : countermove)
        for (Move& move : squares) move = Move::none();
}

}  // namespace stillpoint
