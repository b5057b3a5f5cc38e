#pragma once

#include <string_view>

namespace stillpoint {

// Games of this engine against itself at 20000 nodes a move, from five common openings, for `speedtest`.
inline constexpr std::string_view kSpeedtestGames[] = {
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 d2d3 b7b5 a4b3 d7d5 e4d5 f6d5 b1c3 d5f6 d1e1 "
    "d8d6 a2a4 a8b8 a4b5 a6b5 f3g5 e8g8 f2f4 e5f4 c1f4 d6d8 g5f3 f6h5 f4d2 h5f6 h2h3 h7h5 c3e4 c8f5 "
    "d2g5 f6e4 d3e4 f5g6 g5f4 e7c5 g1h1 d8e7 e4e5 b5b4 f3h4 g6h7 e5e6 g8h8 e6f7 g7g5 e1e7 c5e7 f4c7 "
    "b8c8 a1a7 h8g7 a7b7 g5h4 b3d5 e7f6 c7d6 c6d4 f1e1 d4f5 d6f8 c8f8 b7b4 h7g6 b4f4 f6g5 f4f2 f5e7 "
    "d5b3 g5f6 e1f1 f6b2 f2f4 e7c8 f4h4 c8d6 h4a4 d6f7 a4a6 b2c3 b3c4 c3d4 a6c6 d4e5 c4d3 g6d3 c2d3 "
    "f8d8 c6e6 e5c3 e6e7 c3f6",
    "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 c1f4 f6h5 f4e3 f7f5 e4f5 c8f5 d1b3 d8c8 e1c1 "
    "e7e5 c4c5 g8h8 c5d6 c7d6 f3g5 b8c6 d4e5 g7e5 g2g3 c6a5 b3b4 a5c6 b4a3 h5f6 f1c4 e5c3 a3c3 c6e5 "
    "e3d4 c8c4 d4e5 a8c8 c3c4 c8c4 e5c3 h7h6 h2h4 h8g8 f2f3 f6e8 d1e1 f5d7 f3f4 d7c6 g5e6 c6h1 e6f8 "
    "g8f8 e1h1 e8f6 c1d1 f6e4 c3e1 f8g7 b2b3 c4c7 d1e2 e4c3 e2d3 c3a2 e1d2 a7a5 d2a5 a2c1 d3e4 c7c2 "
    "a5b4 c1b3 b4d6 c2e2 e4d5 e2d2 d5e6 b3d4 e6e5 d4c6 e5e6 c6d4 e6e5 d4f5 d6c5 f5g3 h1b1 d2e2 e5d5 "
    "e2d2 d5e6 d2e2 e6d5 e2d2",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5 d4f5 f6e4 f5g7 f8g7 c3e4 d6d5 e4g3 "
    "d5d4 e3d2 d8b6 b2b4 e8g8 d1e2 b6c6 e2e4 c8e6 f2f3 f7f5 e4c6 b8c6 h2h4 a6a5 b4a5 c6a5 h4h5 h7h6 "
    "a2a4 a5c4 f1c4 e6c4 a4a5 b7b6 a1a4 c4d5 c2c4 d5c6 a4a3 b6a5 d2a5 a8a6 a5b4 a6a3 b4a3 f8a8 a3c1 "
    "c6d7 c4c5 a8c8 c1a3 g7f8 e1g1 f8c5 a3c5 c8c5 f1d1 c5d5 g3f1 d4d3 g1f2 d7a4 d1d2 f5f4 g2g3 a4e8 "
    "g3g4 e8d7 d2a2 d5c5 a2a3 c5c2 f2g1 d7b5 a3a8 g8f7 a8d8 f7e6 g4g5 h6g5 h5h6 c2c7 f1d2 c7h7 d2e4 "
    "e6e7 d8d6 b5c4 d6c6 c4e6",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8 d1f3 b8d7 c4d5 e6d5 f1e2 h7h6 g5f4 d7b6 e1c1 "
    "g7g5 f3g3 e7d6 h2h4 d6f4 e3f4 g5g4 h4h5 g8h8 e2d3 b6c4 f4f5 d8d6 g1e2 c8d7 e2f4 a8c8 d3c2 b7b5 "
    "f4d5 f6d5 g3d6 c4d6 c3d5 d7f5 d5f6 c8d8 c2f5 d6f5 d4d5 g4g3 f2g3 h8g7 f6g4 f5g3 h1h3 g3e2 c1c2 "
    "e2f4 h3b3 a7a6 g4e3 f4h5 b3a3 f8e8 e3f5 g7g6 g2g4 h5f4 a3a6 g6g5 d5d6 e8e2 c2b3 c7d6 a6d6 d8d6 "
    "f5d6 g5g4 d6b5 e2e3 b3c4 e3e4 b5d4 f4e6 a2a4 g4f4 c4c3 e4e3 c3c2 e3e4 d1f1 f4g4 d4e6 f7e6 f1a1 "
    "e4c4 c2d3 c4c8 a4a5 g4f3",
    "c2c4 e7e5 b1c3 g8f6 g2g3 d7d5 c4d5 f6d5 f1g2 d5b6 e2e4 f8c5 d2d3 b8c6 g1f3 a7a5 e1g1 f7f6 c1e3 "
    "c6d4 f3d4 c5d4 a2a4 c8e6 a1c1 e8g8 c3b5 d4e3 f2e3 c7c6 b5a3 d8d6 a3c4 e6c4 d3c4 d6d1 f1d1 b6a4 "
    "c4c5 a8d8 d1d8 f8d8 b2b3 a4b2 g2f1 d8d1 c1c2 d1b1 c2d2 g8f7 d2d7 f7g6 h2h4 h7h5 g1f2 b2d1 f2f3 "
    "d1c3 f1h3 b1b3 d7d8 c3b5 h3f5 g6f7 d8d7 f7e8 d7g7 b5d4 f3f2 b3b2 f2e1 d4f5 e4f5 b2b5 g7h7 e8f8 "
    "h7h5 f8g7 g3g4 e5e4 g4g5 f6g5 h4g5 b5c5 g5g6 g7f6 e1f2 b7b6 f2g3 c5e5 g3f4 e5e7 h5h8 e7a7 h8b8 "
    "a5a4 b8b6 a4a3 b6c6 f6g7",
};

}  // namespace stillpoint
