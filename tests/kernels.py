"""Kernels for the tests, reached through files of their own.

Jupyter finds a free port for a kernel, lets it go, and starts the kernel, which takes the port a
second later. Where several processes start kernels at once, another may have it by then, and the
kernel dies before it answers. Files with a name of their own cannot be taken.
"""

import os
import uuid
from pathlib import Path

from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from traitlets import CaselessStrEnum, HasTraits, default

# Windows has no such files: there a kernel keeps to ports.
TRANSPORT = "tcp" if os.name == "nt" else "ipc"


class _OwnFiles(HasTraits):
    transport = CaselessStrEnum(["tcp", "ipc"], default_value=TRANSPORT)

    @default("ip")
    def _new_address(self):
        if self.transport == "tcp":
            return "127.0.0.1"
        # The name of such a file may have about 100 characters, which a checkout's can exceed.
        return str(Path("/tmp", f"kernel-{uuid.uuid4().hex}"))


class OwnFilesKernelManager(_OwnFiles, KernelManager):
    """The manager that nbval is given."""


class AsyncOwnFilesKernelManager(_OwnFiles, AsyncKernelManager):
    """The kernel manager for nbclient, with its connection files in a folder of its own."""


def run(notebook, folder=None):
    """Run a notebook from top to bottom, in a folder; return it, with its outputs."""
    resources = {"metadata": {"path": str(folder)}} if folder else {}
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        kernel_manager_class=AsyncOwnFilesKernelManager,
        resources=resources,
    )
    return client.execute()
