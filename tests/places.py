"""Where things are, for all tests."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TEMPLATE = DOCS / "report_template.ipynb"
LABS = sorted(DOCS.glob("lab[0-9]*.ipynb"))
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
