// The audit as a picture: on the left how often each rule is wrong, on the right what an error costs.
#include <algorithm>
#include <cmath>

#include "lab/audit.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr double kRow = 26, kTop = 96, kBottom = 62;
constexpr double kShareLeft = 190, kShareWidth = 260;
constexpr double kPriceLeft = 530, kPriceWidth = 430;
constexpr double kTotalWidth = kPriceLeft + kPriceWidth + 40;
constexpr int kMaxPowers = 7;  // of ten, on the right

// Prices on a logarithmic scale, whole powers of ten at its ends.
struct PriceScale {
    int low = 0, high = 1;

    explicit PriceScale(const std::vector<double>& prices) {
        double least = HUGE_VAL, most = 0;
        for (double price : prices) {
            if (price <= 0) continue;
            least = std::min(least, price);
            most = std::max(most, price);
        }
        if (most <= 0) return;
        high = static_cast<int>(std::ceil(std::log10(most)));
        low =
            std::max(std::min(static_cast<int>(std::floor(std::log10(least))), high - 1), high - kMaxPowers);
    }
    double x(double price) const {
        const double power = price <= 0 ? low : std::max(std::log10(price), static_cast<double>(low));
        return kPriceLeft + kPriceWidth * (power - low) / (high - low);
    }
};

// From pale to dark as depth grows.
std::string depth_colour(double share) {
    constexpr double kFrom[] = {246, 196, 83}, kTo[] = {70, 20, 105};
    int rgb[3];
    for (int i = 0; i < 3; ++i)
        rgb[i] = static_cast<int>(std::lround(kFrom[i] + share * (kTo[i] - kFrom[i])));
    return format("#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

std::string text_at(double x, double y, const char* anchor, const std::string& text, int size = 12) {
    return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n", x, y, anchor,
                  size, text.c_str());
}

std::string vertical(double x, double from, double to, const char* colour) {
    return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x, from, x, to,
                  colour);
}

struct ChartRow {
    std::size_t rule;
    AuditFigures all;
    std::vector<std::pair<std::size_t, AuditFigures>> depths;
};

// As in the tables: the dearest first.
std::vector<ChartRow> rows_of(const Audit& audit) {
    std::vector<ChartRow> rows;
    for (std::size_t rule : ranked_rules(audit)) {
        ChartRow row{rule, figures_of(audit, rule), {}};
        for (std::size_t depth = 0; depth < kAuditDepths; ++depth)
            if (AuditFigures f = figures_of(audit, rule, depth); f.checked > 0)
                row.depths.emplace_back(depth, f);
        rows.push_back(std::move(row));
    }
    return rows;
}

// Thin lines and figures for a linear scale from 0 to `most` per cent.
std::string share_axis(double most, double bottom) {
    const double step = most > 50 ? 20 : most > 20 ? 10 : most > 10 ? 5 : most > 4 ? 2 : 1;
    std::string svg;
    for (double value = 0; value <= most + 1e-9; value += step) {
        const double x = kShareLeft + kShareWidth * value / most;
        svg += vertical(x, kTop - 6, bottom, "#ddd") +
               text_at(x, kTop - 12, "middle", format("%.0f %%", value), 11);
    }
    return svg;
}

std::string price_axis(const PriceScale& scale, double bottom) {
    std::string svg;
    for (int power = scale.low; power <= scale.high; ++power) {
        const double value = std::pow(10.0, power), x = scale.x(value);
        svg +=
            vertical(x, kTop - 6, bottom, "#ddd") + text_at(x, kTop - 12, "middle", format("%g", value), 11);
    }
    return svg;
}

}  // namespace

std::string audit_chart(const Audit& audit) {
    const std::vector<ChartRow> rows = rows_of(audit);
    double most_wrong = 0.01;
    std::size_t deepest = 1;
    std::vector<double> prices;
    for (const ChartRow& row : rows) {
        most_wrong = std::max(most_wrong, row.all.wrong_high);
        prices.push_back(row.all.price());
        for (const auto& [depth, figures] : row.depths) {
            deepest = std::max(deepest, depth);
            prices.push_back(figures.price());
        }
    }
    const PriceScale scale(prices);
    const double most = std::ceil(100 * most_wrong);
    const double bottom = kTop + kRow * static_cast<double>(rows.size());
    const auto share_x = [&](double share) { return kShareLeft + kShareWidth * 100 * share / most; };

    std::string svg = format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
        "fill=\"#222\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        kTotalWidth, bottom + kBottom);
    svg += text_at(kShareLeft, 28, "start", "Rules of the search: how often wrong, and the price of it", 17);
    svg += text_at(kShareLeft, 62, "start", "share of claims that are wrong (interval of 95 %)", 13);
    svg += text_at(kPriceLeft, 62, "start", "centipawns of error for 1000 nodes saved, by depth", 13);
    svg += share_axis(most, bottom) + price_axis(scale, bottom);
    double y = kTop;
    for (const ChartRow& row : rows) {
        const double middle = y + kRow / 2;
        svg += text_at(kShareLeft - 10, middle + 4, "end", std::string(kAuditedRules[row.rule].name), 13);
        svg += format(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#6fa3c0\"/>\n"
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#222\" stroke-width=\"1.5\"/>\n",
            kShareLeft, middle - 7, share_x(row.all.wrong) - kShareLeft, 14.0, share_x(row.all.wrong_low),
            middle, share_x(row.all.wrong_high), middle);
        for (const auto& [depth, figures] : row.depths) {
            if (figures.nodes_saved <= 0) continue;
            const double share = static_cast<double>(depth) / static_cast<double>(deepest);
            const std::string colour = depth_colour(share);
            // Hollow at the left end: no error was found, so there is no price on this scale.
            svg += format(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"%s\" fill-opacity=\"%.2f\">"
                "<title>depth %zu: %.2f</title></circle>\n",
                scale.x(figures.price()), middle, figures.error > 0 ? colour.c_str() : "none", colour.c_str(),
                0.8, depth, figures.price());
        }
        if (row.all.nodes_saved > 0 && row.all.error > 0) {
            const double x = scale.x(row.all.price());
            svg += format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#c4322f\" "
                "stroke-width=\"3\"/>\n",
                x, middle - 10, x, middle + 10);
        }
        y += kRow;
    }

    // What the marks mean.
    const double legend = bottom + 26;
    double x = kPriceLeft;
    svg += text_at(x, legend + 4, "start", "depth");
    x += 44;
    const std::size_t step = std::max<std::size_t>(1, (deepest + 7) / 8);
    for (std::size_t depth = 0; depth <= deepest; depth += step) {
        svg += format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n", x, legend,
                      depth_colour(static_cast<double>(depth) / static_cast<double>(deepest)).c_str());
        svg += text_at(x + 8, legend + 4, "start", std::to_string(depth), 11);
        x += 34;
    }
    svg += format(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#c4322f\" stroke-width=\"3\"/>\n",
        x + 10, legend - 8, x + 10, legend + 8);
    svg += text_at(x + 18, legend + 4, "start", "all depths");
    svg += text_at(kPriceLeft, legend + 24, "start",
                   "hollow: no error found; depths that save nothing are left out", 11);
    return svg + "</svg>\n";
}

}  // namespace stillpoint::lab
