#include "tablebase/make/file_index.h"

#include <algorithm>

#include "chess/attacks.h"
#include "tablebase/table_header.h"

namespace stillpoint::tablebase {

namespace {

std::uint64_t ways(int squares, int men) {
    return choose(static_cast<std::uint64_t>(squares), static_cast<std::uint64_t>(men));
}

constexpr int kMostLeadingPawns = 4;

// C(n, k) for what groups of men can need.
struct Binomials {
    std::array<std::array<std::uint64_t, 65>, kMostPieces> values{};
    Binomials() {
        for (int k = 0; k < kMostPieces; ++k)
            for (int n = 0; n <= 64; ++n) values[at(k)][at(n)] = ways(n, k);
    }
};
const Binomials kBinomials;

// Squares of the triangle a1-d1-d4 as the format counts them: first those below the diagonal.
constexpr std::array<int, 6> kBelowDiagonal{1, 2, 3, 10, 11, 19};
constexpr std::array<int, 4> kOnDiagonal{0, 9, 18, 27};

int below_diagonal(int square) { return (square & 7) - (square >> 3); }

bool is_single(const Material& m, Man man) { return m.counts[man.color][man.type] == 1; }

// Which groups of men follow each other, for every order of the groups.
void list_groups(std::vector<Man> kinds, const Material& m, PieceOrder order, int placed, int groups,
                 std::vector<PieceOrder>& orders) {
    const auto less = [](Man a, Man b) { return piece_code(a.color, a.type) < piece_code(b.color, b.type); };
    std::sort(kinds.begin(), kinds.end(), less);
    groups += static_cast<int>(kinds.size());
    const bool more_pawns = order.pawn_place >= 0;
    do {
        int next = placed;
        for (Man man : kinds)
            for (int i = 0; i < m.counts[man.color][man.type]; ++i) order.men[at(next++)] = man;
        for (order.lead_place = 0; order.lead_place < groups; ++order.lead_place) {
            if (!more_pawns) {
                orders.push_back(order);
                continue;
            }
            for (order.pawn_place = 0; order.pawn_place < groups; ++order.pawn_place)
                if (order.pawn_place != order.lead_place) orders.push_back(order);
        }
    } while (std::next_permutation(kinds.begin(), kinds.end(), less));
}

}  // namespace

std::vector<PieceOrder> possible_orders(const Material& material) {
    const Ending ending(material);
    std::vector<Man> kinds;  // without pawns
    for (Man man : ending.men())
        if (man.type != PieceType::Pawn && std::find(kinds.begin(), kinds.end(), man) == kinds.end())
            kinds.push_back(man);
    std::vector<PieceOrder> orders;
    if (ending.pawns() > 0) {
        PieceOrder order;
        int groups = 1;
        for (int i = 0; i < ending.pawns(); ++i) {
            order.men[at(i)] = ending.men()[at(i)];
            if (order.men[at(i)] != order.men[0]) order.pawn_place = 0, groups = 2;
        }
        list_groups(kinds, material, order, ending.pawns(), groups, orders);
        return orders;
    }

    std::vector<Man> singles;
    for (Man man : kinds)
        if (is_single(material, man)) singles.push_back(man);
    const std::size_t lead = singles.size() == 2 ? 2 : 3;
    const auto without = [&](const std::vector<Man>& taken) {
        std::vector<Man> rest;
        for (Man man : kinds)
            if (std::find(taken.begin(), taken.end(), man) == taken.end()) rest.push_back(man);
        return rest;
    };
    // Every choice and order of the leading men.
    std::vector<Man> taken;
    const auto choose_next = [&](const auto& self) -> void {
        if (taken.size() == lead) {
            PieceOrder order;
            std::copy(taken.begin(), taken.end(), order.men.begin());
            list_groups(without(taken), material, order, static_cast<int>(lead), 1, orders);
            return;
        }
        for (Man man : singles) {
            if (std::find(taken.begin(), taken.end(), man) != taken.end()) continue;
            taken.push_back(man);
            self(self);
            taken.pop_back();
        }
    };
    choose_next(choose_next);
    return orders;
}

FileIndex::Leads FileIndex::list_king_pairs() {
    Leads pairs, both_on_diagonal;
    const auto add = [&](int first) {
        for (int second = 0; second < 64; ++second) {
            const Bitboard near = king_attacks(static_cast<Square>(first)) | bit(static_cast<Square>(first));
            if (contains(near, static_cast<Square>(second))) continue;
            const Lead pair{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
            if (below_diagonal(first) > 0 || below_diagonal(second) > 0)
                pairs.push_back(pair);
            else if (below_diagonal(second) == 0)
                both_on_diagonal.push_back(pair);
        }
    };
    for (int first : kBelowDiagonal) add(first);
    for (int first : kOnDiagonal) add(first);
    pairs.insert(pairs.end(), both_on_diagonal.begin(), both_on_diagonal.end());
    return pairs;
}

FileIndex::Leads FileIndex::list_piece_triples() {
    Leads triples;
    const auto add = [&](int a, int b, int c) {
        if (a != b && a != c && b != c)
            triples.push_back(
                {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)});
    };
    for (int a : kBelowDiagonal)
        for (int b = 0; b < 64; ++b)
            for (int c = 0; c < 64; ++c) add(a, b, c);
    for (int a : kOnDiagonal)
        for (int b = 0; b < 64; ++b)
            if (below_diagonal(b) > 0)
                for (int c = 0; c < 64; ++c) add(a, b, c);
    for (int a : kOnDiagonal)
        for (int b = 0; b < 64; b += 9)
            if (a != b)
                for (int c = 0; c < 64; ++c)
                    if (below_diagonal(c) > 0) add(a, b, c);
    for (int a : kOnDiagonal)
        for (int b = 0; b < 64; b += 9)
            for (int c = 0; c < 64; c += 9) add(a, b, c);
    return triples;
}

// Pawn squares are ranked from the centre files outwards, on each file from its far end; the leading pawn has
// the highest rank.
FileIndex::Leads FileIndex::list_leading_pawns(int count, int file) {
    const auto square_of_rank = [](int rank) {
        const int from_edge = (47 - rank) / 12, step = (47 - rank) % 12 / 2;
        const int f = rank % 2 == 1 ? from_edge : 7 - from_edge;
        return static_cast<std::uint8_t>((step + 1) * 8 + f);
    };
    Leads all;
    for (int step = 0; step < 6; ++step) {
        const int rank = 47 - 12 * file - 2 * step;
        const std::uint64_t size = ways(rank, count - 1);
        for (std::uint64_t number = 0; number < size; ++number) {
            Lead pawns{square_of_rank(rank)};
            std::uint64_t rest = number;
            for (int i = 1, below = rank; i < count; ++i) {
                const auto& of_size = kBinomials.values[at(count - i)];
                int r = below - 1;
                while (of_size[at(r)] > rest) --r;
                rest -= of_size[at(r)];
                pawns[at(i)] = square_of_rank(r);
                below = r;
            }
            all.push_back(pawns);
        }
    }
    return all;
}

const FileIndex::Leads& FileIndex::king_pairs() {
    static const Leads pairs = list_king_pairs();
    return pairs;
}

const FileIndex::Leads& FileIndex::piece_triples() {
    static const Leads triples = list_piece_triples();
    return triples;
}

const FileIndex::Leads& FileIndex::leading_pawns(int count, int file) {
    static const auto all = [] {
        std::array<std::array<Leads, 4>, kMostLeadingPawns> lists;
        for (int number = 1; number <= kMostLeadingPawns; ++number)
            for (int f = 0; f < 4; ++f) lists[at(number - 1)][at(f)] = list_leading_pawns(number, f);
        return lists;
    }();
    return all[at(count - 1)][at(file)];
}

FileIndex::FileIndex(const Ending& ending, int file, const PieceOrder& order) : count_(ending.count()) {
    const Material& m = ending.material();
    const auto number_of = [&](int i) {
        const Man man = order.men[at(i)];
        return m.counts[man.color][man.type];
    };
    int singles = 0;
    for (int i = 0; i < count_; ++i) singles += number_of(i) == 1;
    const bool pawns = ending.pawns() > 0;
    const int lead = pawns ? number_of(0) : singles == 2 ? 2 : 3;
    lead_ = pawns ? &leading_pawns(lead, file) : lead == 2 ? &king_pairs() : &piece_triples();
    groups_.push_back({0, lead, lead_->size(), pawns});
    for (int first = lead; first < count_; first += number_of(first)) {
        const bool other_pawns = order.men[at(first)].type == PieceType::Pawn;
        const int free = (other_pawns ? 48 : 64) - first;
        groups_.push_back({first, number_of(first), ways(free, number_of(first)), other_pawns});
    }

    // Groups in the order in which they change; the leading one and the other pawns have fixed places.
    std::vector<std::uint8_t> others;
    for (std::size_t g = 1; g < groups_.size(); ++g)
        if (!(groups_[g].pawns && order.pawn_place >= 0)) others.push_back(static_cast<std::uint8_t>(g));
    auto next = others.begin();
    for (std::size_t place = 0; place < groups_.size(); ++place) {
        const int here = static_cast<int>(place);
        order_[place] = here == order.lead_place ? 0 : here == order.pawn_place ? 1 : *next++;
        size_ *= groups_[order_[place]].placings;
    }

    std::array<bool, kMostPieces> used{};
    for (int i = 0; i < count_; ++i)
        for (int slot = 0; slot < count_; ++slot) {
            if (used[at(slot)] || ending.men()[at(slot)] != order.men[at(i)]) continue;
            used[at(slot)] = true;
            slot_[at(i)] = static_cast<std::uint8_t>(slot);
            break;
        }
}

FileIndex::Number FileIndex::split(std::uint64_t number) const {
    Number parts;
    for (std::size_t place = 0; place < groups_.size(); ++place) {
        const Group& group = groups_[order_[place]];
        parts.placings[order_[place]] = number % group.placings;
        number /= group.placings;
    }
    return parts;
}

void FileIndex::advance(Number& number) const {
    for (std::size_t place = 0; place < groups_.size(); ++place) {
        std::uint64_t& placing = number.placings[order_[place]];
        if (++placing < groups_[order_[place]].placings) return;
        placing = 0;
    }
}

Squares FileIndex::squares_of(const Number& number) const {
    const Lead& lead = (*lead_)[static_cast<std::size_t>(number.placings[0])];
    Squares placed = lead, sorted = lead, squares{};
    sort_squares(sorted, 0, groups_[0].size);
    for (std::size_t g = 1; g < groups_.size(); ++g) {
        const Group& group = groups_[g];
        // Which of the squares still free, the highest first.
        std::uint64_t rest = number.placings[g];
        for (int i = group.size; i > 0; --i) {
            const auto& of_size = kBinomials.values[at(i)];
            int free = static_cast<int>(rest);
            if (i > 1) {
                free = i - 1;
                while (of_size[at(free + 1)] <= rest) ++free;
                rest -= of_size[at(free)];
            }
            int square = free + (group.pawns ? 8 : 0);
            for (int k = 0; k < group.first; ++k) square += square >= sorted[at(k)];
            placed[at(group.first + i - 1)] = static_cast<std::uint8_t>(square);
        }
        const int end = group.first + group.size;
        if (end == count_) break;
        for (int i = group.first; i < end; ++i) sorted[at(i)] = placed[at(i)];
        sort_squares(sorted, 0, end);
    }
    for (int i = 0; i < count_; ++i) squares[slot_[at(i)]] = placed[at(i)];
    return squares;
}

}  // namespace stillpoint::tablebase
