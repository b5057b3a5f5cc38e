#include "analysis/terminal_view.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"

namespace stillpoint {
namespace {

Analysis mate_analysis(const Position& pos) {
    Analysis a;
    SearchInfo info;
    info.depth = 9;
    info.selective_depth = 12;
    info.score = mate_in(1);
    info.nodes = 1'234'567;
    info.time = 1000;
    info.hashfull = 123;
    info.pv = {*parse_uci_move(pos, "a1a8")};
    a.update(info, pos);
    info.multi_pv = 2;
    info.score = kDrawScore;
    info.pv = {*parse_uci_move(pos, "e1e2")};
    a.update(info, pos);
    return a;
}

// Not a score of an evaluation anywhere: mates and draws look the same with every network.
TEST(AnalysisView, GoldenPlain) {
    const Position pos = *parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    const Analysis analysis = mate_analysis(pos);
    const TerminalStyle style{.colour = false, .unicode = true, .width = 80, .height = 24};
    EXPECT_EQ(render({"A title", "Stillpoint", pos, analysis, 61000, true}, style),
              "Stillpoint   A title\n"
              "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n"
              "\n"
              " 8  · · · · · · ♚ ·  ██   #1  White mates in 1\n"
              " 7  · · · · · ♟ ♟ ♟  ██   White 100 %  draw 0 %  Black 0 %\n"
              " 6  · · · · · · · ·  ██   ████████████████████████████████\n"
              " 5  · · · · · · · ·  ██\n"
              " 4  · · · · · · · ·  ██   depth 9/12   time 1:01\n"
              " 3  · · · · · · · ·  ██   nodes 1.23 M   speed 1.23 M/s\n"
              " 2  · · · · · · · ·  ██   hash 12 %\n"
              " 1  ♖ · · · ♔ · · ·  ██   White to move\n"
              "    a b c d e f g h\n"
              "\n"
              " 1       #1  1. Ra8#\n"
              " 2     0.00  1. Ke2\n");
}

TEST(AnalysisView, GoldenNarrowWithoutUnicode) {
    const Position pos = *parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    const Analysis analysis = *analysis_of_finished_game(pos);
    const TerminalStyle style{.colour = false, .unicode = false, .width = 30, .height = 24};
    EXPECT_EQ(render({"", "Stillpoint", pos, analysis, 0, false}, style),
              "Stillpoint\n"
              "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n"
              "\n"
              " 8  . . . . . . . k  ..\n"
              " 7  . . . . . Q . .  ..\n"
              " 6  . . . . . . K .  ..\n"
              " 5  . . . . . . . .  ..\n"
              " 4  . . . . . . . .  ##\n"
              " 3  . . . . . . . .  ##\n"
              " 2  . . . . . . . .  ##\n"
              " 1  . . . . . . . .  ##\n"
              "    a b c d e f g h\n"
              "\n"
              "0.00  stalemate\n"
              "White 0 %  draw 100 %  Blac...\n"
              "===========================...\n"
              "depth 0/0   time 0:00\n"
              "nodes 0   speed 0/s\n"
              "hash 0 %\n"
              "Black to move\n"
              "\n"
              "Ctrl-C ends the analysis\n");
}

TEST(AnalysisView, ColourChangesNoWidth) {
    const Position pos = *parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    const Analysis analysis = mate_analysis(pos);
    for (int width : {20, 40, 59, 60, 80, 200}) {
        const TerminalStyle style{.colour = true, .unicode = true, .width = width, .height = 24};
        const std::string text =
            render({"A rather long title for a small window", "Stillpoint", pos, analysis, 0, false}, style);
        std::size_t begin = 0;
        for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
            EXPECT_LE(display_width(text.substr(begin, end - begin)), width);
    }
}

}  // namespace
}  // namespace stillpoint
