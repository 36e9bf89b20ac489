"""Kernels of the tests need no free port."""

import os
import socket

import lesson_run  # noqa: F401  gives nbval its kernel manager
import nbval.kernel
import pytest
from jupyter_client.connect import LocalPortCache
from kernels import run_cells


@pytest.mark.skipif(os.name == "nt", reason="on Windows kernels keep to ports")
def test_kernels_need_no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(LocalPortCache, "find_available_port", lambda *_: port)
        [[output]] = run_cells("6 * 7")
        manager, client = nbval.kernel.start_new_kernel(kernel_name="python3")
    assert output.data["text/plain"] == "42"
    assert manager.transport == "ipc"
    client.stop_channels()
    manager.shutdown_kernel(now=True)
