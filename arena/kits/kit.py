"""Which kits there are, what they need, and how a bot's folder is made of one."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import protocol
from arena.entries import Entry
from arena.errors import UserError
from arena.games import Game
from arena.hints import nearest
from arena.process.launch import MANIFEST, environment
from arena.toml import read_toml

KIT = "kit.toml"
KINDS = {
    "random": "at random",
    "search": "by trying each legal action in many playouts of the rules engine",
}
"""The kinds of bots, each with how it plays. Every kit has the first."""
README = "README.md"
VECTORS = Path("test", "vectors")
"""Where a kit's own test finds the protocol's test vectors."""
ASK_S = 60
"""How long it may take to find out whether something is there."""
_FOLDER = Path(__file__).parent
_PUBLISHED = Path(protocol.__file__).parent / "vectors"


class KitError(UserError):
    """A bot's folder can't be made or built as asked; one sentence says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a kit needs of a machine, and how to come by it."""

    what: str
    install: str
    ask: str
    """A line for the shell that succeeds where it is there."""

    @property
    def there(self) -> bool:
        """Whether it is there for what is run as bots are, with their PATH and HOME."""
        try:
            answer = subprocess.run(
                ["/bin/sh", "-c", self.ask], cwd="/", env=environment(), timeout=ASK_S, check=False,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        return answer.returncode == 0

    def __str__(self) -> str:
        return f"this machine lacks {self.what}: {self.install}"


@dataclass(frozen=True, slots=True)
class Kind:
    """What another kind of bot changes in a kit: files in a folder of its name, laid over the kit's own."""

    test: Sequence[str]
    files: Mapping[str, str]
    """What is new there."""
    engine: bool
    """Whether it starts the arena's rules engine."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A language's kit. `files` says of each file that its author may want to read what it is for."""

    language: str
    title: str
    also: Sequence[str]
    """Other names for the language."""
    codec: str
    """What packs and unpacks the messages."""
    needs: Sequence[Need]
    command: Sequence[str]
    build: Sequence[str]
    """Empty where there is nothing to build."""
    test: Sequence[str]
    files: Mapping[str, str]
    bot: str
    """The file in which the author starts to think."""
    fetches: bool
    """Whether building or testing it fetches packages from the network."""
    kinds: Mapping[str, Kind]
    """The kinds of bots that it has beside the one that plays at random."""
    kind: str = "random"

    def of_kind(self, name: str) -> Kit:
        """The kit for bots of that kind. Raises KitError, saying which kits have it."""
        if name == self.kind:
            return self
        if name not in self.kinds:
            have = ", ".join(kit.language for kit in kits() if name in kit.kinds)
            raise KitError(f"the kit for {self.title} has no bot of the kind {name}; these have: {have}")
        kind = self.kinds[name]
        return replace(self, kind=name, test=kind.test, files={**self.files, **kind.files})

    @property
    def engine(self) -> bool:
        """Whether its bot starts the arena's rules engine."""
        return self.kind in self.kinds and self.kinds[self.kind].engine

    @property
    def missing(self) -> list[Need]:
        """What this machine lacks of all that it needs."""
        return [need for need in self.needs if not need.there]


def kits() -> list[Kit]:
    """All kits, by language."""
    return [_read_kit(path.parent) for path in sorted(_FOLDER.glob(f"*/{KIT}"))]


Survey: TypeAlias = list[tuple[Kit, list[Need]]]


def survey() -> Survey:
    """All kits, by language, each with what this machine lacks of what it needs."""
    every = kits()
    with ThreadPoolExecutor() as pool:  # a compiler or a virtual machine takes its time to answer
        return list(zip(every, pool.map(lambda kit: kit.missing, every), strict=True))


def find(language: str) -> Kit:
    """The kit for a language, by any of its names. Raises KitError, saying which there are."""
    every = kits()
    for kit in every:
        if language.lower() in (kit.language, kit.title.lower(), *kit.also):
            return kit
    names = [kit.language for kit in every]
    raise KitError(f"there is no kit for the language {language!r}{nearest(language.lower(), names)}")


def write_kit(kit: Kit, folder: Path, game: Game[Any, Any], only: bool = False) -> str:
    """Make a bot's folder; returns the bot's name.

    `game` is the one in examples; `only` has the bot say that it plays no other. Raises KitError.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KitError(f"{folder} exists already; name a folder that is new or empty")
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", folder.absolute().name).strip("-.") or "bot"
    words = _words(kit, name, folder.absolute().name, game)
    try:
        for path, template in _templates(kit).items():
            _write(folder / path, _filled(template, words))
        _write(folder / README, _filled(_FOLDER / README, words))
        _write(folder / MANIFEST, _manifest(kit, name, game.id if only else None))
        shutil.copytree(_PUBLISHED, folder / VECTORS)
    except OSError as error:
        raise KitError(f"{folder} can't be written: {error.strerror}") from error
    return name


def build_line(kit: Kit, bot: str) -> str:
    """The command that builds a bot of this kit."""
    return f"arena build {bot}" + (" --network" if kit.fetches else "")


def play_line(game: Game[Any, Any], bot: str) -> str:
    """A command that lets a bot play against random ones, at the smallest table with company."""
    return f"arena play {game.id} {bot} {' '.join(['random'] * (max(2, game.seats[0]) - 1))}"


def _read_kit(folder: Path) -> Kit:
    """The kit in a folder. Raises KitError where its file is not as it must be."""
    entry = Entry(read_toml(folder / KIT, KitError), KitError, place=str(folder / KIT))
    entry.has_only(
        *("title", "codec", "needs", "command", "test", "files"),
        optional=("also", "build", "fetches", "kinds"),
    )
    needs = entry["needs"]
    files = entry["files"]
    kinds = entry.get("kinds", {})
    return Kit(
        language=folder.name,
        title=entry["title"].text(),
        also=entry.get("also", []).list_of(Entry.text),
        codec=entry["codec"].text(),
        needs=[_read_need(what, needs[what]) for what in needs.as_map()],
        command=entry["command"].some(Entry.text, such_as='["python3", "bot.py"]'),
        build=entry.get("build", []).list_of(Entry.text),
        test=entry["test"].some(Entry.text, such_as='["make", "test"]'),
        files={name: files[name].text() for name in files.as_map()},
        bot=next(iter(files.as_map())),
        fetches=entry.get("fetches", False).boolean(),
        kinds={name: _read_kind(kinds[name]) for name in kinds.as_map()},
    )


def _read_kind(entry: Entry) -> Kind:
    entry.has_only("test", optional=("files", "engine"))
    files = entry.get("files", {})
    return Kind(
        test=entry["test"].some(Entry.text, such_as='["make", "test"]'),
        files={name: files[name].text() for name in files.as_map()},
        engine=entry.get("engine", False).boolean(),
    )


def _read_need(what: str, entry: Entry) -> Need:
    entry.has_only("install", optional=("ask",))
    ask = entry.get("ask", f"command -v {shlex.quote(what)}")
    return Need(what, entry["install"].text(), ask.text())


def _templates(kit: Kit) -> dict[Path, Path]:
    """The bot's files, each with its template: that of its kind where there is one, else the kit's own."""
    own = _FOLDER / kit.language
    apart = [own / kind for kind in kit.kinds]
    found = {
        path.relative_to(own): path
        for path in _files(own)
        if path.name != KIT and not any(map(path.is_relative_to, apart))
    }
    for folder in (_FOLDER / kit.kind, own / kit.kind):
        found |= {path.relative_to(folder): path for path in _files(folder)}
    return found


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _words(kit: Kit, name: str, folder: str, game: Game[Any, Any]) -> dict[str, str]:
    """What stands for the `{{words}}` of the templates."""
    return {
        "name": name,
        "folder": folder,
        "title": kit.title,
        "plays": KINDS[kit.kind],
        "codec": kit.codec,
        "bot": kit.bot,
        "build": f"{build_line(kit, folder)}\n" if kit.build else "",
        "play": play_line(game, folder),
        "test": shlex.join(kit.test),
        "files": "\n".join(f"- `{file}`: {use}" for file, use in kit.files.items()),
    }


def _filled(template: Path, words: Mapping[str, str]) -> str:
    """A template's text with words in the place of `{{word}}`."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], template.read_text("utf-8"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _manifest(kit: Kit, name: str, game: str | None) -> str:
    entries: dict[str, object] = {"name": name, "language": kit.title, "command": kit.command}
    if kit.build:
        entries["build"] = kit.build
    if game is not None:
        entries["games"] = [game]
    if kit.engine:
        entries["engine"] = True
    # What JSON writes for text and lists of text is TOML, too.
    return "".join(f"{key:<8} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in entries.items())
