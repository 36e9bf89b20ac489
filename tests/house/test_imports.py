"""The import contracts in pyproject.toml hold."""

from importlinter.cli import lint_imports
from places import ROOT


def test_import_contracts(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == 0, capsys.readouterr().out
