#pragma once

#ifndef _WIN32
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>
#endif

namespace stillpoint::tablebase {

// While it lives, the error output goes nowhere: for a library that writes there what is no error. It does so
// for the whole process, so use it only where no other thread has something to say.
class QuietStderr {
public:
#ifdef _WIN32
    QuietStderr() = default;
#else
    QuietStderr() : saved_(dup(STDERR_FILENO)) {
        std::fflush(stderr);
        const int nowhere = saved_ < 0 ? -1 : open("/dev/null", O_WRONLY);
        if (nowhere < 0) return;
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    ~QuietStderr() {
        if (saved_ < 0) return;
        std::fflush(stderr);
        dup2(saved_, STDERR_FILENO);
        close(saved_);
    }
#endif
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

#ifndef _WIN32
private:
    int saved_;
#endif
};

}  // namespace stillpoint::tablebase
