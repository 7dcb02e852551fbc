"""The latest results as feeds: RSS 2.0 and JSON Feed 1.1."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from xml.etree import ElementTree

MARK = "arena report"
"""What feeds made here have, and other people's have not."""
JSON_FEED = "https://jsonfeed.org/version/1.1"


@dataclass(frozen=True, slots=True)
class Item:
    """One result. `link` is an address, or where it is from the feed; `ended` is in seconds since 1970."""

    id: str
    title: str
    text: str
    link: str
    ended: float


def rss(title: str, home: str, items: Sequence[Item]) -> str:
    """The feed as RSS; `home` is the address of the site, or where it is from the feed."""
    root = ElementTree.Element("rss", version="2.0")
    channel = ElementTree.SubElement(root, "channel")
    for tag, text in (("title", title), ("link", home), ("description", f"Results of {title}")):
        ElementTree.SubElement(channel, tag).text = text
    ElementTree.SubElement(channel, "generator").text = MARK
    for item in items:
        entry = ElementTree.SubElement(channel, "item")
        told = {"title": item.title, "link": item.link, "description": item.text}
        for tag, text in told.items():
            ElementTree.SubElement(entry, tag).text = text
        ElementTree.SubElement(entry, "guid", isPermaLink="false").text = item.id
        ElementTree.SubElement(entry, "pubDate").text = format_datetime(_time(item.ended))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def json_feed(title: str, home: str, items: Sequence[Item]) -> str:
    """The same as a JSON Feed."""
    return json.dumps(
        {
            "version": JSON_FEED,
            "title": title,
            "home_page_url": home,
            "_arena": {"about": MARK},
            "items": [
                {
                    "id": item.id,
                    "url": item.link,
                    "title": item.title,
                    "content_text": item.text,
                    "date_published": _time(item.ended).isoformat(),
                }
                for item in items
            ],
        },
        indent=1,
    )


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)
