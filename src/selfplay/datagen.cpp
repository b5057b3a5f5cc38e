#include "selfplay/datagen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <tuple>
#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"
#include "gamedata/filters.h"
#include "selfplay/game_file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// The look at an opening, in searches of a move.
constexpr std::uint64_t kOpeningCheck = 5;
constexpr std::uint32_t kMaxTreePlies = 6;
constexpr int kMaxTreeWalks = 4;
// What a trainer will keep if it isn't told otherwise: no time is spent on what it would drop.
constexpr spg::Filters kFilters;

// Plays one at random of those that lead to a position that was searched; false if there is none.
bool make_known_move(const Player& player, Position& pos, Rng& rng) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        std::swap(moves[i], moves[i + rng.below(static_cast<std::uint32_t>(moves.size() - i))]);
        pos.make(moves[i]);
        if (player.known_move(pos)) return true;
        pos.undo();
    }
    return false;
}

// What the best move may be before a search says so: the table's, else a capture that wins material, else
// none.
Move expected_move(const Player& player, const Position& pos) {
    if (const Move known = player.known_move(pos).value_or(Move::none())) return known;
    MoveList noisy;
    generate<GenKind::Noisy>(pos, noisy);
    for (Move m : noisy)
        if (see_at_least(pos, m, 1)) return m;
    return Move::none();
}

// Whether a search of it can teach something, as far as that can be told before.
bool is_worth_scoring(const Player& player, const Position& pos) {
    if (pos.in_check() || !pos.has_legal_move() || pos.is_draw_by_fifty_moves()) return false;
    const Move expected = expected_move(player, pos);
    spg::Filters filters = kFilters;
    filters.skip_captures = static_cast<bool>(expected);
    spg::FilterCounts uncounted;
    return keep(filters, {.position = pos, .move = expected, .score = 0, .scored = true}, uncounted);
}

bool happens(int percent, Rng& rng) { return static_cast<int>(rng.below(100)) < percent; }

}  // namespace

std::optional<Position> random_tree_position(const Player& player, const Position& root, Rng& rng) {
    Position pos = root;
    for (int walk = 0; walk < kMaxTreeWalks; ++walk) {
        const std::uint32_t wanted = 1 + rng.below(kMaxTreePlies);
        std::uint32_t plies = 0;
        while (plies < wanted && make_known_move(player, pos, rng)) ++plies;
        if (pos.key() != root.key() && is_worth_scoring(player, pos)) return pos;
        while (plies-- > 0) pos.undo();
    }
    return std::nullopt;
}

std::string manifest_line(const DatagenSettings& s, const nnue::Network* network,
                          const std::string& version) {
    const std::string net = network ? network->name + " crc " + std::to_string(network->checksum) : "plain";
    return format("seed %llu threads %d soft %llu hard %llu fischer %d random %d opening %d win %d tree %d",
                  static_cast<unsigned long long>(s.seed), s.threads,
                  static_cast<unsigned long long>(s.soft_nodes),
                  static_cast<unsigned long long>(s.hard_nodes), s.fischer_percent, s.random_plies,
                  s.max_opening_score, s.win_score, s.tree_percent) +
           " net " + net + " version " + version;
}

void Datagen::run(int thread) {
    try {
        play_games(thread);
    } catch (const std::bad_alloc&) {  // the other threads stop too
        fail("not enough memory");
    } catch (const std::exception& e) {
        fail(e.what());
    }
}

void Datagen::play_games(int thread) {
    // Every thread and run has a stream of random numbers of its own.
    Rng seeds(settings_.seed);
    std::uint64_t seed = seeds.next();
    for (int i = 0; i < thread; ++i) seed = seeds.next();
    Rng rng(seed);
    const PlayerConfig config{.tuning = {},
                              .network = network_,
                              .soft_nodes = settings_.soft_nodes,
                              .hard_nodes = settings_.hard_nodes,
                              .hash_mebibytes = settings_.hash};
    auto writer = spg::GameWriter::open(
        settings_.folder + format("/games-%016llx.spg", static_cast<unsigned long long>(seed)),
        game_file_header(config, rules(false), seed, settings_.fischer_percent > 0));
    if (!writer) return fail(writer.error());
    if (!writer->notice().empty()) std::fprintf(stderr, "datagen: %s\n", writer->notice().c_str());
    // A file that is continued must not get the same games again. Its size differs from run to run, even if
    // games were lost.
    if (writer->games() > 0) rng = Rng(seed + writer->bytes());

    Player player(config);
    while (!is_finished()) {
        const Opening opening = random_opening(rng, settings_.random_plies + static_cast<int>(rng.below(2)),
                                               settings_.fischer_percent);
        // A start that is already decided teaches nothing. A few moves' worth of nodes tell.
        Limits check;
        check.nodes = kOpeningCheck * settings_.soft_nodes;
        if (std::abs(player.think(opening.position, check).score) > settings_.max_opening_score) continue;
        if (const auto written = play(*writer, player, opening, rng); !written) return fail(written.error());
    }
    if (const auto flushed = writer->flush(); !flushed) fail(flushed.error());
}

Result<spg::Done> Datagen::play(spg::GameWriter& writer, Player& player, const Opening& opening, Rng& rng) {
    // Some games go on to the end: networks must see how won games are won.
    const bool play_on = happens(settings_.play_on_percent, rng);
    std::vector<spg::Game> from_tree;
    const PlayedGame played =
        play_game(player, player, opening.position, rules(play_on),
                  [&](Player& thinker, const Position& pos, const Player::Thought& thought) {
                      const bool is_mate_near = std::abs(thought.score) > kFilters.max_score;
                      if (is_mate_near || !happens(settings_.tree_percent, rng)) return;
                      if (auto scored = score_in_tree(thinker, pos, opening.chess960, rng))
                          from_tree.push_back(std::move(*scored));
                  });
    const auto game = to_record(opening, played);
    if (!game) return Error{game.error()};
    if (auto written = write(writer, *game); !written) return written;
    ++games_;
    nodes_ += played.nodes;
    white_ += played.result == spg::GameResult::WhiteWins;
    black_ += played.result == spg::GameResult::BlackWins;
    for (const spg::Game& scored : from_tree)
        if (auto written = write(writer, scored); !written) return written;
    return spg::Done{};
}

Result<spg::Done> Datagen::write(spg::GameWriter& writer, const spg::Game& game) {
    spg::FilterCounts counts;
    std::ignore = spg::replay(game, [&](const spg::ReplayStep& step) { keep(kFilters, step, counts); });
    positions_ += game.moves.size();
    kept_ += counts.kept;
    return writer.add(game);
}

// The search meets positions that games rarely show: such a one becomes a game of a single scored move.
std::optional<spg::Game> Datagen::score_in_tree(Player& player, const Position& root, bool chess960,
                                                Rng& rng) {
    const auto pos = random_tree_position(player, root, rng);
    if (!pos) return std::nullopt;
    spg::Game scored;
    scored.chess960 = chess960;
    scored.result = spg::GameResult::Unknown;
    if (!spg::set_start(scored, *pos)) return std::nullopt;
    const Player::Thought thought = player.think(*pos);
    scored.moves.push_back(scored_move(thought, pos->side_to_move()));
    nodes_ += thought.nodes;
    return scored;
}

// Without a network a score near zero says little: such games are drawn by the rules of chess only.
Adjudication Datagen::rules(bool play_on) const {
    Adjudication r{.win_score = settings_.win_score};
    if (!network_) r.draw_plies = 0;
    if (play_on) r.win_plies = r.draw_plies = 0;
    return r;
}

bool Datagen::is_finished() const {
    return was_interrupted() || failed_ || (settings_.games > 0 && games_ >= settings_.games) ||
           (settings_.minutes > 0 && static_cast<double>(watch_.elapsed()) > settings_.minutes * 60000);
}

void Datagen::fail(const std::string& message) {
    std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) failure_ = message;
}

std::string Datagen::failure() const {
    std::lock_guard lock(mutex_);
    return failure_;
}

std::string Datagen::progress() const {
    const double seconds = std::max<double>(static_cast<double>(watch_.elapsed()), 1) / 1000;
    const double games = static_cast<double>(games_), positions = static_cast<double>(positions_);
    const double kept = static_cast<double>(kept_);
    const double white = static_cast<double>(white_), black = static_cast<double>(black_);
    const double n = std::max(games, 1.0);
    return format("games %.0f  positions %.0f  kept %.0f (%.0f%%)  %.0f kept/s  %.2f Mnps", games, positions,
                  kept, 100 * kept / std::max(positions, 1.0), kept / seconds,
                  static_cast<double>(nodes_) / seconds / 1e6) +
           format("  +%.1f%% =%.1f%% -%.1f%%", 100 * white / n, 100 * (n - white - black) / n,
                  100 * black / n);
}

std::optional<double> Datagen::part_done() const {
    std::optional<double> part;
    if (settings_.games > 0) part = static_cast<double>(games_) / static_cast<double>(settings_.games);
    if (settings_.minutes > 0)
        part = std::max(part.value_or(0), static_cast<double>(watch_.elapsed()) / (settings_.minutes * 60e3));
    return part;
}

}  // namespace stillpoint
