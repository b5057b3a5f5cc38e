#pragma once

#include <optional>
#include <string>
#include <string_view>

// What pages may do here: who may talk to the engine, what they may tell it, what browsers may keep.
namespace stillpoint {

// Who may talk to the engine. Any web page can send requests to a local address, so being on the same machine
// proves nothing: a request must name this server as its host (a foreign name that points here belongs to
// somebody else's page), must come from this server's page if it has an origin, and must know the secret.
class Gate {
public:
    Gate(int port, std::string token);

    // Checked for every request. The origin is empty if the browser sent none.
    bool admits(std::string_view host, std::string_view origin) const;
    // Checked for requests to the engine as well: the header "Authorization: Bearer <token>".
    bool knows_secret(std::string_view authorization) const;

    const std::string& token() const { return token_; }

private:
    std::string port_;
    std::string token_;
};

// 128 random bits in hexadecimal.
std::string random_token();

// The command for the engine when a page sends this line; nothing if pages may not send it. Pages may search
// and ask, and say where tablebases lie, but not read or write other files of this machine. The one exception
// is `tree_file`, for the tree a page records: it sends `trace depth N [nodes M]` and `trace export json
// ...`.
std::optional<std::string> line_for_engine(std::string_view line, const std::string& tree_file);

// How long browsers may keep what they get at this path (the Cache-Control header). The network is named by
// its checksum and never changes; everything else is requested again.
std::string_view cache_rule(std::string_view path);

}  // namespace stillpoint
