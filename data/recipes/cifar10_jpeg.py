"""A copy of CIFAR-10 as JPEG: a tenth of the size, and a little different in each pixel.

It is the copy that the shipped results come from. ``data/README.md`` describes the file.
"""

from __future__ import annotations

import io
import os
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from downloads import CIFAR10, Images, check_sha256, checked_images, load_cifar10, read_arrays
from PIL import Image

FILE = "cifar10_jpeg.npz"
SHA256 = {
    "jpeg_train": "1ca2dca6e4eac49f604e8c845294502cc3462d2dc0d42cafa728509cb5ea4920",
    "offsets_train": "f1ca0dca2b81d86d9dea9d73cfcb1edd9c81f9fcf91cb1dbb6a1bdc4a79a7af2",
    "y_train": "a62fdb60d85be70353337c48e96a11e6ba3ca8dadbeffcf865ff558c8c60ed6a",
    "jpeg_test": "15d026e9678ee5da19e0b4371f843d9bea8db7187a040f6563ee74c92f78810d",
    "offsets_test": "8ee637da1e54479db6c3bfe934580aa13cdc058fb24378927eebefcc162f150a",
    "y_test": "e306b5c79e60073ef8d32538ab0473921bf5921520407d898f4b9ec71c78598c",
}


def load() -> Images:
    """Load this copy if the folder that ``CMLIB_DATA`` names has it, and any other if not."""
    folder = os.environ.get("CMLIB_DATA")
    if folder and (Path(folder) / FILE).is_file():
        return read(Path(folder) / FILE)
    return load_cifar10()


def read(path: Path) -> Images:
    """Decode the images, and check them as those of every copy."""
    stored = read_arrays(path, tuple(SHA256))
    check_sha256(CIFAR10.name, stored, SHA256)
    arrays = {}
    for part in ("train", "test"):
        arrays[f"x_{part}"] = decode(stored[f"jpeg_{part}"], stored[f"offsets_{part}"])
        arrays[f"y_{part}"] = stored[f"y_{part}"]
    return checked_images(CIFAR10, arrays)


def decode(jpeg: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Decode JPEG images that lie one after the other."""
    content = jpeg.tobytes()
    parts = (content[start:end] for start, end in pairwise(offsets.tolist()))
    return np.stack([np.asarray(Image.open(io.BytesIO(part))) for part in parts])
