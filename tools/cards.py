"""
Draws the deck *grand index, four colours* from Adrian Kennard's card faces (CC0).

The faces come from the npm package ``@heruka_urgyen/react-playing-cards``. They are recoloured,
the aces get a large pip, and the court cards are drawn a second time with French corner letters
(roi, dame, valet), as ``KS.fr.svg``.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
HREF = "{http://www.w3.org/1999/xlink}href"
COLOURS = {"red": "#c8102e", "blue": "#1450b8", "green": "#007a3d", "black": "#111", "#44F": "#3355d0", "white": "#fff"}
EDGE = "#8a8a8a"
"""The line around a card, which parts white from white where cards overlap."""
ACE_PIP = 110
FRENCH_LETTERS = {
    "K": "M-285 -460L10 -460A210 235 0 0 1 10 10L-170 10M-170 -460L-170 460M-285 460L-70 460M20 10L190 460"
    "M115 460L285 460",
    "Q": "M-285 -460L-30 -460C170 -460 240 -290 240 0C240 290 170 460 -30 460L-285 460M-170 -460L-170 460",
    "J": "M-285 -460L-115 -460M-200 -450L0 460L200 -450M115 -460L285 -460",
}
"""The strokes of R, D and V in the letters' box, -500 to 500, in the manner of the deck's own K and A."""

ET.register_namespace("", SVG)


def write_index_deck(source: Path, folder: Path) -> None:
    """Draws all 52 faces and the twelve French court cards from the pictures in *source* into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for rank in "23456789TJQKA":
        for suit in "CDHS":
            svg = (source / f"{rank}{suit}.svg").read_text("utf-8")
            (folder / f"{rank}{suit}.svg").write_text(draw(svg, rank), "utf-8", newline="\n")
            if rank in FRENCH_LETTERS:
                french = draw(svg, rank, FRENCH_LETTERS[rank])
                (folder / f"{rank}{suit}.fr.svg").write_text(french, "utf-8", newline="\n")


def draw(svg: str, rank: str, letter: str | None = None) -> str:
    """
    Redraws one face.

    :param letter: the strokes of another corner letter.
    """
    root = ET.fromstring(svg)
    for name in ("class", "face", "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.attrib.update(width="240", height="336")
    for element in root.iter():
        redraw(element)
    edge = root.find(f"{{{SVG}}}rect")
    if edge is not None:
        edge.set("stroke", EDGE)
    if rank == "A":
        enlarge_ace(root)
    if letter is not None:
        replace_letter(root, letter)
    return ET.tostring(root, encoding="unicode") + "\n"


def redraw(element: ET.Element) -> None:
    """Recolours one element, shortens its coordinates and makes its reference a plain one."""
    for paint in ("fill", "stroke"):
        if paint in element.attrib:
            element.set(paint, COLOURS.get(element.attrib[paint], element.attrib[paint]))
    if HREF in element.attrib:
        element.set("href", element.attrib.pop(HREF))
    if "d" in element.attrib:
        element.set("d", shorten(element.attrib["d"]))


def shorten(path: str) -> str:
    """
    Rounds a path to one decimal, which is invisible: the court cards are drawn on 1300 by 2000 units.

    >>> shorten("M635.39648,0 851.86719,312.33789c-0.04,1.5 -10.96,-12")
    'M635.4,0 851.9,312.3c0,1.5 -11,-12'
    """
    return re.sub(r"-?\d+\.\d+", lambda number: f"{round(float(number[0]), 1) + 0.0:g}", path)


def enlarge_ace(root: ET.Element) -> None:
    """Makes the pip in the middle of an ace a large one."""
    pip = next(use for use in root.iter(f"{{{SVG}}}use") if use.get("x") == "-20" and use.get("y") == "-20")
    pip.attrib.update(height=str(ACE_PIP), x=str(-ACE_PIP // 2), y=str(-ACE_PIP // 2))


def replace_letter(root: ET.Element, letter: str) -> None:
    """Draws another letter in the corners, whose symbol's name begins with V."""
    symbol = next(symbol for symbol in root.iter(f"{{{SVG}}}symbol") if symbol.get("id", "").startswith("V"))
    symbol[0].set("d", letter)
