"""The numerical libraries, or one sentence saying what to install."""

import os
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for small matrices more would but wait
try:
    import numpy as np
    from numpy.typing import NDArray
    from scipy import special
except ImportError as missing:
    raise ImportError("the joint fit needs numpy and scipy: pip install 'bot-arena[stats]'") from missing

__all__ = ["Array", "Flags", "Indices", "np", "special"]

Array = NDArray[np.float64]
Indices = NDArray[np.integer[Any]]
Flags = NDArray[np.bool_]
