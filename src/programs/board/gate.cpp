#include "programs/board/gate.h"

#include <algorithm>
#include <random>

namespace stillpoint {

namespace {

constexpr std::string_view kOwnNames[] = {"127.0.0.1", "localhost"};

// Takes as long for a nearly right secret as for a wrong one.
bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

}  // namespace

Gate::Gate(int port, std::string token) : port_(std::to_string(port)), token_(std::move(token)) {}

bool Gate::admits(std::string_view host, std::string_view origin) const {
    return std::any_of(std::begin(kOwnNames), std::end(kOwnNames), [&](std::string_view name) {
        const std::string own = std::string(name) + ':' + port_;
        return host == own && (origin.empty() || origin == "http://" + own);
    });
}

bool Gate::knows_secret(std::string_view authorization) const {
    constexpr std::string_view kScheme = "Bearer ";
    return authorization.substr(0, kScheme.size()) == kScheme &&
           same_secret(authorization.substr(kScheme.size()), token_);
}

std::string random_token() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device device;
    std::string token;
    for (int word = 0; word < 4; ++word) {
        auto bits = static_cast<std::uint32_t>(device());
        for (int digit = 0; digit < 8; ++digit, bits >>= 4) token += kDigits[bits & 15];
    }
    return token;
}

}  // namespace stillpoint
