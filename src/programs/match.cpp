#include "selfplay/match.h"

#include <cstdio>
#include <map>
#include <optional>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/game_file.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/text.h"

namespace stillpoint {

int match_main(const Arguments& arguments) {
    std::vector<std::string> first, second, both;
    std::vector<double> bounds;
    EloModel model = EloModel::Normalized;
    std::string book, games;
    MatchSettings settings;
    CLI::App app{
        "Plays two settings of this engine against each other, at fixed nodes (" +
        std::to_string(kStandardNodes) +
        " a move, or nodes=) or at a clock that counts nodes (clock=, increment=, nodetime=). The result is "
        "the first side's."};
    app.add_option("--a", first, "settings of the first side: name=value ...");
    app.add_option("--b", second, "settings of the second side");
    app.add_option("--both", both, "settings of both sides");
    app.add_option("--pairs", settings.pairs, "game pairs")->check(kCountRange)->capture_default_str();
    app.add_option("--threads", settings.threads, "games at once")
        ->check(kThreadRange)
        ->capture_default_str();
    app.add_option("--seed", settings.seed, "other openings for another seed")->check(CLI::NonNegativeNumber);
    app.add_option("--book", book, "opening positions, one FEN a line; default: random moves")
        ->type_name(kFile);
    app.add_option("--random-plies", settings.openings.random_plies, "length of random openings")
        ->check(kRandomPliesRange);
    app.add_option("--fischer", settings.openings.fischer_percent,
                   "per cent of double Fischer random openings")
        ->check(kPercentRange);
    app.add_option("--record", games, "file to write the games to, as datagen does")->type_name(kFile);
    app.add_option("--sprt", bounds, "stop when it is decided between two Elo values, with 5 % errors")
        ->expected(2);
    app.add_option("--model", model, "Elo of the two values: normalized (as fastchess) or logistic")
        ->transform(CLI::CheckedTransformer(std::map<std::string, EloModel>{
            {"normalized", EloModel::Normalized}, {"logistic", EloModel::Logistic}}))
        ->type_name("MODEL");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    LoadedNetworks networks;
    PlayerConfig a, b;
    a.network = b.network = nnue::embedded_network();
    a.hard_nodes = b.hard_nodes = kStandardNodes;
    for (auto* side : {&a, &b}) {
        std::vector<std::string> all = both;
        const auto& own = side == &a ? first : second;
        all.insert(all.end(), own.begin(), own.end());
        for (const std::string& setting : all)
            if (auto applied = apply_setting(*side, setting, networks); !applied)
                return refuse("match", applied.error());
    }
    std::optional<Sprt> sprt;
    if (bounds.size() == 2) {
        if (!(bounds[0] < bounds[1]))
            return refuse("match", "--sprt: the first value must be the smaller one");
        sprt = {bounds[0], bounds[1], model};
    }
    if (const auto fits = check_memory(a.hash_mebibytes + b.hash_mebibytes, settings.threads); !fits)
        return refuse("match", fits.error());
    auto lines = read_book(book);
    if (!lines) return refuse("match", lines.error());
    settings.openings.book = std::move(*lines);
    if (!games.empty())
        if (auto recording = record_games(settings, a, games); !recording)
            return refuse("match", recording.error());
    catch_interrupts();
    ProgressBar bar;
    const auto text = [&](const PairResults& r) {
        return to_string(r) + (sprt ? "  " + to_string(*sprt, r) : "");
    };
    const auto show = [&](const PairResults& r) {
        bar.show(static_cast<double>(r.games()) / (2 * static_cast<double>(settings.pairs)), text(r));
    };
    show({});
    settings.on_pair = [&](const PairResults& r) {
        show(r);
        return !(sprt && sprt->decided(r)) && !was_interrupted();
    };
    const PairResults results = play_match(a, b, settings);
    bar.finish();
    std::printf("final: %s\n", text(results).c_str());
    return was_interrupted() ? kInterrupted : kDone;
}

}  // namespace stillpoint
