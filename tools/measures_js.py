"""Change the explorers' measures in small ways, one at a time, and count those that tests notice.

The tests of `measures.js`, which is compared with `cmlib`, run once, in Node. Stryker then asks
each changed module the same as they did, and looks whether it answers the same.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/explore/browser", "tests")]

import test_measures_js as tests  # noqa: E402
from mutants import EXPLORERS, keep  # noqa: E402

MODULE = ROOT / "cmcourse/explore/measures.js"
STRYKER = "@stryker-mutator/core@9.6.1"
# Print the answers to questions; or, with their file, fail unless the answers are those in it.
ASK = """
import * as it from "./measures.js";
import { readFileSync } from "node:fs";
const { asked, known } = JSON.parse(readFileSync(process.argv[2] ?? 0, "utf8"));
const found = asked.map(([expression, given]) =>
  JSON.stringify(new Function("it", "given", `return ${expression}`)(it, given)));
if (!known) console.log(JSON.stringify(found));
else if (found.some((text, at) => text !== known[at])) process.exit(1);
"""
SETTINGS = {
    "testRunner": "command",
    "commandRunner": {"command": "node ask.mjs asked.json"},
    "mutate": ["measures.js"],
    "reporters": ["json"],
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(MODULE, folder)
    (folder / "ask.mjs").write_text(ASK, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "stryker.config.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    asked, known = [], []

    def call(page: None, module: str, expression: str, given: object) -> object:
        question = json.dumps({"asked": [[expression, given]]})
        node = ["node", "ask.mjs"]
        said = subprocess.check_output(node, cwd=folder, input=question, text=True)
        asked.append([expression, given])
        known.extend(json.loads(said))
        return json.loads(known[-1])

    tests.call = call
    warnings.simplefilter("ignore", tests.cmlib.UndefinedMetricWarning)
    tests.test_measures_are_those_of_cmlib(None)
    tests.test_numbers_are_written_as_python_writes_them(None)
    for size in (2, 3, 5):
        tests.test_cells_are_those_of_explain(None, size)
    answers = json.dumps({"asked": asked, "known": known})
    (folder / "asked.json").write_text(answers, encoding="utf-8")

    npm = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", STRYKER]
    subprocess.run(npm, cwd=folder, check=True)
    subprocess.run(["npx", "stryker", "run"], cwd=folder, check=True)
    report = json.loads((folder / "reports/mutation/mutation.json").read_text(encoding="utf-8"))
    changes = report["files"]["measures.js"]["mutants"]
    missed = [it for it in changes if it["status"] in ("Survived", "NoCoverage")]
    for it in missed:
        line = it["location"]["start"]["line"]
        print(f"measures.js:{line}", it["mutatorName"], it["replacement"])
    keep({EXPLORERS: (len(changes), len(changes) - len(missed))})


if __name__ == "__main__":
    main(ROOT / "build/stryker")
