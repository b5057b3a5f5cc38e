#pragma once

#include <ios>
#include <sstream>

namespace stillpoint::test {

// Gives out its bytes, then fails as a broken disk does.
class BrokenDisk : public std::stringbuf {
public:
    using std::stringbuf::stringbuf;

private:
    int_type underflow() override {
        const int_type c = std::stringbuf::underflow();
        if (c == traits_type::eof()) throw std::ios::failure("input/output error");
        return c;
    }
};

}  // namespace stillpoint::test
