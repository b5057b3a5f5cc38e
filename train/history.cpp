#include "train/history.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "util/text.h"

namespace stillpoint::train {

namespace {

constexpr double kWidth = 900, kPanel = 260, kLeft = 80, kRight = 150, kTop = 40, kGap = 50;

struct Series {
    const char* label;
    const char* color;
    std::function<double(const HistoryRow&)> value;
};

std::string label(double x, double y, const char* anchor, const std::string& text) {
    return format("<text x=\"%.1f\" y=\"%.1f\" ", x, y) + "text-anchor=\"" + anchor + "\">" + text +
           "</text>\n";
}

// Steps of 1, 2 or 5 times a power of ten, about five of them.
double nice_step(double span) {
    const double raw = span / 5.0;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double lead = raw / power;
    return power * (lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0);
}

std::string panel(const History& history, const std::vector<Series>& all, double top) {
    double low = 1e30, high = -1e30;
    for (const HistoryRow& row : history)
        for (const Series& s : all) {
            low = std::min(low, s.value(row));
            high = std::max(high, s.value(row));
        }
    if (!(high - low > 1e-9)) {
        low -= 1e-3;
        high += 1e-3;
    }
    const double margin = 0.05 * (high - low);
    low -= margin;
    high += margin;
    const auto last = static_cast<double>(std::max<std::uint64_t>(history.back().superbatch, 2));
    const double width = kWidth - kLeft - kRight;
    const auto x = [&](double superbatch) { return kLeft + (superbatch - 1.0) / (last - 1.0) * width; };
    const auto y = [&](double loss) { return top + (high - loss) / (high - low) * kPanel; };

    std::string out =
        format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#888\"/>\n",
               kLeft, top, width, kPanel);
    const double step = nice_step(high - low);
    for (double v = std::ceil(low / step) * step; v <= high; v += step) {
        out += format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", kLeft,
                      y(v), kLeft + width, y(v));
        out += label(kLeft - 6, y(v) + 4, "end", format("%.5f", v));
    }
    const double x_step = std::max(1.0, nice_step(last));
    for (double v = x_step; v <= last; v += x_step)
        out += label(x(v), top + kPanel + 16, "middle", format("%.0f", v));

    double legend = top + 14;
    for (const Series& s : all) {
        out +=
            std::string("<polyline fill=\"none\" stroke-width=\"1.8\" stroke=\"") + s.color + "\" points=\"";
        for (const HistoryRow& row : history)
            out += format("%.1f,%.1f ", x(static_cast<double>(row.superbatch)), y(s.value(row)));
        out += "\"/>\n";
        out += format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ", kLeft + width + 10,
                      legend - 4, kLeft + width + 30, legend - 4) +
               "stroke-width=\"3\" stroke=\"" + s.color + "\"/>\n";
        out += label(kLeft + width + 36, legend, "start", s.label);
        legend += 18;
    }
    return out;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

}  // namespace

std::string to_csv(const History& history) {
    std::string out =
        "superbatch,step,train_loss,val_loss,val_eval_loss,val_result_loss,mean_abs_output,dead_units,"
        "saturated_units,learning_rate,lambda,positions_per_second,positions_per_cpu_second\n";
    for (const HistoryRow& r : history) {
        char line[400];
        std::snprintf(line, sizeof line, "%llu,%llu,%.8f,%.8f,%.8f,%.8f,%.5f,%d,%d,%.6g,%.4f,%.0f,%.0f\n",
                      static_cast<unsigned long long>(r.superbatch), static_cast<unsigned long long>(r.step),
                      r.train_loss, r.validation.loss, r.validation.eval_loss, r.validation.result_loss,
                      r.validation.mean_output, r.validation.dead_units, r.validation.saturated_units,
                      r.learning_rate, r.lambda, r.positions_per_second, r.positions_per_cpu_second);
        out += line;
    }
    return out;
}

std::string to_svg(const History& history, const std::string& title) {
    const double height = kTop + 2 * kPanel + 2 * kGap;
    std::string out =
        format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" ", kWidth, height) +
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n" +
        label(kLeft, 24, "start", escaped(title));
    if (!history.empty()) {
        std::vector<Series> losses = {
            {"training", "#1f77b4", [](const HistoryRow& r) { return r.train_loss; }}};
        if (history.back().validation.positions > 0) {
            losses.push_back(
                {"validation", "#d62728", [](const HistoryRow& r) { return r.validation.loss; }});
            out += panel(
                history,
                {{"against scores", "#2ca02c", [](const HistoryRow& r) { return r.validation.eval_loss; }},
                 {"against results", "#9467bd",
                  [](const HistoryRow& r) { return r.validation.result_loss; }}},
                kTop + kPanel + kGap);
        }
        out += panel(history, losses, kTop);
    }
    return out + "</svg>\n";
}

}  // namespace stillpoint::train
