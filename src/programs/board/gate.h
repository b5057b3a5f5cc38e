#pragma once

#include <string>
#include <string_view>

namespace stillpoint {

// Who may talk to the engine. Any web page can send requests to a local address, so being on the same
// machine proves nothing: a request must name us as its host (a foreign name that points here is somebody
// else's page), must come from our own page where it says where it comes from, and must know the secret.
class Gate {
public:
    Gate(int port, std::string token);

    // What every request must fulfil. The origin is empty where the browser sent none.
    bool admits(std::string_view host, std::string_view origin) const;
    // What the engine asks on top of that: the header "Authorization: Bearer <token>".
    bool knows_secret(std::string_view authorization) const;

    const std::string& token() const { return token_; }

private:
    std::string port_;
    std::string token_;
};

// 128 random bits in hexadecimal.
std::string random_token();

}  // namespace stillpoint
