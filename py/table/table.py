"""
Turns what a seat sees into the table's HTML, region by region.

Pure functions: a scene in, strings out. The legal moves come with the view; nothing here knows a rule.
Elements carry ``data-key`` (what is the same card from one drawing to the next) so that the page can
animate the difference of places.
"""

from __future__ import annotations

from html import escape

from tapisvert.cards import Card
from tapisvert.game import Deal, Phase, Seat
from tapisvert.tricks import TrickDeal, winner

from .blind import blind_hand
from .board import board, supply
from .cards import backs, card_button, card_picture
from .middle import middle
from .plates import SIDES, direction, seats
from .prompts import panel, prompt
from .scene import Scene
from .score import score
from .telling import refusal_text
from .text import heading, tag, words


def draw(scene: Scene) -> dict[str, str]:
    """Gets the HTML of every region, by the region's id."""
    return {
        "title": title(scene),
        "seats": seats(scene),
        "trick": trick(scene),
        "score": score(scene),
        "prompt": prompt(scene),
        "hand": hand(scene),
        "panel": panel(scene),
    }


def attributes(scene: Scene) -> dict[str, str]:
    """Gets the ``data-`` attributes of the table element."""
    deal = scene.view.deal
    phase = "match-over" if scene.match_over else Phase(deal.phase).name.lower() if deal.phase else "deal-over"
    if scene.is_announcing:
        phase = "announce"  # of the page alone: whoever may not announce is not told that another may
    waiting = scene.you if scene.asked else deal.turn
    return {
        "game": scene.game.name,
        "phase": phase,
        "deal": str(scene.deal),
        "you": str(scene.you),
        "to-act": str(waiting) if deal.phase else "",
        "over": "true" if scene.match_over else "",
    }


# ---------------------------------------------------------------------- around the table


def title(scene: Scene) -> str:
    """Names the game and the deal."""
    t = scene.texts
    name, length = scene.game.name, scene.game.length(scene.view.options)
    key = "deal.of" if length and t.has(f"{name}.deal.of") else "deal"
    values = {"number": scene.deal, "of": length, "points": t.count("points", scene.view.deal.prize())}
    number, short = t.own(name, key, **values), t.key(name, f"{key}.short")
    game = tag("span", escape(t(f"game.{scene.game.name}")) + " · ", class_="game")
    if length == 1:
        return tag("span", escape(t(f"game.{name}")), class_="game alone")
    shown = tag("span", escape(number), class_=words({"deal": True, "of": key == "deal.of", "long": t.has(short)}))
    return game + shown + (tag("span", escape(t(short, **values)), class_="deal short") if t.has(short) else "")


# ---------------------------------------------------------------------- the trick


def trick(scene: Scene) -> str:
    """Shows the trick in progress, or the last one while it is held; without one, what else lies in the middle."""
    deal = scene.view.deal
    if scene.has_boards:
        return supply(scene)
    if not isinstance(deal, TrickDeal):
        return ""
    leader, cards = deal.trick_at(-1) if scene.held and deal.winners else (deal.leader, deal.trick)
    shown = laid(scene, leader, cards) if cards else middle(scene)
    return heading(scene.texts("heading.trick")) + shown if shown else ""


def laid(scene: Scene, leader: Seat, cards: list[Card]) -> str:
    """Lays out the cards of a trick, each on its player's side."""
    deal = scene.view.deal
    if not cards or not isinstance(deal, TrickDeal):
        return ""
    count, t = deal.seats, scene.texts
    best, in_row = winner(cards, deal.power(deal.suit[cards[0]])), scene.layout.trick_in_row
    shown = []
    for place, card in enumerate(cards):
        seat, name = (leader + place) % count, scene.faces.told(card, t)
        x, y = (place - (count - 1) / 2, 0) if in_row else direction(scene, seat)
        at = f"--x:{x:.3f};--y:{y:.3f}"
        if in_row:
            shown.append(tag("span", escape(scene.names[seat]), class_="by", style=at, aria_hidden="true"))
        shown.append(
            card_picture(
                scene.faces,
                card,
                t,
                scene.settings.deck,
                label=t("trick.best" if place == best else "trick.card", name=scene.names[seat], card=name),
                class_=words({"card": True, "winning": place == best}),
                style=at,
                data_key=key_of(scene, seat, card),
                data_from=f"[data-seat='{seat}']",
                data_by=seat,
                title=scene.names[seat],
            )
        )
    return "".join(shown)


def key_of(scene: Scene, seat: Seat, card: Card) -> str:
    """Gets what a card that was played was called before: if you did not see it, the place where it lay."""
    places = scene.slots if seat == scene.you else []
    moves = [slot.move for slot in places if slot.card == card]
    return scene.view.deal.move_name(moves[0]) if moves else scene.faces.names[card]


# ---------------------------------------------------------------------- your hand


def sorted_hand(scene: Scene) -> list[Card]:
    """Sorts your hand for display: trumps first, then suits of alternating colours; each by what its cards can beat."""
    deal, suits = scene.view.deal, scene.layout.suits
    start = suits.find(scene.trump) if scene.trump else 0
    order = suits[start:] + suits[:start]
    sign = -1 if scene.layout.strong_first else 1
    cards = [card for card in getattr(deal, scene.layout.hand)[scene.you] if card >= 0]
    return sorted(cards, key=lambda card: (order.index(scene.faces.suit(card)), sign * rank(deal, card)))


def rank(deal: Deal, card: Card) -> int:
    """Gets how high a card is in its suit."""
    return deal.power(deal.suit[card])[card] if isinstance(deal, TrickDeal) else card % 13


def hand(scene: Scene) -> str:
    """Shows your hand, sorted; what the rules refuse now is sunk, only while it is your turn."""
    if scene.is_blind:
        return blind_hand(scene)
    if scene.has_boards:
        return board(scene)
    cards = sorted_hand(scene)
    legal, is_playing = scene.legal, scene.is_playing_cards
    half = (len(cards) + 1) // 2
    buttons = [
        tag("span", hand_card(scene, card, card in legal, is_playing=is_playing), class_="slot") for card in cards
    ]
    rows = (buttons[:half], buttons[half:])
    size = words({"cards": True, "asked": scene.asked, "many": len(cards) > 8})
    label = scene.texts("heading.hand")
    return heading(label) + tag(
        "div",
        "".join(tag("div", "".join(row), class_="cards-row") for row in rows),
        class_=size,
        role="toolbar" if cards else None,
        aria_label=label if cards else None,
        data_roving=True,
        style=f"--n:{len(cards)}",
    )


def hand_card(scene: Scene, card: Card, is_legal: bool, *, is_playing: bool) -> str:
    """
    Makes one card of your hand.

    :param is_playing: whether one of them is awaited; what may not be played is sunk then.
    """
    t, faces, deal = scene.texts, scene.faces, scene.view.deal
    name = faces.names[card]
    if scene.is_selecting:
        chosen = card in scene.selection
        return card_button(
            faces,
            card,
            t,
            scene.settings.deck,
            data_action=f"select {name}",
            aria_pressed=str(chosen).lower(),
            aria_label=faces.told(card, t),
        )
    sunk = is_playing and not is_legal
    is_open = card in scene.laid_open(scene.you)
    shown = t("card.open", card=faces.told(card, t)) if is_open else faces.told(card, t)
    label = t("card.not_playable", card=shown) if sunk else shown
    refusal = deal.refusal(card) if sunk else None
    return card_button(
        faces,
        card,
        t,
        scene.settings.deck,
        data_move=name,
        aria_disabled=None if is_legal and scene.asked else "true",
        data_sunk=sunk,
        data_received=card in received(scene),
        data_open=is_open,
        aria_label=label,
        title=refusal_text(refusal, deal, t, scene.game.name) if refusal else None,
    )


def received(scene: Scene) -> list[Card]:
    """Lists the cards that you were passed, until the first trick is over."""
    deal, name = scene.view.deal, scene.layout.received
    if not name or (isinstance(deal, TrickDeal) and deal.winners):
        return []
    cards: list[Card] = getattr(deal, name)[scene.you]
    return cards


# ---------------------------------------------------------------------- before Python

BACKS = 13
"""Cards that lie in your hand before anything is dealt."""


def waiting_table(names: list[str], count: int) -> dict[str, str]:
    """Draws the table before anything is dealt: the seats by name, and *count* backs for a hand."""
    sides = SIDES[len(names) - 1]
    plates = "".join(
        tag(
            "div",
            tag("span", escape(name[:1]), class_="avatar", aria_hidden="true")
            + tag("span", escape(name), class_="name"),
            class_=f"plate at-{side}",
        )
        for name, side in zip(names[1:], sides, strict=True)
    )
    half = (count + 1) // 2
    rows = "".join(tag("div", backs(number), class_="cards-row") for number in (half, count - half))
    hand = tag("div", rows, class_="cards many", style=f"--n:{count}", aria_hidden="true")
    return {"title": "", "seats": plates, "trick": "", "score": "", "prompt": "", "hand": hand, "panel": ""}
