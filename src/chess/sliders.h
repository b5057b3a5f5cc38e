#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/types.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace stillpoint {

// Attacks of bishops and rooks by table look-up: the occupied squares that matter (the mask) are mapped to
// a dense index. Two mappings exist: PEXT, one instruction, and magic multiplication for CPUs without it.
// Each says what the table's entries are and how they become attacks.

struct MagicIndex {
    using Entry = Bitboard;
    struct SliderSquare {
        Bitboard mask = 0;
        const Entry* attacks = nullptr;
        std::uint64_t magic = 0;
        int shift = 0;
    };

    static std::size_t of(const SliderSquare& s, Bitboard occupied) {
        return static_cast<std::size_t>(((occupied & s.mask) * s.magic) >> s.shift);
    }
    static Entry pack(const SliderSquare&, Bitboard attacks) { return attacks; }
    static Bitboard unpack(const SliderSquare&, Entry entry) { return entry; }
};

#if defined(__BMI2__)
// An entry is 16 bits, one for each of the at most 14 squares in reach, so that the tables take 210 kB
// instead of 840: they share the second-level cache with everything else a search reads.
struct PextIndex {
    using Entry = std::uint16_t;
    struct SliderSquare {
        Bitboard mask = 0;
        Bitboard reach = 0;  // attacks on an empty board
        const Entry* attacks = nullptr;
    };

    static std::size_t of(const SliderSquare& s, Bitboard occupied) {
        return static_cast<std::size_t>(_pext_u64(occupied, s.mask));
    }
    static Entry pack(const SliderSquare& s, Bitboard attacks) {
        return static_cast<Entry>(_pext_u64(attacks, s.reach));
    }
    static Bitboard unpack(const SliderSquare& s, Entry entry) { return _pdep_u64(entry, s.reach); }
};
#endif

// AMD before Zen 3 has PEXT and PDEP in microcode, slower than a multiplication.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__) && !defined(__bdver4__)
using FastestIndex = PextIndex;
#else
using FastestIndex = MagicIndex;
#endif

template <class Index>
class SliderTables {
public:
    SliderTables();
    SliderTables(const SliderTables&) = delete;
    SliderTables& operator=(const SliderTables&) = delete;

    Bitboard bishop(Square s, Bitboard occupied) const { return look_up(bishop_[s], occupied); }
    Bitboard rook(Square s, Bitboard occupied) const { return look_up(rook_[s], occupied); }

private:
    using SliderSquare = typename Index::SliderSquare;
    using Entry = typename Index::Entry;

    static Bitboard look_up(const SliderSquare& s, Bitboard occupied) {
        return Index::unpack(s, s.attacks[Index::of(s, occupied)]);
    }

    // 2^(relevant squares) summed over the board.
    static constexpr std::size_t kBishopEntries = 5248;
    static constexpr std::size_t kRookEntries = 102400;

    BySquare<SliderSquare> bishop_;
    BySquare<SliderSquare> rook_;
    std::array<Entry, kBishopEntries + kRookEntries> attacks_;
};

extern const SliderTables<FastestIndex> kSliders;

// Code that all paths of a portable program share can't know what kind of tables the path has.
#if defined(STILLPOINT_SHARED) || defined(STILLPOINT_OF_PATH)
Bitboard bishop_attacks_of_path(Square s, Bitboard occupied);
Bitboard rook_attacks_of_path(Square s, Bitboard occupied);
#endif

}  // namespace stillpoint
