"""Write the checksums of the shipped files into ``data/index.json``.

Run ``.venv/bin/python data/recipes/checksums.py`` after a recipe or an editor changed a table on
purpose; it names the files whose checksum is new.
"""

from pathlib import Path

from cmcourse.tables.shipped import write_checksums

if __name__ == "__main__":
    for name in write_checksums(Path(__file__).resolve().parents[1]):
        print(name)
