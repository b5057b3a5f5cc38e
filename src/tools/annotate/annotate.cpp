#include "tools/annotate/annotate.h"

#include <cstdio>

int stillpoint::annotate_main(const std::vector<std::string>&) {
    std::fputs("annotate: not there yet\n", stderr);
    return 2;
}
