#include "util/json_writer.h"

#include <cmath>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(JsonWriter, NestsAndSeparates) {
    JsonWriter w;
    w.begin_object()
        .field("a", 1)
        .field("b", true)
        .key("c")
        .begin_array()
        .value(-2)
        .value("x")
        .begin_object();
    w.end_object().end_array().key("d").null().field("e", 0.5).end_object();
    EXPECT_EQ(w.text(), R"({"a":1,"b":true,"c":[-2,"x",{}],"d":null,"e":0.5})");
}

TEST(JsonWriter, QuotesWhatMustBe) {
    JsonWriter w;
    w.value(std::string_view("a\"b\\c\n\x01 \xc3\xa4", 10));
    EXPECT_EQ(w.text(), "\"a\\\"b\\\\c\\u000a\\u0001 \xc3\xa4\"");
}

TEST(JsonWriter, NoNumberIsNull) {
    JsonWriter w;
    w.begin_array().value(std::nan("")).value(HUGE_VAL).value(1e300).end_array();
    EXPECT_EQ(w.text(), "[null,null,1e+300]");
}

}  // namespace
}  // namespace stillpoint
