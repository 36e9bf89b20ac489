"""The documents' tables, the results of our recipes, and three data sets to train on.

`load` and `load_runs` read what is shipped with the package; `load_vehicle`, `load_mnist` and
`load_cifar10` download. To be imported from here: what `__all__` names.
"""

from cmlib.datasets.downloads import load_cifar10, load_mnist, load_vehicle
from cmlib.datasets.records import Dataset, Images, Printed, Runs, Samples
from cmlib.datasets.shipped import describe, load, load_runs, names

__all__ = [
    "Dataset",
    "Images",
    "Printed",
    "Runs",
    "Samples",
    "describe",
    "load",
    "load_cifar10",
    "load_mnist",
    "load_runs",
    "load_vehicle",
    "names",
]
