#pragma once

#include <string_view>

namespace stillpoint::lab {

// Openings, middle games and endgames for `bench`. Changing them changes the signature.
inline constexpr std::string_view kBenchPositions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PNP3/1PN1B3/P3BPPP/R2Q1RK1 w - - 0 12",
    "2rq1rk1/pb1n1ppp/1p2pn2/2bp4/8/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 2 13",
    "r1b2rk1/pp1nqppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R4RK1 w - - 4 10",
    "r2qr1k1/pb1nbppp/1pp2n2/3p4/3P1B2/1PNB1N2/P1Q2PPP/R3R1K1 b - - 5 14",
    "r3r1k1/1bqnbppp/p2p1n2/1p1Pp3/4P3/2N1BN1P/PPB2PP1/R2QR1K1 b - - 0 16",
    "2kr3r/pp1n1ppp/2pbpn2/q7/3P4/2NB1N2/PPP1QPPP/R1B2RK1 b - - 7 11",
    "r1bq1rk1/ppp1npb1/3p2pp/3Pp2n/1PP1P3/2N2N2/P3BPPP/R1BQR1K1 w - - 0 11",
    "rn1q1rk1/pp3ppp/2pb1n2/3p1b2/3P4/1P1BPN2/PB3PPP/RN1Q1RK1 w - - 1 10",
    "r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R b - - 7 10",
    "4rrk1/pp1q2pp/2pb1n2/3p1p2/3P1P2/1P1QPN2/PB4PP/2R2RK1 w - - 0 19",
    "8/5k2/4p1p1/3pP2p/1p1P3P/1P3K2/6P1/8 w - - 0 40",
    "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 45",
    "8/p4k2/1p2p3/2p2pp1/2P5/1P2K1P1/P4P2/8 b - - 0 35",
    "6k1/5p1p/4p1p1/3p4/r2P4/4P1P1/1R3P1P/6K1 w - - 0 30",
    "2r3k1/5pp1/p3p2p/1p6/3P4/P3PN2/1P3PPP/2R3K1 b - - 0 26",
    "8/1R3pk1/4p1p1/3pP2p/r2P3P/6P1/5PK1/8 w - - 3 41",
    "4k3/1b4p1/p3pp1p/1p6/3B4/P4P2/1P3KPP/8 w - - 0 32",
    "8/3k1p2/2p1b1p1/p1P1P2p/1p1K3P/1P1N2P1/P7/8 w - - 2 44",
    "3r2k1/p4ppp/1p2q3/8/2Q1P3/5P2/P5PP/3R2K1 w - - 0 28",
    "q5k1/5ppp/4p3/8/1Q6/4P1P1/5P1P/6K1 w - - 0 36",
    "r5k1/1b1q1ppp/p2p4/1p1Pn3/4P3/1B5P/PP1Q1PP1/4R1K1 w - - 1 24",
    "r1bqr1k1/pp1nbpp1/2p2n1p/3p2B1/3P4/2NBP3/PPQ1NPPP/R4RK1 w - - 0 11",
    "r2qkb1r/1b1n1ppp/p2ppn2/1p6/3NPP2/2NB4/PPP1Q1PP/R1B2RK1 b kq - 3 10",
    "r1b1k2r/2qnbppp/p2ppn2/1p4B1/3NPPP1/2N2Q2/PPP4P/2KR1B1R w kq - 0 11",
    "rnb1k2r/ppq2ppp/3bpn2/3p4/3P4/P1N1PN2/1P3PPP/R1BQKB1R w KQkq - 0 8",
    "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 20",
    "r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16",
    "5k2/1p3pp1/p1r4p/3R4/8/1P3PP1/P6P/6K1 b - - 0 33",
    "8/8/8/4k3/8/2p1K3/8/3R4 w - - 0 60",
    "8/5P2/8/2k5/8/8/1p1K4/8 w - - 0 50",
    "3k4/8/3K4/3P4/8/8/8/8 w - - 0 60",
    "4k3/8/8/8/2B5/8/3NK3/8 w - - 0 70",
    "r1q2rk1/p1p1bppp/2pp1n2/4p3/2P1P3/1PN1B2P/P1P1QPP1/R4RK1 b - - 0 14",
    "1rbq1rk1/2p1bppp/p2p1n2/1p2p3/3nP3/PB3N2/1PPPNPPP/R1BQR1K1 w - - 4 12",
    "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 8",
    "2kr1b1r/pppq1ppp/2np1n2/4p3/2P1P1b1/2NP1N2/PP2BPPP/R1BQ1RK1 w - - 4 9",
};

}  // namespace stillpoint::lab
