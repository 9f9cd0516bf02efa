"""One check for each exercise of the notebooks: `checks.count_pairs(my_count_pairs)`.

Each takes the learner's function and compares it with the package's own, or with values worked out
by hand. It prints a line when all is well, and raises `CheckFailed` with the smallest input that
fails. `nb04_heap` holds the checks of notebook 04.
"""

# ruff: noqa: F403  # each module says in its `__all__` which checks it has

from __future__ import annotations

from cs336_basics.learn.checker.frame import CheckFailed
from cs336_basics.learn.checker.whole import encode_iterable, token_file
from cs336_basics.learn.checks import (
    nb01_unicode,
    nb02_pretokens,
    nb02_saving,
    nb02_training,
    nb03_incremental,
    nb03_trainers,
    nb04_heap,
    nb05_chunks,
    nb05_counting,
    nb06_formats,
    nb06_tokenizer,
    nb07_experiments,
    nb08_kernels,
    nb08_threads,
    nb09_cuts,
    nb09_masks,
    nb10_museum,
)
from cs336_basics.learn.checks.nb01_unicode import *
from cs336_basics.learn.checks.nb02_pretokens import *
from cs336_basics.learn.checks.nb02_saving import *
from cs336_basics.learn.checks.nb02_training import *
from cs336_basics.learn.checks.nb03_incremental import *
from cs336_basics.learn.checks.nb03_trainers import *
from cs336_basics.learn.checks.nb04_heap import *
from cs336_basics.learn.checks.nb05_chunks import *
from cs336_basics.learn.checks.nb05_counting import *
from cs336_basics.learn.checks.nb06_formats import *
from cs336_basics.learn.checks.nb06_tokenizer import *
from cs336_basics.learn.checks.nb07_experiments import *
from cs336_basics.learn.checks.nb08_kernels import *
from cs336_basics.learn.checks.nb08_threads import *
from cs336_basics.learn.checks.nb09_cuts import *
from cs336_basics.learn.checks.nb09_masks import *
from cs336_basics.learn.checks.nb10_museum import *

__all__ = ["CheckFailed", "encode_iterable", "token_file"]
__all__ += nb01_unicode.__all__
__all__ += nb02_pretokens.__all__
__all__ += nb02_saving.__all__
__all__ += nb02_training.__all__
__all__ += nb03_incremental.__all__
__all__ += nb03_trainers.__all__
__all__ += nb04_heap.__all__
__all__ += nb05_chunks.__all__
__all__ += nb05_counting.__all__
__all__ += nb06_formats.__all__
__all__ += nb06_tokenizer.__all__
__all__ += nb07_experiments.__all__
__all__ += nb08_kernels.__all__
__all__ += nb08_threads.__all__
__all__ += nb09_cuts.__all__
__all__ += nb09_masks.__all__
__all__ += nb10_museum.__all__
