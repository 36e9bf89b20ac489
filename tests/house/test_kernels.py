"""No kernel of the tests is in want of a port."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import nbval.kernel
import pytest
from jupyter_client.connect import LocalPortCache
from jupyter_client.manager import start_new_kernel
from kernels import run_cells

pytestmark = pytest.mark.skipif(os.name == "nt", reason="on Windows kernels keep to ports")


@pytest.fixture
def no_free_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every port that is found to be free belongs to somebody else by the time it is used."""
    with socket.create_server(("127.0.0.1", 0)) as somebody_else:
        port = somebody_else.getsockname()[1]
        monkeypatch.setattr(LocalPortCache, "find_available_port", lambda *_: port)
        yield


@pytest.mark.usefixtures("no_free_port")
def test_a_kernel_on_a_taken_port_dies() -> None:
    with pytest.raises(RuntimeError, match="Kernel died"):
        start_new_kernel()


@pytest.mark.usefixtures("no_free_port")
def test_kernels_of_the_tests_need_no_port() -> None:
    [[output]] = run_cells("6 * 7")
    assert output.data["text/plain"] == "42"
    manager, client = nbval.kernel.start_new_kernel(kernel_name="python3")
    files = list(Path("/tmp").glob(f"{Path(manager.ip).name}-*"))
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    assert len(files) == 5
    assert not any(file.exists() for file in files)
