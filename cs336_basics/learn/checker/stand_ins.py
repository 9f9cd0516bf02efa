"""Stand-ins for modules that a learner's code imports and that are not installed here.

The assignment's `adapters.py` imports torch and jaxtyping beside the tokenizer. Code that names
them can be imported: a stand-in can be subclassed, subscripted, called, used as a decorator. Once
the import is over and the code is called, whatever really needs one raises ModuleNotFoundError.

Where an import is tried and its failure is met (`except ImportError: heapq = None`), it fails. Only
imports by files in the learner's folders get stand-ins; libraries probe for others, and are told
the truth. A distribution that is not installed has the version "0".

A worker that multiprocessing starts anew runs this file as its `__mp_main__`, before anything of
the learner's: so it imports the standard library alone.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

HOMES = "CS336_BPE_HOMES"
"""The variable of the environment that hands the learner's folders on to workers."""

_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")
_OURS = str(Path(__file__).parents[1]) + os.sep
_PACKAGE = "cs336_basics."
_FAILURES = {"ImportError", "ModuleNotFoundError", "PackageNotFoundError"}
_FAILURES |= {"Exception", "BaseException"}
_DECORATED = FunctionType, type, staticmethod, classmethod, property


class StandIn:
    """What would be in a module that is not installed.

    >>> issubclass(int, StandIn("torch.Tensor"))
    False
    >>> StandIn("torch.nn").functional
    <stand-in for torch.nn.functional>
    >>> StandIn("torch.zeros")(3)
    Traceback (most recent call last):
    ModuleNotFoundError: No module named 'torch': it is not installed here, so what needs it \
cannot be checked
    """

    def __init__(self, name: str, others: tuple[Any, ...] = ()) -> None:
        vars(self).update(_name=name, _others=others)

    def __repr__(self) -> str:
        return f"<stand-in for {self._name}>"

    def __getattr__(self, name: str) -> Any:
        if _is_special(name) or name in ("_name", "_others"):
            raise AttributeError(name)
        return StandIn(f"{self._name}.{name}")

    def __setattr__(self, name: str, value: object) -> None:
        _refuse(self._name)

    def __call__(self, *arguments: Any, **_: Any) -> Any:
        """As a decorator, give back what is decorated."""
        _refuse(self._name)
        if arguments and isinstance(arguments[0], _DECORATED):
            return arguments[0]
        return StandIn(f"{self._name}(…)")

    # What annotations need is never refused.

    def __getitem__(self, item: object) -> StandIn:
        return self

    def __or__(self, other: object) -> StandIn:
        return StandIn(self._name, (*self._others, other))

    __ror__ = __or__

    def __instancecheck__(self, found: object) -> bool:
        return self.__subclasscheck__(type(found))

    def __subclasscheck__(self, found: type) -> bool:
        named = any(vars(each).get("_stands_for") == self._name for each in found.__mro__)
        return named or any(issubclass(found, each or type(None)) for each in self._others)

    def __mro_entries__(self, bases: Sequence[object]) -> tuple[type, ...]:
        return (_base(self._name),)


def _refused(result: Any) -> Any:
    def method(self: StandIn, *_: object) -> Any:
        _refuse(self._name)
        return self if result is StandIn else result() if callable(result) else result

    return method


for _names, _result in (
    ("add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow", StandIn),
    ("matmul rmatmul and rand xor rxor lshift rshift neg pos abs invert enter", StandIn),
    ("lt le gt ge contains", False),
    ("exit setitem delitem", None),
    ("int index len", 0),
    ("float", 0.0),
    ("bool", True),
    ("iter", lambda: iter(())),
    ("reduce", lambda: (StandIn, ("pickled",))),
):
    for _name in _names.split():
        setattr(StandIn, f"__{_name}__", _refused(_result))


class _Base:
    """What a class is derived from that names a stand-in as its base."""

    _stands_for = ""

    def __init_subclass__(cls, **_: object) -> None:
        super().__init_subclass__()

    def __new__(cls, *_: object, **__: object) -> Any:
        return super().__new__(cls)

    def __init__(self, *_: object, **__: object) -> None:
        _refuse(self._stands_for)

    def __getattr__(self, name: str) -> Any:
        if _is_special(name):
            raise AttributeError(name)
        _refuse(self._stands_for)
        return StandIn(f"{self._stands_for}.{name}")


@cache
def _base(name: str) -> type:
    return type(name.rpartition(".")[2], (_Base,), {"_stands_for": name})


class StandInModule(ModuleType):
    """A module that is not installed."""

    def __getattr__(self, name: str) -> Any:
        if _is_special(name) and name != "__version__":
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return StandIn(f"{self.__name__}.{name}")


class _Loader(Loader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__all__"] = ()


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _refuse(name: str) -> None:
    """Raise an error, unless a module is being imported."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        spec = frame.f_globals.get("__spec__")
        if frame.f_code.co_name == "<module>" and getattr(spec, "_initializing", False):
            return
        frame = frame.f_back
    module = name.partition(".")[0]
    raise ModuleNotFoundError(
        f"No module named {module!r}: it is not installed here, so what needs it cannot be checked",
        name=module,
    )


class _Unknown(Distribution):
    """A distribution that is not installed."""

    def __init__(self, called: str) -> None:
        self._called = called

    def read_text(self, filename: str) -> str | None:
        text = f"Metadata-Version: 2.1\nName: {self._called}\nVersion: 0\n"
        return text if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Any:
        return Path(path)


class _First:
    """Before all finders: folders of the learner's that others would not take as they are meant.

    A package without `__init__.py` would come after one of that name elsewhere; and a folder of
    data, such as the `wandb` of a run, would be taken for a package. What their `cs336_basics`
    lacks is not to be found in ours.
    """

    def __init__(self, homes: Sequence[str]) -> None:
        self.homes = homes

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name.startswith(_PACKAGE) and _is_of(sys.modules.get(_PACKAGE[:-1]), self.homes):
            spec = PathFinder.find_spec(name, path)
            if spec is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return spec
        if path is not None or not any(os.path.isdir(os.path.join(h, name)) for h in self.homes):
            return None
        spec = PathFinder.find_spec(name, list(self.homes))
        if spec is None or spec.loader is not None:
            return None
        if any(holds_code(folder) for folder in spec.submodule_search_locations or ()):
            return spec
        others = PathFinder.find_spec(name, [each for each in sys.path if each not in self.homes])
        if others is not None and others.loader is not None:
            return others
        return _stand_in(name, self.homes)


class _Last:
    """After all finders: what nothing else has found."""

    def __init__(self, homes: Sequence[str]) -> None:
        self.homes = homes

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        parent = name.rpartition(".")[0]
        if parent:
            is_one = isinstance(sys.modules.get(parent), StandInModule)
            return ModuleSpec(name, _Loader(), is_package=True) if is_one else None
        return _stand_in(name, self.homes)

    def find_distributions(self, context: Any) -> Iterator[Distribution]:
        if context.name and _is_wanted(self.homes):
            yield _Unknown(context.name)


def _is_of(module: ModuleType | None, homes: Sequence[str]) -> bool:
    folders = getattr(module, "__path__", ())
    return any(os.path.dirname(folder) in homes for folder in folders)


def holds_code(folder: str | Path) -> bool:
    """Whether a folder without `__init__.py` can be a package: it or one in it has a module."""
    with suppress(OSError):
        return any(Path(folder).glob("*.py")) or any(Path(folder).glob("*/*.py"))
    return False


def _stand_in(name: str, homes: Sequence[str]) -> ModuleSpec | None:
    if name in sys.stdlib_module_names or not _is_wanted(homes):
        return None
    return ModuleSpec(name, _Loader(), is_package=True)


def _is_wanted(homes: Sequence[str]) -> bool:
    """Whether the learner's code asks for it, and has no answer to its absence."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if file in ("<frozen importlib.util>", importlib.util.__file__):
            return False  # `find_spec`: it asks whether it is there
        inner = file == __file__ or file.startswith("<frozen importlib")
        if not inner and f"{os.sep}importlib{os.sep}" not in file:
            break
        frame = frame.f_back
    # This package imports the learner's modules by their names: it, too, is told the truth.
    if frame is None or file.startswith(_OURS) or any(folder in file for folder in _INSTALLED):
        return False
    is_home = any(file.startswith(home + os.sep) for home in homes)
    return is_home and not any(frame.f_lineno in lines for lines in _tried(file))


@cache
def _tried(file: str) -> list[range]:
    """The lines of a file where a failing import is met."""
    with suppress(OSError, SyntaxError), tokenize.open(file) as opened:
        return [
            range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
            for node in ast.walk(ast.parse(opened.read()))
            if (isinstance(node, ast.Try) and any(map(_goes_on, node.handlers)))
            or (isinstance(node, ast.With) and _names_in(node.items) & {"suppress"})
        ]
    return []


def _goes_on(handler: ast.ExceptHandler) -> bool:
    """Whether the code goes on where an import has failed."""
    caught = handler.type is None or _names_in([handler.type]) & _FAILURES
    ends = any(isinstance(node, ast.Raise) for each in handler.body for node in ast.walk(each))
    return bool(caught) and not ends and not _names_in(handler.body) & {"exit", "_exit", "quit"}


def _names_in(nodes: Iterable[ast.AST]) -> set[str]:
    every = [node for each in nodes for node in ast.walk(each)]
    names = {node.id for node in every if isinstance(node, ast.Name)}
    return names | {node.attr for node in every if isinstance(node, ast.Attribute)}


def install(homes: Sequence[str]) -> None:
    """Let modules that are not installed be imported by code in these folders."""
    first: Any = _First(homes)
    last: Any = _Last(homes)
    sys.meta_path[:] = [first, *sys.meta_path, last]


def remove() -> None:
    """Undo `install`."""
    ours = _First, _Last
    sys.meta_path[:] = [each for each in sys.meta_path if not isinstance(each, ours)]


if __name__ == "__mp_main__":
    install(os.environ.get(HOMES, "").split(os.pathsep))
