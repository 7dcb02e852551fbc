"""`arena report`: a tournament as a web site, or as one web page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.databases import store_option
from arena.cli.options import PATH

if TYPE_CHECKING:
    from arena.tournament import Store

REPLAYS = 10
"""How many of the last matches can be watched unless it is said."""
PAGE = (".html", ".htm")
"""How the name of a single page ends."""


def _address(_ctx: click.Context, _param: click.Parameter, address: str | None) -> str | None:
    """An address that pages can be at."""
    if address is not None and not address.startswith(("https://", "http://")):
        raise click.BadParameter(f"{address!r} is no address; one begins with https://")
    return address


@click.command()
@store_option
@click.option(
    "-o",
    "--output",
    metavar="DIR|FILE.html",
    type=PATH,
    default=Path("report"),
    show_default=True,
    help="The folder to write the site to, or the file for a single page.",
)
@click.option(
    "--replays",
    type=click.IntRange(min=0),
    metavar="N",
    default=REPLAYS,
    show_default=True,
    help="How many of the last matches can be watched on the site.",
)
@click.option(
    "--url", metavar="URL", callback=_address, help="Where the site will be, for the links in its feeds."
)
def command(store: Store, output: Path, replays: int, url: str | None) -> None:
    """A tournament as a web site: standings, a page a bot, all matches, the verdict, feeds of results.

    The site needs no server and no network: open index.html in its folder, or put the folder on any web
    server. It tells of matches that have a result, and can be made while the tournament runs, again and
    again into the same folder: each file is replaced as a whole, and the pages of bots and matches that are
    no longer there are removed. Other files in the folder stay as they are: where one of them has the name
    of a page, nothing is written.

    A match is watched on a page of its own, which takes seconds to make: --replays says of how many. Those
    that are there are kept.

    A FILE.html gets one page that needs nothing else, to be mailed or printed.

    \b
    Examples:
      arena report --db club.db -o report
      arena report --db club.db -o site --replays 2 --url https://example.org/club
      arena report --db club.db -o club.html
    """
    from arena.cli.reading import following, reading
    from arena.cli.streams import tell
    from arena.extras import from_extra
    from arena.report.content import content_of

    if output.suffix.lower() in PAGE and not output.is_dir():
        from_extra("arena.report.page").write_page(content_of(store, reading), output)
        click.echo(f"written to {output}")
        return
    pages = from_extra("arena.report.site")
    from arena.report.site_content import site_content_of
    from arena.report.site_viewers import write_viewers

    if output.exists() and not output.is_dir():
        raise click.UsageError(f"{output} is a file; name a folder for the site, or FILE.html for one page")
    told = site_content_of(store, reading)
    pages.check_folder(told, output)
    watched = write_viewers(store, told.matches, replays, output, following, tell)
    first = pages.write_site(pages.Site(told, watched, store.named, url), output, following)
    click.echo(f"written to {first}")
