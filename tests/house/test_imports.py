"""The import contracts in pyproject.toml hold."""

import pytest
from importlinter.cli import lint_imports
from places import ROOT


def test_import_contracts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == 0, capsys.readouterr().out
