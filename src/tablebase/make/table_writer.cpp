#include "tablebase/make/table_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

#include "chess/attacks.h"
#include "tablebase/make/checksum.h"
#include "tablebase/make/file_index.h"
#include "tablebase/make/pairing.h"
#include "tablebase/make/workers.h"
#include "tablebase/table_header.h"

namespace stillpoint::tablebase {

namespace {

constexpr int kWdlBlockBits = 6, kDtzBlockBits = 10;

// A number to store, or a choice of numbers where probing does not look or captures decide. Packed, so that
// a list of them turns into the list of numbers in place.
class Wanted {
public:
    static Wanted exactly(int number) { return Wanted(number); }
    static Wanted at_most(int number) { return Wanted(number | kAtMost); }
    static Wanted anything() { return Wanted(kAnything); }

    explicit Wanted(int bits) : bits_(static_cast<std::uint16_t>(bits)) {}
    std::uint16_t bits() const { return bits_; }
    bool is_choice() const { return (bits_ & (kAtMost | kAnything)) != 0; }
    bool allows(std::uint16_t number) const {
        return (bits_ & kAnything) != 0 || number == most() || ((bits_ & kAtMost) != 0 && number < most());
    }
    std::uint16_t most() const { return bits_ & 0xfff; }

private:
    static constexpr int kAtMost = 0x4000, kAnything = 0x8000;
    std::uint16_t bits_;
};

// Makes the choices so that runs are long. Between two different numbers the more usual one of the table goes
// on: the exceptions stay short and alike.
void choose_numbers(std::vector<std::uint16_t>& list) {
    std::vector<std::uint64_t> times(4096);
    for (std::uint16_t bits : list)
        if (!Wanted(bits).is_choice()) ++times[bits];
    const auto usual =
        static_cast<std::uint16_t>(std::max_element(times.begin(), times.end()) - times.begin());
    std::uint16_t last = usual;
    for (std::size_t i = 0; i < list.size();) {
        if (!Wanted(list[i]).is_choice()) {
            last = list[i++];
            continue;
        }
        std::size_t end = i;
        while (end < list.size() && Wanted(list[end]).is_choice()) ++end;
        const std::uint16_t next = end < list.size() ? list[end] : last;
        const std::uint16_t fill = next == usual ? usual : last, second = next == usual ? last : next;
        for (; i < end; ++i) {
            const Wanted wanted(list[i]);
            list[i] = wanted.allows(fill) ? fill : wanted.allows(second) ? second : wanted.most();
        }
        last = list[end - 1];
    }
}

// Results are stored as 0 (loss) to 4 (win). Who probes looks at captures first, so where the best capture is
// as good as any move the table may say less.
Wanted wanted_result(Verdict v) {
    if (!v.is_possible()) return Wanted::anything();
    const int number = static_cast<int>(v.wdl()) + 2;
    return v.best_capture() == v.wdl() ? Wanted::at_most(number) : Wanted::exactly(number);
}

// Distances of the four decided results, in the order of their lists in a file.
enum class DistanceKind : std::uint8_t { Win, Loss, CursedWin, BlessedLoss };
constexpr int kDistanceKinds = 4;

struct Distance {
    DistanceKind kind;
    int plies;  // beyond the first, or the first beyond the fifty-move rule
};
// Nothing where the table is not asked: draws, and wins by a zeroing move.
std::optional<Distance> distance_to_store(Verdict v) {
    if (!v.is_possible() || v.kind() == Verdict::Kind::Draw || v.wins_by_zeroing()) return std::nullopt;
    const bool win = v.kind() == Verdict::Kind::Win;
    if (v.distance() > Verdict::kLastWithinRule)
        return Distance{win ? DistanceKind::CursedWin : DistanceKind::BlessedLoss,
                        v.distance() - Verdict::kFirstBeyondRule};
    return Distance{win ? DistanceKind::Win : DistanceKind::Loss, std::max(v.distance() - 1, 0)};
}

// How distances are written: half-moves, or whole moves where that does no harm.
struct DistanceUnits {
    bool win_in_plies = false, loss_in_plies = false;

    // A position exactly on the edge of the fifty-move rule must not look a half-move nearer.
    explicit DistanceUnits(const SolvedEnding& solved) {
        for (Color c : {Color::White, Color::Black})
            for (std::uint64_t i = 0; i < solved.ending().positions(); ++i) {
                const Verdict v = solved.at(c, i);
                if (v.distance() != Verdict::kLastWithinRule) continue;
                win_in_plies = win_in_plies || v.kind() == Verdict::Kind::Win;
                loss_in_plies = loss_in_plies || v.kind() == Verdict::Kind::Loss;
            }
    }
    Wanted wanted(Verdict v) const {
        const auto d = distance_to_store(v);
        if (!d) return Wanted::anything();
        const bool plies = (d->kind == DistanceKind::Win && win_in_plies) ||
                           (d->kind == DistanceKind::Loss && loss_in_plies);
        return Wanted::exactly(plies ? d->plies : d->plies / 2);
    }
    int flags() const { return (win_in_plies ? kWinInPlies : 0) | (loss_in_plies ? kLossInPlies : 0); }
};

// Gathers how far the parts of a table are.
class WriteProgress {
public:
    WriteProgress(std::size_t parts, const WriteOptions& options) : done_(parts), options_(options) {}

    // Returns whether to go on.
    bool tell(std::size_t part, double done) {
        const std::lock_guard lock(mutex_);
        done_[part] = done;
        const double all =
            std::accumulate(done_.begin(), done_.end(), 0.0) / static_cast<double>(done_.size());
        going_ = going_ && (!options_.progress || options_.progress(all));
        return going_;
    }

private:
    std::mutex mutex_;
    std::vector<double> done_;
    const WriteOptions& options_;
    bool going_ = true;
};

// A sub-table, ready for the file.
struct SubTable {
    PieceOrder order;
    PackedTable packed;
    Color side = Color::White;
};

// Makes the sub-table for one file of the leading pawn and one side to move. `wanted_of` tells what to store
// for a verdict.
template <class WantedOf>
class SubTableMaker {
public:
    SubTableMaker(const SolvedEnding& solved, int file, Color side, const WantedOf& wanted_of, bool quick)
        : solved_(solved), ending_(solved.ending()), file_(file), side_(side), wanted_of_(wanted_of) {
        for (const PieceOrder& order : possible_orders(ending_.material())) candidates_.push_back({0, order});
        // A quick look at all orders, a closer one at those that seem good.
        constexpr std::uint64_t kGlance = 16, kQuickLook = 64, kCloserLook = 512;
        sort_candidates(quick ? kGlance : kQuickLook);
        if (quick) {
            candidates_.resize(1);
            return;
        }
        constexpr std::size_t kLeastForCloserLook = 12;
        candidates_.resize(
            std::min(candidates_.size(), std::max(kLeastForCloserLook, candidates_.size() / 4)));
        sort_candidates(kCloserLook);
    }

    // Likely proportional to the size of the sub-table, if both sides are compared.
    double cost() const { return candidates_.front().cost; }

    // Nothing if `go_on`, called with the part done, says no.
    std::optional<SubTable> make(int block_bits, const std::function<bool(double)>& go_on) const {
        std::optional<SubTable> best;
        const std::size_t tries = orders_to_try();
        for (std::size_t i = 0; i < tries; ++i) {
            const auto tell = [&](double part) {
                return go_on((static_cast<double>(i) + part) / static_cast<double>(tries));
            };
            auto list = numbers(candidates_[i].order, tell);
            if (!list) return std::nullopt;
            auto packed =
                pack(std::move(*list), block_bits, [&](double part) { return tell(0.3 + 0.7 * part); });
            if (!packed) return std::nullopt;
            if (!best || packed->size() < best->packed.size())
                best = SubTable{candidates_[i].order, std::move(*packed), side_};
        }
        return best;
    }

private:
    struct Candidate {
        double cost;
        PieceOrder order;
    };

    // Samples do not tell those apart that cost nearly the same; in large tables there is no time for more.
    std::size_t orders_to_try() const {
        constexpr double kNearlyTheSame = 1.1;
        const std::uint64_t size = FileIndex(ending_, file_, candidates_[0].order).size();
        const std::size_t most = size < 500'000 ? 4 : size < 10'000'000 ? 2 : 1;
        std::size_t tries = 0;
        while (tries < std::min(most, candidates_.size()) &&
               candidates_[tries].cost <= kNearlyTheSame * candidates_[0].cost)
            ++tries;
        return tries;
    }

    Wanted wanted(const Squares& squares) const {
        const auto king = [&](Color c) {
            return static_cast<Square>(squares[static_cast<std::size_t>(ending_.king(c))]);
        };
        if (contains(king_attacks(king(Color::White)), king(Color::Black))) return Wanted::anything();
        return wanted_of_(solved_.at(side_, ending_.index_of(squares)));
    }
    void append_wanted(const FileIndex& index, std::uint64_t begin, std::uint64_t end,
                       std::vector<std::uint16_t>& list) const {
        FileIndex::Number number = index.split(begin);
        for (std::uint64_t i = begin; i < end; ++i, index.advance(number))
            list.push_back(wanted(index.squares_of(number)).bits());
    }
    std::optional<std::vector<std::uint16_t>> numbers(const PieceOrder& order,
                                                      const std::function<bool(double)>& tell) const {
        constexpr std::uint64_t kAskEvery = 1 << 20;
        const FileIndex index(ending_, file_, order);
        std::vector<std::uint16_t> list;
        list.reserve(static_cast<std::size_t>(index.size()));
        for (std::uint64_t begin = 0; begin < index.size(); begin += kAskEvery) {
            if (!tell(0.3 * static_cast<double>(begin) / static_cast<double>(index.size())))
                return std::nullopt;
            append_wanted(index, begin, std::min(begin + kAskEvery, index.size()), list);
        }
        choose_numbers(list);
        return list;
    }

    void sort_candidates(std::uint64_t windows) {
        for (Candidate& c : candidates_) c.cost = sampled_cost(FileIndex(ending_, file_, c.order), windows);
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    }

    // The information in a sample of the table, each number given the one before. The windows are spread
    // unevenly, lest they all show the same squares of the man that moves slowest.
    double sampled_cost(const FileIndex& index, std::uint64_t windows) const {
        constexpr std::uint64_t kWindow = 128;
        constexpr double kGoldenRatio = 0.6180339887498949;
        const std::uint64_t size = index.size();
        std::vector<std::uint16_t> list;
        if (size <= windows * kWindow)
            append_wanted(index, 0, size, list);
        else
            for (std::uint64_t w = 0; w < windows; ++w) {
                const double place = std::fmod(static_cast<double>(w) * kGoldenRatio, 1.0);
                const auto begin = static_cast<std::uint64_t>(place * static_cast<double>(size - kWindow));
                append_wanted(index, begin, begin + kWindow, list);
            }
        choose_numbers(list);

        const std::size_t width = *std::max_element(list.begin(), list.end()) + std::size_t{1};
        std::vector<std::uint32_t> pairs(width * width), singles(width);
        for (std::size_t i = 1; i < list.size(); ++i) {
            ++pairs[list[i - 1] * width + list[i]];
            ++singles[list[i - 1]];
        }
        double bits = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (pairs[i] > 0)
                bits += pairs[i] * std::log2(static_cast<double>(singles[i / width]) / pairs[i]);
        return bits;
    }

    const SolvedEnding& solved_;
    const Ending& ending_;
    const int file_;
    const Color side_;
    const WantedOf& wanted_of_;
    std::vector<Candidate> candidates_;
};

void align(std::vector<std::uint8_t>& bytes, std::size_t n) { bytes.resize((bytes.size() + n - 1) / n * n); }
void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// By file of the leading pawn, and then by side.
using SubTables = std::vector<std::vector<SubTable>>;

void write_orders(const SubTables& tables, int men, std::vector<std::uint8_t>& out) {
    for (const auto& sides : tables) {
        const auto both = [&](auto nibble_of) {
            int byte = 0;
            for (std::size_t s = 0; s < sides.size(); ++s) byte |= nibble_of(sides[s].order) << (4 * s);
            out.push_back(static_cast<std::uint8_t>(byte));
        };
        both([](const PieceOrder& o) { return o.lead_place; });
        if (sides[0].order.pawn_place >= 0) both([](const PieceOrder& o) { return o.pawn_place; });
        for (int i = 0; i < men; ++i)
            both([i](const PieceOrder& o) {
                const Man man = o.men[static_cast<std::size_t>(i)];
                return piece_code(man.color, man.type);
            });
    }
    align(out, 2);
}

std::vector<std::uint8_t> assemble(const Ending& ending, const SubTables& tables, TableKind kind,
                                   int distance_flags) {
    std::vector<std::uint8_t> out;
    put(out, kind == TableKind::Wdl ? kWdlMagic : kDtzMagic, 4);
    const bool split = !ending.material().is_symmetric();
    out.push_back(static_cast<std::uint8_t>(ending.count() << 4 | (ending.pawns() > 0 ? kHasPawns : 0) |
                                            (split ? kSplit : 0)));
    write_orders(tables, ending.count(), out);

    std::vector<const SubTable*> all;
    for (const auto& sides : tables)
        for (const SubTable& table : sides) all.push_back(&table);
    for (const SubTable* t : all) {
        const int side = kind == TableKind::Dtz && t->side == Color::Black ? kBlackToMove : 0;
        const int single = t->packed.single_value;
        // A single distance can only be zero, so another one goes through a map.
        const bool mapped = kind == TableKind::Dtz && single > 0;
        out.push_back(static_cast<std::uint8_t>(distance_flags | side | (single >= 0 ? kSingleValue : 0) |
                                                (mapped ? kMapped : 0)));
        if (single >= 0)
            out.push_back(static_cast<std::uint8_t>(kind == TableKind::Wdl ? single : 0));
        else
            append(out, t->packed.header);
    }
    if (kind == TableKind::Dtz) {
        for (const SubTable* t : all)
            if (t->packed.single_value > 0)
                for (int list = 0; list < kDistanceKinds; ++list) {
                    out.push_back(1);
                    out.push_back(static_cast<std::uint8_t>(t->packed.single_value));
                }
        align(out, 2);
    }
    for (const SubTable* t : all) append(out, t->packed.index);
    for (const SubTable* t : all) append(out, t->packed.lengths);
    for (const SubTable* t : all) {
        align(out, 64);
        append(out, t->packed.blocks);
    }
    align(out, 64);
    const auto sum = table_checksum(out);
    out.insert(out.end(), sum.begin(), sum.end());
    return out;
}

int count_files(const Ending& ending) { return ending.pawns() > 0 ? 4 : 1; }
int count_sides(const Ending& ending) { return ending.material().is_symmetric() ? 1 : 2; }

// Makes sub-table `i` of `count` with makers[i], by several threads; some may be null. False if it was given
// up.
template <class Maker>
bool make_parts(const std::vector<std::optional<Maker>>& makers, int block_bits, const WriteOptions& options,
                std::vector<std::optional<SubTable>>& parts) {
    parts.resize(makers.size());
    WriteProgress progress(makers.size(), options);
    return share_work(makers.size(), 1, options.parts_at_once, [&](std::uint64_t n, std::uint64_t, int) {
        const auto i = static_cast<std::size_t>(n);
        if (!makers[i]) return progress.tell(i, 1);
        parts[i] = makers[i]->make(block_bits, [&](double done) { return progress.tell(i, done); });
        return parts[i].has_value();
    });
}

// A maker for each file of the leading pawn and each side, in this order.
template <class WantedOf>
std::vector<std::optional<SubTableMaker<WantedOf>>> all_makers(const SolvedEnding& solved,
                                                               const WantedOf& wanted_of,
                                                               const WriteOptions& options) {
    const int files = count_files(solved.ending()), sides = count_sides(solved.ending());
    std::vector<std::optional<SubTableMaker<WantedOf>>> makers(static_cast<std::size_t>(files * sides));
    share_work(makers.size(), 1, options.parts_at_once, [&](std::uint64_t n, std::uint64_t, int) {
        const int i = static_cast<int>(n);
        makers[static_cast<std::size_t>(n)].emplace(solved, i / sides, static_cast<Color>(i % sides),
                                                    wanted_of, options.quick);
        return true;
    });
    return makers;
}

std::optional<SubTables> make_results(const SolvedEnding& solved, const WriteOptions& options) {
    const auto makers = all_makers(solved, wanted_result, options);
    std::vector<std::optional<SubTable>> parts;
    if (!make_parts(makers, kWdlBlockBits, options, parts)) return std::nullopt;
    const auto sides = static_cast<std::size_t>(count_sides(solved.ending()));
    SubTables tables(parts.size() / sides);
    for (std::size_t i = 0; i < parts.size(); ++i) tables[i / sides].push_back(std::move(*parts[i]));
    return tables;
}

// Distances are stored for one side, whichever takes less; those of the other follow from them.
std::optional<SubTables> make_distances(const SolvedEnding& solved, const DistanceUnits& units,
                                        const WriteOptions& options) {
    const auto wanted_of = [&units](Verdict v) { return units.wanted(v); };
    auto makers = all_makers(solved, wanted_of, options);
    const auto sides = static_cast<std::size_t>(count_sides(solved.ending()));
    const double clearly_less = options.quick ? 1 : 0.6;
    if (sides == 2)
        for (std::size_t i = 0; i < makers.size(); i += 2) {
            const double white = makers[i]->cost(), black = makers[i + 1]->cost();
            if (white <= clearly_less * black)
                makers[i + 1].reset();
            else if (black <= clearly_less * white)
                makers[i].reset();
        }
    std::vector<std::optional<SubTable>> parts;
    if (!make_parts(makers, kDtzBlockBits, options, parts)) return std::nullopt;
    SubTables tables;
    for (std::size_t i = 0; i < parts.size(); i += sides) {
        auto& first = parts[i];
        auto& last = parts[i + sides - 1];
        const bool take_last = !first || (last && last->packed.size() < first->packed.size());
        tables.push_back({std::move(take_last ? *last : *first)});
    }
    return tables;
}

}  // namespace

std::uint64_t bytes_to_write_part(const Ending& ending) {
    return ending.positions() / static_cast<std::uint64_t>(count_files(ending)) * sizeof(std::uint16_t);
}

std::optional<std::vector<std::uint8_t>> write_table(const SolvedEnding& solved, TableKind kind,
                                                     const WriteOptions& options) {
    if (kind == TableKind::Wdl) {
        const auto tables = make_results(solved, options);
        if (!tables) return std::nullopt;
        return assemble(solved.ending(), *tables, kind, 0);
    }
    const DistanceUnits units(solved);
    const auto tables = make_distances(solved, units, options);
    if (!tables) return std::nullopt;
    return assemble(solved.ending(), *tables, kind, units.flags());
}

}  // namespace stillpoint::tablebase
