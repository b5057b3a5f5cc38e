#pragma once

#include <string>
#include <vector>

namespace stillpoint {

struct Bar {
    std::string label;
    double value = 0;
    double error = 0;  // drawn as a whisker to both sides
};

// Horizontal bars with error whiskers, as a self-contained SVG that reads on light and dark pages.
std::string bar_chart_svg(const std::string& title, const std::vector<Bar>& bars);

}  // namespace stillpoint
