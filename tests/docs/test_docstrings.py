"""Samples in docstrings: what they name is there, and commands are as they are."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import ROOT
from shell_lines import check_arguments, words

SAMPLE = re.compile(r"\n\n((?: {4}.+\n|\n(?= {4}))+)")
PRODUCT = ("arena", "bots", "protocol", "examples")


def samples() -> Iterator[object]:
    """The indented blocks of all docstrings, as parameters."""
    for file in (file for folder in PRODUCT for file in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for block in SAMPLE.findall(f"{ast.get_docstring(node)}\n"):
                    yield pytest.param(textwrap.dedent(block), id=place(file, node))


def place(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'name', '')}"


@pytest.mark.parametrize("sample", list(samples()))
def test_a_sample_names_what_there_is(sample: str) -> None:
    if sample.startswith("arena "):
        for argv in words(sample):
            check_arguments(argv[1:])
    elif re.search(r"^(from|import) ", sample, re.MULTILINE):
        check_names(ast.parse(sample))


def check_names(sample: ast.Module) -> None:
    """Import what a sample imports, and ask that for what the sample takes from it."""
    there: dict[str, object] = {}
    for node in ast.walk(sample):
        if isinstance(node, ast.ImportFrom):
            exec(ast.unparse(node), there)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in there:
            assert hasattr(there[node.value.id], node.attr), ast.unparse(node)
