#include "chess/cuckoo.h"

#include <array>
#include <utility>

#include "chess/attacks.h"
#include "chess/zobrist.h"
#include "util/check.h"

namespace stillpoint::cuckoo {

namespace {

// Every key sits in one of its two slots, so that a look-up needs two reads at most.
constexpr std::size_t kSlots = 8192;
constexpr std::size_t first_slot(Key key) { return key & (kSlots - 1); }
constexpr std::size_t second_slot(Key key) { return (key >> 16) & (kSlots - 1); }

struct Entry {
    Key key = 0;
    Step step{Square::A1, Square::A1};
};

// Does not use the slider tables: this runs while statics are built, in no defined order.
Bitboard empty_board_attacks(PieceType type, Square s) {
    switch (type) {
        case PieceType::Knight: return knight_attacks(s);
        case PieceType::Bishop: return empty_board_bishop_attacks(s);
        case PieceType::Rook: return empty_board_rook_attacks(s);
        case PieceType::Queen: return empty_board_bishop_attacks(s) | empty_board_rook_attacks(s);
        case PieceType::King: return king_attacks(s);
        default: return 0;
    }
}

std::array<Entry, kSlots> make_table() {
    std::array<Entry, kSlots> table{};
    [[maybe_unused]] int entries = 0;
    for (int p = 0; p < kPieces; ++p)
        for (int a = 0; a < kSquares; ++a)
            for (int b = a + 1; b < kSquares; ++b) {
                const Piece piece = static_cast<Piece>(p);
                const Square from = static_cast<Square>(a), to = static_cast<Square>(b);
                if (!contains(empty_board_attacks(type_of(piece), from), to)) continue;
                Entry entry{
                    zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::black_to_move(),
                    {from, to}};
                ++entries;
                // A displaced entry moves on to its other slot, until an empty slot ends the chain.
                std::size_t slot = first_slot(entry.key);
                for (std::swap(table[slot], entry); entry.key != 0; std::swap(table[slot], entry))
                    slot = slot == first_slot(entry.key) ? second_slot(entry.key) : first_slot(entry.key);
            }
    STILLPOINT_ASSERT(entries == 3668);
    return table;
}

const std::array<Entry, kSlots> kTable = make_table();

}  // namespace

std::optional<Step> find(Key difference) {
    for (std::size_t slot : {first_slot(difference), second_slot(difference)})
        if (kTable[slot].key == difference) return kTable[slot].step;
    return std::nullopt;
}

}  // namespace stillpoint::cuckoo
