#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "tablebase/make/maker.h"
#include "tablebase/material.h"
#include "tablebase/root.h"
#include "tablebase/tablebase.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

// Where the tables of test_materials() are. A run of all tests makes them first, see
// cmake/StillpointTests.cmake.
inline std::string test_tables() { return STILLPOINT_TABLES_DIR; }

// Why tests that need tables cannot run here; empty if they can.
inline std::string why_no_tables() {
    if (!is_supported()) return "built without Fathom";
    if (!std::filesystem::exists(test_tables() + "/KQvK.rtbw"))
        return "no tables: 'ctest -R tables.make' makes them";
    return {};
}

// The tables, opened.
class WithTables : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = why_no_tables(); !reason.empty()) GTEST_SKIP() << reason;
        const auto summary = init(test_tables());
        ASSERT_TRUE(summary) << summary.error();
        ASSERT_EQ(max_pieces(), 4);
    }
    void TearDown() override {
        const auto off = init("");
        EXPECT_TRUE(off);
    }
};

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// An environment variable, set for as long as this lives.
class ScopedVariable {
public:
    ScopedVariable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    ~ScopedVariable() {
        if (old_)
            ::setenv(name_, old_->c_str(), 1);
        else
            ::unsetenv(name_);
    }
    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;

private:
    const char* name_;
    std::optional<std::string> old_;
};

// A folder that is removed after the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        static int number = 0;
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        path_ = std::filesystem::temp_directory_path() /
                ("stillpoint-test-" + std::string(test->test_suite_name()) + "-" + test->name() + "-" +
                 std::to_string(number++));
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    std::string string() const { return path_.string(); }
    // A link to one of the shared tables.
    void link(const std::string& name) const {
        std::filesystem::create_symlink(test_tables() + "/" + name, path_ / name);
    }
    // A real copy, to be spoilt.
    void copy(const std::string& name) const {
        std::filesystem::copy_file(test_tables() + "/" + name, path_ / name);
    }
    void link_all_but(const std::string& name) const {
        for (const auto& entry : std::filesystem::directory_iterator(test_tables()))
            if (entry.path().filename() != name && entry.path().extension().string().starts_with(".rtb"))
                link(entry.path().filename().string());
    }

private:
    std::filesystem::path path_;
};

inline Position position(std::string_view fen) {
    auto pos = parse_fen(fen);
    EXPECT_TRUE(pos) << fen;
    return *pos;
}

inline std::vector<Move> legal_moves(const Position& pos) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    return {moves.begin(), moves.end()};
}

inline Position after(const Position& pos, Move m) {
    Position next = pos;
    next.make(m);
    return next;
}

// The same position with another half-move clock, and without history.
inline Position with_clock(const Position& pos, int clock) {
    std::string fen = to_fen(pos);
    for (int field = 0; field < 2; ++field) fen.erase(fen.rfind(' '));
    fen += ' ';
    fen += std::to_string(clock);
    fen += " 200";
    return position(fen);
}

// The first field of a FEN from 64 letters, a8 first, with dots for empty squares.
inline std::string board_to_fen(std::string_view board) {
    std::string fen;
    char empty = '0';
    const auto write_empty = [&] {
        if (empty > '0') fen += std::exchange(empty, '0');
    };
    for (std::size_t i = 0; i < board.size(); ++i) {
        if (board[i] == '.') {
            ++empty;
        } else {
            write_empty();
            fen += board[i];
        }
        if (i % 8 == 7) {
            write_empty();
            if (i < 63) fen += '/';
        }
    }
    return fen;
}

// Any legal position with these pieces, either colour being the stronger one.
inline Position random_position(const Material& material, Rng& rng) {
    const bool swap = rng.below(2) == 1;
    for (;;) {
        std::string board(64, '.');
        for (int p = 0; p < kPieces; ++p) {
            const Piece piece = static_cast<Piece>(p);
            const Color side = swap ? ~color_of(piece) : color_of(piece);
            for (int n = material.counts[side][type_of(piece)]; n > 0;) {
                char& square = board[type_of(piece) == PieceType::Pawn ? 8 + rng.below(48) : rng.below(64)];
                if (square != '.') continue;
                square = "PpNnBbRrQqKk"[p];
                --n;
            }
        }
        std::string fen = board_to_fen(board);
        fen += rng.below(2) == 0 ? " w - - 0 1" : " b - - 0 1";
        auto pos = parse_fen(fen);
        if (pos) return *pos;
    }
}

// All with three pieces, all with one piece or pawn on either side, and two with minor pieces against the
// king.
inline std::vector<Material> test_materials() {
    std::vector<Material> wanted;
    for (const char* name : {"KPvKP", "KBNvK", "KNNvK"}) wanted.push_back(*parse_material(name));
    return with_all_that_follow(wanted);
}
inline constexpr int kTestTables = 22;

}  // namespace stillpoint::tablebase
