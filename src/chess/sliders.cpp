#include "chess/sliders.h"

#include "util/check.h"

namespace stillpoint {

namespace {

// Multipliers without harmful collisions, found by random search over numbers with few bits set.
constexpr std::uint64_t kBishopMagics[kSquares] = {
    0x0140012212104102ULL, 0x40C2109A00810004ULL, 0x10040800B5000021ULL, 0x40022092012C0030ULL,
    0x1001104002080400ULL, 0x0100900420410002ULL, 0x0004038238214048ULL, 0x5088804422200200ULL,
    0x02100520A2040500ULL, 0x22000410488A0281ULL, 0x088004840086000AULL, 0x1101082A00209041ULL,
    0x0000040420088001ULL, 0x0001008804410108ULL, 0x08200C808808C000ULL, 0x0000042422080424ULL,
    0x206002C0848C0080ULL, 0x0004411021920401ULL, 0x0110208800481120ULL, 0x0048001404204C80ULL,
    0x4044024200A20002ULL, 0x000300060088A400ULL, 0x20C2044100822048ULL, 0x1204A20205820880ULL,
    0x0008440061208211ULL, 0x2002200202284210ULL, 0x1404100002002040ULL, 0x4040802052020200ULL,
    0x2011010020104000ULL, 0x0082020000209000ULL, 0x80008091140C1400ULL, 0x0090408002120108ULL,
    0x014404846821200CULL, 0x00045C240220110CULL, 0x440080208C500480ULL, 0x0422008020420200ULL,
    0x0001100400108021ULL, 0x0008080020211000ULL, 0x0A50120040008400ULL, 0x0210810100020088ULL,
    0x01008410400848A0ULL, 0x10008444200A0200ULL, 0x8102840048000100ULL, 0x2420024010430200ULL,
    0x0080081100400408ULL, 0x105101101A800101ULL, 0x0014190836101100ULL, 0x020428088900802AULL,
    0x02090C3002492050ULL, 0x2102012C02021004ULL, 0x0020610098040308ULL, 0x4002000504880090ULL,
    0x518001C4208205E0ULL, 0x0000D12141010022ULL, 0x0821020488008004ULL, 0x010208811D0A0000ULL,
    0x002884480201201AULL, 0x0100004200900880ULL, 0x1000010020841000ULL, 0x0428400106050400ULL,
    0x0012022012420208ULL, 0x8800010404081202ULL, 0x0400081101080908ULL, 0x0102700102108200ULL,
};
constexpr std::uint64_t kRookMagics[kSquares] = {
    0x1C8000604006D081ULL, 0x0040100020004002ULL, 0x2080100020008009ULL, 0x8880080080100006ULL,
    0x0600040200900820ULL, 0x0100040001000802ULL, 0x0400011000C20408ULL, 0x0200082084010042ULL,
    0x8900800080400020ULL, 0x0080402000401000ULL, 0x0008801000802008ULL, 0x0013000AA1001002ULL,
    0x3092800800800400ULL, 0x4482001008040200ULL, 0x9202000200080104ULL, 0x0212000040810402ULL,
    0x0040108000804020ULL, 0x001000C04000A000ULL, 0x0020420015218200ULL, 0x0040090010002100ULL,
    0x2008808004000800ULL, 0x0404004002004100ULL, 0x0504808002000100ULL, 0x0801020008489401ULL,
    0x0000A18480064001ULL, 0x280150014000A000ULL, 0x0001C10500200090ULL, 0x0809000900201000ULL,
    0x0400040080800800ULL, 0xB202000200100804ULL, 0x0000010400900208ULL, 0x0012048600004104ULL,
    0x2080022001400048ULL, 0x0020004000803080ULL, 0x0100900181802008ULL, 0x2908001000808008ULL,
    0x8000100801000500ULL, 0x1214010040400200ULL, 0x1000211044000802ULL, 0x0480800040800100ULL,
    0xC020802040008001ULL, 0x4000500020004000ULL, 0x8A10004020010100ULL, 0x1402084012020020ULL,
    0x0008000400808008ULL, 0x0002015024620008ULL, 0x0802000401020008ULL, 0x0005408041020004ULL,
    0x0000400080083480ULL, 0x22014300AA048A00ULL, 0x8001001040200100ULL, 0x0080080010008080ULL,
    0x1244000480080080ULL, 0x0404004100020040ULL, 0x50100845900E0400ULL, 0x0000004084110200ULL,
    0x00010012C4238001ULL, 0x080450A040018105ULL, 0x0010401009002001ULL, 0x0085001000208409ULL,
    0x0212002004081102ULL, 0x8021004204000841ULL, 0x000008020100B004ULL, 0x48000100A40884C2ULL,
};

struct Step {
    int file;
    int rank;
};
constexpr Step kBishopSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
constexpr Step kRookSteps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

Bitboard walk(Square from, Bitboard occupied, const Step (&steps)[4]) {
    Bitboard reached = 0;
    for (const Step& step : steps) {
        int file = file_of(from) + step.file, rank = rank_of(from) + step.rank;
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step.file, rank += step.rank) {
            const Square s = make_square(file, rank);
            reached |= bit(s);
            if (contains(occupied, s)) break;
        }
    }
    return reached;
}

// A piece on the last square of a ray changes nothing: only inner squares are part of the mask.
Bitboard relevant_squares(Square s, const Step (&steps)[4]) {
    const Bitboard rank_edges = (rank_bits(0) | rank_bits(7)) & ~rank_bits(rank_of(s));
    const Bitboard file_edges = (kFileA | kFileH) & ~file_bits(file_of(s));
    return walk(s, 0, steps) & ~(rank_edges | file_edges);
}

void prepare(MagicIndex::SliderSquare& entry, Square, std::uint64_t magic, const Step (&)[4]) {
    entry.magic = magic;
    entry.shift = 64 - count(entry.mask);
}
#if defined(__BMI2__)
void prepare(PextIndex::SliderSquare& entry, Square s, std::uint64_t, const Step (&steps)[4]) {
    entry.reach = walk(s, 0, steps);
}
#endif

template <class Index>
typename Index::Entry* fill(BySquare<typename Index::SliderSquare>& squares,
                            const std::uint64_t (&magics)[kSquares], const Step (&steps)[4],
                            typename Index::Entry* table) {
    for (int i = 0; i < kSquares; ++i) {
        const Square s = static_cast<Square>(i);
        auto& entry = squares[s];
        entry.mask = relevant_squares(s, steps);
        entry.attacks = table;
        prepare(entry, s, magics[i], steps);
        // Enumerates every subset of the mask.
        Bitboard occupied = 0;
        do {
            table[Index::of(entry, occupied)] = Index::pack(entry, walk(s, occupied, steps));
            occupied = (occupied - entry.mask) & entry.mask;
        } while (occupied != 0);
        table += 1ULL << count(entry.mask);
    }
    return table;
}

}  // namespace

template <class Index>
SliderTables<Index>::SliderTables() {
    Entry* next = fill<Index>(bishop_, kBishopMagics, kBishopSteps, attacks_.data());
    [[maybe_unused]] Entry* end = fill<Index>(rook_, kRookMagics, kRookSteps, next);
    STILLPOINT_ASSERT(end == attacks_.data() + attacks_.size());
}

template class SliderTables<MagicIndex>;
#if defined(__BMI2__)
template class SliderTables<PextIndex>;
#endif

const SliderTables<FastestIndex> kSliders;

#if defined(STILLPOINT_OF_PATH)
Bitboard bishop_attacks_of_path(Square s, Bitboard occupied) { return kSliders.bishop(s, occupied); }
Bitboard rook_attacks_of_path(Square s, Bitboard occupied) { return kSliders.rook(s, occupied); }
#endif

}  // namespace stillpoint
