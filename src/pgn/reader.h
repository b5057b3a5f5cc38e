#pragma once

#include <functional>
#include <istream>
#include <optional>

#include "pgn/parser.h"
#include "pgn/splitter.h"

namespace stillpoint::pgn {

// The games of a stream one after the other, in constant memory. Unreadable ones are reported and passed
// over.
class Reader {
public:
    using Report = std::function<void(const RawGame&, const Problem&)>;
    explicit Reader(std::istream& in, Report on_error = {}) : splitter_(in), on_error_(std::move(on_error)) {}

    std::optional<Game> next();

private:
    Splitter splitter_;
    Report on_error_;
};

}  // namespace stillpoint::pgn
