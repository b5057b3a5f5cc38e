#include "uci/options.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

class Options : public testing::Test {
protected:
    Options() {
        add("Move Overhead", UciOption::Type::Spin, "10", {});
        options.add({.name = "Clear Hash",
                     .type = UciOption::Type::Button,
                     .default_value = "",
                     .choices = {},
                     .apply = keep()});
        add("UCI_Chess960", UciOption::Type::Check, "false", {});
        add("Style", UciOption::Type::Combo, "Solid", {"Solid", "Risky"});
        add("Some Path", UciOption::Type::String, "", {});
    }

    std::function<Result<std::string>(const std::string&)> keep() {
        return [this](const std::string& value) -> Result<std::string> {
            applied.push_back(value);
            return std::string();
        };
    }
    void add(std::string name, UciOption::Type type, std::string value, std::vector<std::string> choices) {
        options.add({.name = std::move(name),
                     .type = type,
                     .default_value = std::move(value),
                     .min = -5,
                     .max = 5000,
                     .choices = std::move(choices),
                     .apply = keep()});
    }
    bool set(std::string_view name, std::string_view value) {
        const UciOption* option = options.find(name);
        return option && UciOptions::set(*option, value).ok();
    }

    UciOptions options;
    std::vector<std::string> applied;
};

TEST_F(Options, AreFoundHoweverTheyAreSpelt) {
    for (const char* name :
         {"Move Overhead", "MoveOverhead", "move overhead", "move_overhead", " Move  Overhead "})
        EXPECT_NE(options.find(name), nullptr) << name;
    EXPECT_NE(options.find("ucichess960"), nullptr);
    EXPECT_EQ(options.find("Move"), nullptr);
    EXPECT_EQ(options.find(""), nullptr);
}

TEST_F(Options, Announcements) {
    const std::vector<std::string> expected = {
        "option name Move Overhead type spin default 10 min -5 max 5000",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name Style type combo default Solid var Solid var Risky",
        "option name Some Path type string default <empty>",
    };
    EXPECT_EQ(options.announcements(), expected);
}

TEST_F(Options, GoodValuesAreApplied) {
    EXPECT_TRUE(set("Move Overhead", "-5"));
    EXPECT_TRUE(set("Move Overhead", "5000"));
    EXPECT_TRUE(set("UCI_Chess960", "TRUE"));
    EXPECT_TRUE(set("Style", "risky"));
    EXPECT_TRUE(set("Some Path", "/a folder/with  spaces"));
    EXPECT_TRUE(set("Some Path", "<empty>"));
    EXPECT_TRUE(set("Clear Hash", ""));
    EXPECT_EQ(applied,
              (std::vector<std::string>{"-5", "5000", "true", "Risky", "/a folder/with  spaces", "", ""}));
}

TEST_F(Options, WrongValuesNeverReachTheAction) {
    for (const char* value : {"", "x", "5001", "-6", "1.5", "10 ", "0x10", "99999999999999999999"})
        EXPECT_FALSE(set("Move Overhead", value)) << value;
    EXPECT_FALSE(set("UCI_Chess960", "yes"));
    EXPECT_FALSE(set("UCI_Chess960", ""));
    EXPECT_FALSE(set("Style", "Wild"));
    EXPECT_TRUE(applied.empty());
}

}  // namespace
}  // namespace stillpoint
