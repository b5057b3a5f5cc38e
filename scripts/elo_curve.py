# SPDX-License-Identifier: GPL-3.0-or-later
"""A curve of Elo as SVG."""

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 400, 60, 40


def curve_svg(points, grid=500):
    """Points are (label, Elo, error of the step that led there), evenly spaced; a line for every `grid` Elo."""
    lowest = min(elo for _, elo, _ in points)
    highest = max(elo for _, elo, _ in points)

    def x(number):
        return LEFT + (WIDTH - LEFT - 20) * number / (len(points) - 1)

    def y(elo):
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * (elo - lowest) / (highest - lowest)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="12">',
             "<style>text{fill:#555}line,polyline{stroke:#777;fill:none}.curve{stroke:#1a73b8;stroke-width:2}</style>"]
    for elo in range(int(lowest) // grid * grid, int(highest) + 1, grid):
        if elo >= lowest:
            lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(elo):.1f}" y2="{y(elo):.1f}" '
                         f'stroke-dasharray="2 4"/><text x="{LEFT - 8}" y="{y(elo) + 4:.1f}" '
                         f'text-anchor="end">{elo}</text>')
    lines.append('<polyline class="curve" points="' +
                 " ".join(f"{x(i):.1f},{y(elo):.1f}" for i, (_, elo, _) in enumerate(points)) + '"/>')
    every = 1 + len(points) // 10
    for i, (label, elo, error) in enumerate(points):
        if i % every == 0:
            lines.append(f'<text x="{x(i):.1f}" y="{HEIGHT - 15}" text-anchor="middle">{label}</text>')
        lines.append(f'<line x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{y(elo - error):.1f}" y2="{y(elo + error):.1f}"/>')
    return "\n".join(lines) + "\n</svg>\n"
