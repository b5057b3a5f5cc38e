#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "util/result.h"

namespace stillpoint::cluster {

// Bytes from one process to another.
struct Letter {
    int from = 0;
    std::string text;
};

// How processes reach each other. All calls come from one thread, that which made it, and none waits.
class Link {
public:
    virtual ~Link() = default;

    virtual int rank() const = 0;  // from 0; 0 leads
    virtual int size() const = 0;

    // Letters to one receiver arrive in the order they were sent, if they arrive.
    virtual void send(int to, std::string text) = 0;
    // Bytes to this receiver that are still in our hands: it is slow, or gone.
    virtual std::size_t unsent(int to) const = 0;
    // The next letter that has arrived, if there is one.
    virtual std::optional<Letter> receive() = 0;

    // Ends the connection in order, which may take until everybody does so. Nothing is called afterwards.
    virtual void close() = 0;
};

using LinkMaker = std::function<Result<std::unique_ptr<Link>>()>;

}  // namespace stillpoint::cluster
