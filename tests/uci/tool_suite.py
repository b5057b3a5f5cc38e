"""`stillpoint suite` through the real program."""
import json
import re
from pathlib import Path

from _tool import check, check_golden, folder, run

with folder() as name:
    epd = Path(name, "mates.epd")
    epd.write_text('6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; id "one";\n'
                   '6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8#; id "impossible";\n'
                   '6k1/5ppp/8/8/8/8/8/R3K3 w Q - c0 "Ra8=10, Ra7=2"; id "points";\n', encoding="utf-8")
    out, _ = run("suite", epd, "--depth", 6, "--list", "-q")
    check_golden(re.sub(r"[\d.]+ s +\d+( k)?", "TIME NODES", re.sub(r" +time +nodes", " time nodes", out)), "suite.txt")
    result = json.loads(run("suite", epd, "--depth", 6, "--json", "-q")[0])
    check(result["solved"] == 2 and result["points"] == 11 and result["max_points"] == 12, str(result))
    check([r["solved"] for r in result["results"]] == [True, False, True], str(result))
    broken = Path(name, "broken.epd")
    broken.write_text("nonsense\n" + epd.read_text(encoding="utf-8"), encoding="utf-8")
    check("broken.epd:1:" in run("suite", broken, "--depth", 3, "-q", expect=1)[1], "a bad line is named")
check("can't read" in run("suite", "/nowhere.epd", expect=2)[1], "a missing file")
print("ok")
