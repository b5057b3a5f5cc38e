// The UCI loop of a process that an MPI launcher started: rank 0 speaks, the others follow.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "cluster/follower.h"
#include "cluster/join.h"
#include "cluster/leader.h"
#include "commands/commands.h"
#include "util/interrupt.h"

namespace stillpoint {

namespace {

using namespace cluster;

constexpr std::int64_t kMostTraffic = 100'000;
constexpr std::int64_t kShortestSilence = 100, kLongestSilence = 600'000;

// What concerns the process that speaks to the user, and nobody else.
bool is_for_rank0_only(std::string_view option) {
    constexpr std::array kNames{"ClusterSilence", "Debug Log File", "SoftNodes",
                                "nodestime",      "Minimal",        "UCI_ShowWDL"};
    return std::find(kNames.begin(), kNames.end(), option) != kNames.end();
}

void add_traffic_option(Uci& uci, Member& member) {
    uci.add_option({.name = "ClusterTraffic",
                    .type = UciOption::Type::Spin,
                    .default_value = std::to_string(kDefaultTraffic),
                    .min = 1,
                    .max = kMostTraffic,
                    .choices = {},
                    .apply = [&member](const std::string& megabytes) -> Result<std::string> {
                        member.set_traffic(std::stoll(megabytes) * kMegabyte);
                        return std::string();
                    }});
}

void add_silence_option(Uci& uci, Leader& leader) {
    uci.add_option({.name = "ClusterSilence",
                    .type = UciOption::Type::Spin,
                    .default_value = std::to_string(kDefaultSilence / 1000),
                    .min = kShortestSilence,
                    .max = kLongestSilence,
                    .choices = {},
                    .apply = [&leader](const std::string& milliseconds) -> Result<std::string> {
                        leader.set_silence(std::stoll(milliseconds) * 1000);
                        return std::string();
                    }});
}

// How much was exchanged in the last search, for `cluster`.
std::string exchange_text(const Leader& leader) {
    const ExchangeCounts c = leader.exchanged();
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    return format(
        "%d other ranks; in the last search sent %llu entries (%llu over the limit), %llu bytes; received "
        "%llu, "
        "%llu of them known already",
        leader.others_present(), number(c.sent), number(c.dropped), number(c.bytes), number(c.received),
        number(c.known));
}

// Where a launcher ends all ranks because one has died, this one still gives its answer.
void answer_when_told_to_end(Uci& uci) {
    using std::chrono::milliseconds;
    catch_interrupts();
    std::thread([&uci] {
        while (!was_interrupted()) std::this_thread::sleep_for(milliseconds(20));
        uci.output().note("error: told to end, perhaps because another rank has died");
        uci.engine().stop();
        for (int i = 0; i < 100 && uci.engine().is_searching(); ++i)
            std::this_thread::sleep_for(milliseconds(20));
        std::_Exit(1);
    }).detach();
}

int speak(Uci& uci, const std::vector<std::string>& arguments) {
    if (!arguments.empty()) return static_cast<int>(uci.run_arguments(arguments));
    uci.loop();
    return 0;
}

int lead(Uci& uci, Postman& postman, const std::vector<std::string>& arguments) {
    Leader leader(postman, uci.version(), [&uci](const std::string& line) { uci.output().note(line); });
    add_traffic_option(uci, leader);
    add_silence_option(uci, leader);
    uci.on_option_set([&leader](const UciOption& option, const std::string& line) {
        if (!is_for_rank0_only(option.name)) leader.send_option(line);
    });
    uci.add_command(
        "cluster", "what the ranks exchanged in the last search",
        [&leader](Uci& u, const Words&) { u.output().line(exchange_text(leader)); }, Uci::When::Idle);
    answer_when_told_to_end(uci);
    uci.engine().set_peers(&leader);
    if (postman.size() > 1) uci.output().note(std::to_string(postman.size()) + " ranks search together");
    const int code = speak(uci, arguments);
    uci.engine().stop();
    uci.engine().wait();
    uci.engine().set_peers(nullptr);
    // With somebody missing, MPI would wait for it for ever.
    if (!leader.leave()) std::_Exit(code);
    return code;
}

int follow(Uci& uci, Postman& postman) {
    Follower follower(postman, uci.engine(), uci.version(), [&uci](const std::string& line) {
        uci.execute(line);
        // As rank 0 does when it is asked: tables are looked for, the hash is made ready.
        uci.execute("isready");
    });
    add_traffic_option(uci, follower);
    uci.follow([&follower](std::string_view line) {
        constexpr std::string_view kNote = "info string ";
        if (line.starts_with(kNote)) follower.tell(std::string(line.substr(kNote.size())));
    });
    const bool told_to_leave = follower.run();
    uci.engine().stop();
    uci.engine().wait();
    if (!told_to_leave) std::fputs("stillpoint: rank 0 has gone\n", stderr);
    if (!postman.leave(told_to_leave)) std::_Exit(told_to_leave ? 0 : 1);
    return told_to_leave ? 0 : 1;
}

}  // namespace

int run_uci(Uci& uci, const std::vector<std::string>& arguments) {
    const auto rank = launched_as();
    if (!rank) return speak(uci, arguments);
    const auto postman = join();
    if (postman) return (*postman)->rank() == 0 ? lead(uci, **postman, arguments) : follow(uci, **postman);
    // Several engines that answer at once are of no use to anybody.
    if (*rank > 0) {
        std::fprintf(stderr, "stillpoint: rank %d ends: %s\n", *rank, postman.error().c_str());
        return 1;
    }
    uci.output().note("warning: this rank searches alone: " + postman.error());
    return speak(uci, arguments);
}

}  // namespace stillpoint
