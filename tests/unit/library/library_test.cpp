#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <stillpoint.h>

namespace {

class Library : public testing::Test {
protected:
    Library() : engine_(stillpoint_create()) {}
    ~Library() override { stillpoint_destroy(engine_); }

    std::string error() const { return stillpoint_last_error(engine_); }
    std::string fen() const {
        char* text = nullptr;
        EXPECT_EQ(stillpoint_fen(engine_, &text), STILLPOINT_OK);
        const std::string copy = text ? text : "";
        stillpoint_free(text);
        return copy;
    }

    stillpoint_engine* engine_;
    stillpoint_result result_{};
};

struct Heard {
    int lines = 0;
    int last_depth = 0;
    std::string pv;

    static void line(const stillpoint_info* info, void* user) {
        auto& heard = *static_cast<Heard*>(user);
        ++heard.lines;
        heard.last_depth = info->depth;
        heard.pv = info->pv;
        EXPECT_EQ(info->wdl[0] + info->wdl[1] + info->wdl[2], 1000);
    }
};

TEST_F(Library, SearchesAndReports) {
    ASSERT_EQ(stillpoint_set_position(engine_, nullptr, "e2e4 e5 Nf3"), STILLPOINT_OK);
    EXPECT_EQ(fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    Heard heard;
    ASSERT_EQ(stillpoint_search(engine_, "depth 6", Heard::line, &heard, &result_), STILLPOINT_OK);
    EXPECT_GE(heard.lines, 6);
    EXPECT_EQ(heard.last_depth, 6);
    EXPECT_TRUE(heard.pv.starts_with(result_.best_move));
    EXPECT_EQ(std::string(result_.best_move).size(), 4u);
}

TEST_F(Library, ShowsLinesAsOptionsSay) {
    ASSERT_EQ(stillpoint_set_option(engine_, "multipv", "3"), STILLPOINT_OK);
    int most = 0;
    const auto note = [](const stillpoint_info* info, void* user) {
        int& seen = *static_cast<int*>(user);
        seen = std::max(seen, info->multi_pv);
    };
    ASSERT_EQ(stillpoint_search(engine_, "depth 3", note, &most, &result_), STILLPOINT_OK);
    EXPECT_EQ(most, 3);
}

TEST_F(Library, CastlingIsWrittenAsAskedFor) {
    const char* fen = "4k3/8/8/8/8/8/4PPPP/4K2R w K - 0 1";
    ASSERT_EQ(stillpoint_set_position(engine_, fen, nullptr), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_search(engine_, "searchmoves e1g1 depth 1", nullptr, nullptr, &result_),
              STILLPOINT_OK);
    EXPECT_STREQ(result_.best_move, "e1g1");
    ASSERT_EQ(stillpoint_set_option(engine_, "UCI_Chess960", "true"), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_search(engine_, "searchmoves e1h1 depth 1", nullptr, nullptr, &result_),
              STILLPOINT_OK);
    EXPECT_STREQ(result_.best_move, "e1h1");
}

TEST_F(Library, WithoutLegalMovesThereIsNoBestMove) {
    ASSERT_EQ(stillpoint_set_position(engine_, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_search(engine_, "depth 3", nullptr, nullptr, &result_), STILLPOINT_OK);
    EXPECT_STREQ(result_.best_move, "");
}

TEST_F(Library, BadInputChangesNothing) {
    ASSERT_EQ(stillpoint_set_position(engine_, nullptr, "d2d4"), STILLPOINT_OK);
    const std::string before = fen();
    EXPECT_EQ(error(), "");
    EXPECT_EQ(stillpoint_set_position(engine_, "nonsense", nullptr), STILLPOINT_INVALID);
    EXPECT_NE(error(), "");
    EXPECT_EQ(stillpoint_set_position(engine_, nullptr, "e2e5"), STILLPOINT_INVALID);
    EXPECT_EQ(fen(), before);
    EXPECT_EQ(stillpoint_set_option(engine_, "Hash", "many"), STILLPOINT_INVALID);
    EXPECT_EQ(error(), "option Hash: expected a number from 1 to 33554432");
    EXPECT_EQ(stillpoint_set_option(engine_, "Colour", "blue"), STILLPOINT_INVALID);
    EXPECT_EQ(error(), "there is no option 'Colour'");
    EXPECT_EQ(stillpoint_set_option(engine_, "EvalFile", "/no/such/file"), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_search(engine_, "depht 3", nullptr, nullptr, &result_), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_search(engine_, "perft 3", nullptr, nullptr, &result_), STILLPOINT_INVALID);
    char* text = nullptr;
    EXPECT_EQ(stillpoint_explain(engine_, "e2e4", 0, &text), STILLPOINT_INVALID);
    EXPECT_EQ(text, nullptr);
}

TEST_F(Library, NullPointersAreErrors) {
    EXPECT_EQ(stillpoint_set_option(engine_, nullptr, "1"), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_set_option(engine_, "Hash", nullptr), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_search(engine_, "depth 1", nullptr, nullptr, nullptr), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_evaluate(engine_, nullptr), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_explain(engine_, nullptr, 0, nullptr), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_fen(engine_, nullptr), STILLPOINT_INVALID);
    EXPECT_EQ(stillpoint_new_game(nullptr), STILLPOINT_INVALID);
    EXPECT_STRNE(stillpoint_last_error(nullptr), "");
    stillpoint_stop(nullptr);
    stillpoint_destroy(nullptr);
    stillpoint_free(nullptr);
}

TEST_F(Library, StopsFromItsCallbackAndFromAnotherThread) {
    struct Stopper {
        stillpoint_engine* engine;
        stillpoint_status inside = STILLPOINT_OK;
    } stopper{engine_};
    const auto stop = [](const stillpoint_info* info, void* user) {
        auto& self = *static_cast<Stopper*>(user);
        self.inside = stillpoint_new_game(self.engine);
        if (info->depth >= 3) stillpoint_stop(self.engine);
    };
    ASSERT_EQ(stillpoint_search(engine_, "infinite", stop, &stopper, &result_), STILLPOINT_OK);
    EXPECT_STRNE(result_.best_move, "");
    EXPECT_EQ(stopper.inside, STILLPOINT_BUSY);

    std::atomic<bool> has_begun = false;
    const auto note = [](const stillpoint_info*, void* user) {
        *static_cast<std::atomic<bool>*>(user) = true;
    };
    std::thread other([&] {
        while (!has_begun) std::this_thread::yield();
        EXPECT_EQ(stillpoint_set_position(engine_, nullptr, nullptr), STILLPOINT_BUSY);
        stillpoint_stop(engine_);
    });
    ASSERT_EQ(stillpoint_search(engine_, "", note, &has_begun, &result_), STILLPOINT_OK);
    other.join();
    EXPECT_STRNE(result_.best_move, "");
}

TEST_F(Library, TwoEnginesThinkAtTheSameTime) {
    stillpoint_engine* second = stillpoint_create();
    ASSERT_NE(second, nullptr);
    stillpoint_result other{};
    std::thread thread([&] { stillpoint_search(second, "depth 7", nullptr, nullptr, &other); });
    stillpoint_search(engine_, "depth 7", nullptr, nullptr, &result_);
    thread.join();
    EXPECT_STREQ(result_.best_move, other.best_move);
    stillpoint_destroy(second);
}

TEST_F(Library, EvaluatesAndExplains) {
    stillpoint_evaluation evaluation{};
    ASSERT_EQ(stillpoint_set_position(engine_, "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", nullptr), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_evaluate(engine_, &evaluation), STILLPOINT_OK);
    EXPECT_LT(evaluation.centipawns, -300);
    EXPECT_EQ(evaluation.wdl[0] + evaluation.wdl[1] + evaluation.wdl[2], 1000);
    char* text = nullptr;
    ASSERT_EQ(stillpoint_evaluate_json(engine_, &text), STILLPOINT_OK);
    EXPECT_TRUE(std::string(text).starts_with("{"));
    stillpoint_free(text);

    ASSERT_EQ(stillpoint_set_position(engine_, nullptr, nullptr), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_search(engine_, "depth 6", nullptr, nullptr, &result_), STILLPOINT_OK);
    ASSERT_EQ(stillpoint_explain(engine_, "a3", 0, &text), STILLPOINT_OK);
    EXPECT_NE(std::string(text).find("a3"), std::string::npos);
    stillpoint_free(text);
    ASSERT_EQ(stillpoint_explain_json(engine_, "a2a3 e7e5", 5, &text), STILLPOINT_OK);
    EXPECT_TRUE(std::string(text).starts_with("{"));
    stillpoint_free(text);
}

}  // namespace
