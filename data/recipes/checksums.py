"""Write the checksums of the shipped files into ``data/index.json``.

Run ``.venv/bin/python data/recipes/checksums.py`` after a recipe or an editor changed a table on
purpose; it names the files whose checksum is new.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

__all__ = ["write"]


def write(folder: Path) -> list[str]:
    """Bring the checksums of a folder's index up to date; return the names that changed."""
    path = folder / "index.json"
    text = path.read_text(encoding="utf-8")
    index = json.loads(text)
    tables = [entry["file"] for kind in ("datasets", "runs") for entry in index[kind].values()]
    files = {file for table in tables for file in (table, str(Path(table).with_suffix(".json")))}
    paths = [folder / file for file in files] + list((folder / "ledger").glob("*.csv"))
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(paths, key=lambda path: path.name)
        if path.is_file()
    }
    known = index.get("sha256", {})
    # The rest of the index is laid out by hand and stays as it is.
    block = ',\n  "sha256": ' + json.dumps(found, indent=2).replace("\n", "\n  ")
    text = re.sub(r',\s*"sha256": \{[^}]*\}', "", text)
    path.write_text(re.sub(r"\s*\}\s*\Z", lambda _: block + "\n}\n", text), encoding="utf-8")
    return [file for file in sorted({*found, *known}) if found.get(file) != known.get(file)]


if __name__ == "__main__":
    for name in write(Path(__file__).resolve().parents[1]):
        print(name)
