#include "util/bar_chart.h"

#include <algorithm>
#include <cmath>

#include "util/text.h"

namespace stillpoint {

namespace {

constexpr double kRow = 18, kTop = 46, kLeft = 230, kBarsWidth = 560, kRight = 60;

}  // namespace

std::string bar_chart_svg(const std::string& title, const std::vector<Bar>& bars) {
    double low = 0, high = 1;
    for (const Bar& bar : bars) {
        low = std::min(low, bar.value - bar.error);
        high = std::max(high, bar.value + bar.error);
    }
    const double scale = kBarsWidth / (high - low);
    const auto x = [&](double value) { return kLeft + (value - low) * scale; };
    const double height = kTop + kRow * static_cast<double>(bars.size()) + 20;
    std::string svg = format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<text x=\"%.0f\" "
        "y=\"24\" "
        "font-size=\"16\">%s</text>\n<line x1=\"%.1f\" y1=\"%.0f\" x2=\"%.1f\" y2=\"%.0f\" "
        "stroke=\"#444\"/>\n",
        kLeft + kBarsWidth + kRight, height, kLeft, title.c_str(), x(0), kTop - 8, x(0), height - 12);
    double y = kTop;
    for (const Bar& bar : bars) {
        const double left = std::min(x(0), x(bar.value)),
                     width = std::max(std::abs(x(bar.value) - x(0)), 0.5);
        svg += format(
            "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text><rect x=\"%.1f\" y=\"%.1f\" "
            "width=\"%.1f\" "
            "height=\"%.0f\" fill=\"%s\"/><line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
            "stroke=\"#222\"/>"
            "<text x=\"%.1f\" y=\"%.1f\">%+.0f</text>\n",
            kLeft - 8, y + 11, bar.label.c_str(), left, y, width, kRow - 5,
            bar.value >= 0 ? "#3b7ea1" : "#c4572f", x(bar.value - bar.error), y + 6.5,
            x(bar.value + bar.error), y + 6.5, std::max(x(bar.value + bar.error), x(0)) + 6, y + 11,
            bar.value);
        y += kRow;
    }
    return svg + "</svg>\n";
}

}  // namespace stillpoint
