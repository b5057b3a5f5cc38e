#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/notation.h"
#include "engine/engine.h"
#include "uci/uci.h"
#include "util/result.h"
#include "util/text.h"

// What the UCI loop offers besides the protocol. commands.cpp lists the commands; each with more than a few
// lines has a file of its own.
namespace stillpoint {

void add_commands(Uci& uci);

// Carries out the arguments as commands, or without any reads commands from standard input. Started by an MPI
// launcher, rank 0 does so and the others follow it. Returns the exit code.
int run_uci(Uci& uci, const std::vector<std::string>& arguments);

// Takes "depth N" off the end of a command's words. Nothing if it is not there.
Result<std::optional<int>> take_depth(Words& words, int min, int max);

// Moves in the order of a line, in any notation.
Result<std::vector<Move>> parse_line(const Position& root, const Words& words);

// bench [hash threads limit file type]: searches fixed positions and prints the number of nodes, the
// signature of the search, on standard error. Types: depth, nodes, movetime, perft (counts move sequences)
// and eval (evaluates each position once). The file holds one FEN per line; `default` and `current` stand for
// the built-in set and the engine's position. Afterwards the engine's settings are as before.
Result<bool> bench(Engine& engine, const Words& words);

// speedtest [threads hash seconds]: searches the positions of a few games as in play, on all cores, and
// measures how fast this machine is. Progress goes to standard error; returns the report.
Result<std::string> speedtest(Engine& engine, const Words& words);

// genfens N seed S book <None|FILE> [plies P] [frc PERCENT] [nodes N] [max SCORE]: openings for the games
// OpenBench plays to make training data. Prints N lines `info string genfens <FEN>`: random moves from the
// start or from random lines of the book, no game that is practically decided. The same seed gives the same
// lines. A null network means the plain evaluation.
using Print = std::function<void(std::string_view line)>;
Result<bool> genfens(const Words& words, const nnue::Network* network, const Print& print);

// eval: what the static evaluation says of the engine's position: the score and, with a network, what each
// piece adds to it. The text is seen from White; the JSON object, on one line, from the side to move, in
// centipawns as UCI shows them.
std::string eval_text(const Engine& engine);
std::string eval_json(const Engine& engine);

// probe: what the tablebases say of a position and of every move. The JSON object is on one line.
Result<std::string> probe_text(const Position& pos);
Result<std::string> probe_json(const Position& pos, CastlingNotation castling);

// compiler: how this program was built, as lines. Test farms look for the one with the word "settings".
std::string compiler_text();

// export_net [FILE]: writes the network in use to a file. Without a name, one is made from the checksum and
// an existing file of that name is left alone. Returns a line to show.
Result<std::string> export_network(const Engine& engine, const std::string& path);

// stats [json]                              what was counted in the last search
// stats steady [depth N] [json]             how steady its iterations are, with quiescence and without
// stats steady suite FILE [depth N]         the same over many positions
Result<std::string> stats(const Engine& engine, const Words& words);

// why <move> [<move> ...] [depth N] [json]: what the search does with a line of moves, and why. Replays the
// iteration after the last search, or the one asked for, on a copy of all the engine knows.
Result<std::string> why(const Engine& engine, const Words& words);

// horizon [depth N]               the horizon effect in the current position
// horizon suite FILE [depth N]    how often it makes a search blunder, over many positions
Result<std::string> horizon(const Engine& engine, const Words& words);

// audit [RULE ...] [depth N] [positions FILE] [samples M] [hash MB] [json | out FOLDER]: how often each rule
// of the search is wrong, by how much, and what it saves. Without a file over the bench positions. The folder
// gets a page, JSON and a chart.
Result<std::string> audit(const Engine& engine, const Words& words);

// trace depth N [nodes M] file F          records the tree of a search of the current position
// trace show F [path]                     shows a node of it and its children
// trace export F json [path] [depth N]    the same with N levels, for programs
Result<std::string> trace(const Engine& engine, const Words& words, bool chess960);

// review [LIMIT] POSITION           judges a game's moves: a JSON object on a line for each position, from
// the last
//                                   to the first. LIMIT is that of a search, as for `go`, POSITION a start
//                                   and its moves, as for `position`
// review start [LIMIT] POSITION     the same in steps, so that whoever asks may do without the rest
// review step                       one position
Uci::Command review_command();

// explain [json] line MOVES [line MOVES ...]: why the first move of each line is played, in a sentence, from
// small searches of its own; also while the engine searches. The first line is taken for the best.
Result<std::string> explain(const Engine& engine, const Words& words, CastlingNotation castling);

}  // namespace stillpoint
