"""The numerical libraries, or one sentence saying what to install."""

try:
    import numpy as np
    from numpy.typing import NDArray
    from scipy import sparse, stats
except ImportError as missing:
    raise ImportError("the joint fit needs numpy and scipy: pip install 'bot-arena[stats]'") from missing

__all__ = ["Array", "Indices", "np", "sparse", "stats"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
