"""A hand whose owner does not see its cards: from behind, each place by name, with what can be worked out if wanted."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import groupby

from tapisvert.cards import Card
from tapisvert.game import Slot

from .scene import Scene
from .telling import refusal_text
from .text import heading, tag, words


def blind_hand(scene: Scene) -> str:
    """
    Shows your hand from behind, colour by colour, with ``+`` at the strong end of each.

    A place keeps its name and its room when its card has been played; what that was stays in sight.
    """
    groups = [list(group) for _, group in groupby(scene.slots, key=lambda slot: slot.suit)]
    label = scene.texts.own(scene.game.name, "heading.hand")
    return heading(label) + tag(
        "div",
        "".join(colour(scene, group) for group in groups),
        class_=words({"cards": True, "blind": True, "asked": scene.asked}),
        role="toolbar" if any(slot.card < 0 for slot in scene.slots) else None,
        aria_label=label,
        data_roving=True,
        style=f"--n:{len(scene.slots)};--groups:{len(groups)}",
    )


def colour(scene: Scene, group: list[Slot]) -> str:
    """Shows the places of one colour."""
    shown = reversed(group) if scene.strong_first else group
    places = "".join(place(scene, slot) for slot in shown)
    letter = scene.faces.letters[group[0].suit]
    return tag("div", places, class_=words({"group": True, f"of-{letter}": True, "mirrored": scene.strong_first}))


def place(scene: Scene, slot: Slot) -> str:
    """Shows one place: a card from behind, which can be played, or what was played from there."""
    t, faces, deal = scene.texts, scene.faces, scene.view.deal
    sign = faces.sign(faces.letters[slot.suit])
    end = tag("span", "+", class_="strong", aria_hidden="true") if slot.rank == slot.of else ""
    if slot.card >= 0:
        told = t("slot.played", slot=slot_name(scene, slot), card=faces.told(slot.card, t))
        gone = sign + tag("b", escape(faces.corner(slot.card, t)))
        return tag("span", gone + end, class_="place gone", role="img", aria_label=told)
    is_legal, name = slot.move in scene.legal, deal.move_name(slot.move)
    sunk = scene.is_playing_cards and not is_legal
    odds = scene.guesses.get(slot.move, {})
    label = slot_name(scene, slot)
    if odds:
        label = t("slot.guess", slot=label, odds=odds_line(scene, odds))
    refusal = deal.refusal(slot.move) if sunk else None
    back = tag("span", sign, class_="behind", aria_hidden="true")
    guess = (
        tag("span", escape(span_of(scene, odds)), class_=words({"guess": True, "sure": len(odds) == 1})) if odds else ""
    )
    made = tag(
        "button",
        back + guess,
        type="button",
        class_="card",
        data_key=name,
        data_move=name,
        aria_disabled=None if is_legal and scene.asked else "true",
        data_sunk=sunk,
        aria_label=t("card.not_playable", card=label) if sunk else label,
        title=refusal_text(refusal, deal, t, scene.game.name) if refusal else label,
    )
    return tag("span", made + end, class_="place")


def slot_name(scene: Scene, slot: Slot) -> str:
    """Names a place of your hand by its colour and its rank in it as dealt."""
    t = scene.texts
    which = "only" if slot.of == 1 else {1: "lowest", slot.of: "highest"}.get(slot.rank, "middle")
    suit = t(f"slot.suit.{scene.faces.letters[slot.suit]}")
    rank = t(f"ordinal.{slot.rank}") if which == "middle" else ""
    return t(f"slot.{which}", suit=suit, rank=rank, of=t(f"number.{slot.of}") if slot.of > 1 else "")


# ---------------------------------------------------------------------- what can be worked out


def percent(chance: float) -> str:
    """
    Rounds a chance to hundredths, but for what is nearly certain one way or the other.

    >>> percent(0.6), percent(0.001), percent(0.999), percent(1)
    ('60', '< 1', '> 99', '100')
    """
    rounded = round(100 * chance)
    return "< 1" if not rounded else "> 99" if rounded == 100 and chance < 1 - 1e-9 else str(rounded)


def odds_line(scene: Scene, odds: Mapping[Card, float]) -> str:
    """Lists what a card may be, with the chances in per cent."""
    t = scene.texts
    ranks = {scene.faces.rank(card, t): chance for card, chance in odds.items()}
    if len(ranks) == 1:
        return next(iter(ranks))
    return ", ".join(t("odds.one", rank=rank, percent=percent(chance)) for rank, chance in ranks.items())


def span_of(scene: Scene, odds: Mapping[Card, float]) -> str:
    """Says in the least room what a card may be: from what, to what."""
    ranks = [scene.faces.rank(card, scene.texts) for card in sorted(odds)]
    return ranks[0] if len(ranks) == 1 else f"{ranks[0]}–{ranks[-1]}"
