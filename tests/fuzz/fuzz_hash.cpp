#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "engine/engine.h"
#include "engine/hash_file.h"
#include "tests/fuzz/invariants.h"
#include "tests/fuzz/private_folder.h"

namespace {

using namespace stillpoint;

void require_legal_search(Engine& engine, const std::string& where) {
    BestMove best;
    engine.set_listener({.on_info =
                             [&](const SearchInfo& info, const Position& root) {
                                 Position pos = root;
                                 for (Move m : info.pv) {
                                     fuzz::require(pos.is_legal(m), "shown moves are legal", where);
                                     pos.make(m);
                                 }
                             },
                         .on_current_move = {},
                         .on_best_move = [&](const BestMove& answer, const Position&) { best = answer; }});
    Limits limits;
    limits.nodes = 300;
    engine.go(limits);
    engine.wait();
    fuzz::require(engine.position().is_legal(best.move), "the best move is legal", where);
}

// Entries of a real search with the input over what they say of their positions, so that they are found and
// believed. A cluster is six words, then six parts of keys, which stay.
void spoil(Table& table, const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kCluster = 64, kWords = 48;
    auto* const bytes = static_cast<std::uint8_t*>(table.bytes());
    for (std::size_t i = 0; i < table.byte_count(); ++i)
        if (i % kCluster < kWords) bytes[i] ^= data[i % kCluster % size];
}

}  // namespace

// Any bytes as a hash file are refused or read; any bytes in a table with the right checksum are believed,
// and the search still plays legal moves.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto& folder = fuzz::private_folder();
    const std::string raw = folder.file("raw"), saved = folder.file("saved");
    Engine engine;
    engine.resize_hash(1);

    folder.write("raw", std::string(data, data + size));
    if (const auto loaded = engine.load_hash(raw); !loaded) fuzz::require_good_error(loaded.error());

    engine.resize_hash(1);
    engine.set_position(*parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
    require_legal_search(engine, "before");
    spoil(const_cast<Table&>(engine.table()), data, size);  // behind the engine's back
    fuzz::require(engine.save_hash(saved).ok(), "a table can be saved", saved);
    engine.clear_hash();
    fuzz::require(engine.load_hash(saved).ok(), "what was saved can be loaded", saved);
    require_legal_search(engine, "after");
    return 0;
}
