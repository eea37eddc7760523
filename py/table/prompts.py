"""What is awaited of you: the line that says it, and the buttons for what is not a card."""

from __future__ import annotations

from html import escape

from tapisvert.cards import SUIT_LETTERS
from tapisvert.game import Move, Offer, Phase
from tapisvert.tricks import TrickDeal

from .scene import Scene
from .telling import refusal_text
from .text import SUIT_SIGNS, suit_sign, tag, words


def prompt(scene: Scene) -> str:
    """Says in one line what is awaited, or why the card just tried is refused; before it, the calls so far."""
    said = tag("span", escape(scene.reason or asked_for(scene)), class_="refused" if scene.reason else None)
    return so_far(scene) + said + odds_button(scene)


def odds_button(scene: Scene) -> str:
    """Makes the button that opens the odds of your unseen cards; empty while there are none, or they are not wanted."""
    label = escape(scene.texts("action.odds"))
    return tag("button", label, type="button", data_action="odds") if scene.guesses else ""


def so_far(scene: Scene) -> str:
    """Lists all calls of an auction in order, and the suit turned up, for screens that do not show them elsewhere."""
    t, layout, deal = scene.texts, scene.layout, scene.view.deal
    if not layout.keeps_calls or deal.phase != Phase.CALL:
        return ""
    heard = [t("so_far.call", name=scene.names[seat], move=line) for seat, line in scene.heard]
    calls = " · ".join(tag("i", escape(line)) for line in heard)
    card = getattr(deal, layout.turned_card) if layout.turned_card else -1
    turned = ""
    if card >= 0 and scene.dealer is not None:
        key = "so_far.turned.you" if scene.dealer == scene.you else "so_far.turned"
        turned = tag("b", escape(t(key, sign=suit_sign(card), name=scene.names[scene.dealer])))
    return tag(
        "p", turned + tag("small", calls), class_=words({"so-far": True, "you-dealt": scene.dealer == scene.you})
    )


def asked_for(scene: Scene, *, with_sign: bool = True) -> str:
    """
    Says what is awaited of you, or of whom.

    :param with_sign: for the eye: with signs of suits, and without what the table shows.
    """
    t, deal, game = scene.texts, scene.view.deal, scene.game.name
    if scene.held and isinstance(deal, TrickDeal):
        taker = deal.winners[-1]
        return t("prompt.you_took") if taker == scene.you else t("prompt.took", name=scene.names[taker])
    if not deal.phase:
        return ""
    if not scene.asked:
        return "" if deal.turn == scene.you else t("prompt.waiting", name=scene.names[deal.turn])
    if scene.is_selecting:
        left = scene.needed - len(scene.selection)
        is_usual = scene.layout.direction and scene.needed == scene.layout.select  # not in the midst of one's own pass
        key = f"{game}.prompt.pass.{getattr(deal, scene.layout.direction)}" if is_usual else "prompt.pass"
        return t(key, to=to_name(scene)) if left else t("prompt.confirm")
    if scene.is_announcing:
        said = [t.move(game, deal.move_name(move)) for move in scene.calls]
        return t.own(game, "prompt.announce") if with_sign else t("prompt.announce.told", moves=t.listed(said))
    if scene.picked is not None:
        return t.own(game, "prompt.picked", card=scene.faces.told(scene.picked, t))
    if deal.phase == Phase.CALL or deal.asks():
        return question(scene, is_told=not with_sign)
    if isinstance(deal, TrickDeal) and deal.phase == Phase.PLAY:
        if not deal.trick:
            return t.own(game, "prompt.lead")
        suit = scene.faces.suit(deal.trick[0])
        sign = scene.faces.in_text(suit) if with_sign else ""
        return t("prompt.follow", suit=t(f"suit.of.{suit}"), sign=sign).rstrip()
    return t("prompt.your_turn")


def question(scene: Scene, *, is_told: bool) -> str:
    """
    Asks for a call.

    :param is_told: names the turned-up card too, which the eye sees.
    """
    t, game, layout, asks = scene.texts, scene.game.name, scene.layout, scene.view.deal.asks()
    if asks:
        about = scene.names[asks.about] if asks.about is not None else ""
        card = scene.faces.told(asks.card, t) if asks.card >= 0 else ""
        return t.own(game, f"prompt.{asks.code}", name=about, card=card)
    key = "prompt.call.turn_up" if scene.is_offered(layout.middle_move) else "prompt.call"
    cards = getattr(scene.view.deal, layout.middle_card) if layout.middle_card and is_told else []
    return " ".join([t.own(game, key), *(t("prompt.turn_up", card=scene.faces.told(card, t)) for card in cards)])


def to_name(scene: Scene) -> str:
    """Gets the name of the seat that your pass goes to."""
    shift = getattr(scene.view.deal, scene.layout.direction) if scene.layout.direction else 0
    return scene.names[(scene.you + shift) % scene.view.deal.seats]


def panel(scene: Scene) -> str:
    """Holds the buttons for what is not a card: confirming a pass, calls, bets; beside boards the supply has them."""
    t, deal = scene.texts, scene.view.deal
    if scene.has_boards:
        return ""
    if scene.is_selecting:
        ready = len(scene.selection) == scene.needed
        label = t("action.confirm_pass", name=to_name(scene), count=len(scene.selection), of=scene.needed)
        return tag(
            "button",
            escape(label),
            type="button",
            class_="main",
            data_action="confirm-pass",
            aria_disabled=None if ready else "true",
        )
    if scene.layout.numbers_called and scene.menu:
        return numbers(scene)
    buttons = "".join(call(scene, move) for move in scene.menu)
    label, size = t("heading.calls"), words({"calls": True, "menu": bool(deal.menu())})
    return tag("div", buttons, class_=size, role="toolbar", aria_label=label) if buttons else ""


def numbers(scene: Scene) -> str:
    """Makes the buttons of numbers to call: a row for each kind of offer; where room is short, the kind is chosen."""
    t, game, deal = scene.texts, scene.game.name, scene.view.deal
    offers = [(move, offer) for move in scene.menu if (offer := deal.offer(move))]
    rows = ""
    for code in dict.fromkeys(offer.code for _, offer in offers):
        made = [(move, offer) for move, offer in offers if offer.code == code]
        points, is_first = t.count("points", made[0][1].points), not rows
        marble = tag("i", class_=words({"marble": True, "spare": not is_first}), aria_hidden="true")
        head = escape(t.own(game, f"offer.{code}.head", points=points))
        rows += tag("input", type="radio", name="kind", id=f"kind-{code}", class_="kind", checked=is_first)
        rows += tag("label", marble + head, for_=f"kind-{code}")
        rows += tag("div", "".join(number(scene, move, offer) for move, offer in made), class_="numbers")
        note = t.key(game, f"offer.{code}.note")
        rows += tag("p", escape(t(note)), class_="note") if t.has(note) else ""
    label = t("heading.calls")
    return tag("div", rows, class_="calls by-number", role="toolbar", aria_label=label)


def number(scene: Scene, move: Move, offer: Offer) -> str:
    """Makes the button of a number to call; its name says all that it undertakes, and warns of what is idle."""
    t, game, deal = scene.texts, scene.game.name, scene.view.deal
    key = f"offer.{offer.code}.{offer.terms}" if offer.terms else f"offer.{offer.code}"
    tricks, less, more = t.count("tricks", offer.tricks), t.number(offer.tricks), t.count("tricks", offer.tricks + 1)
    label = t.own(game, key, tricks=tricks, less=less, more=more)
    refusal = deal.refusal(move)
    return tag(
        "button",
        escape(t.number(offer.tricks)) + (tag("small", "*", aria_hidden="true") if offer.terms else ""),
        type="button",
        data_move=deal.move_name(move),
        aria_label=label,
        aria_disabled="true" if refusal else None,
        title=label,
    )


def call(scene: Scene, move: Move) -> str:
    """Makes the button of a move that is no card; a suit that ends its name is shown by its sign as well."""
    t, game, deal = scene.texts, scene.game.name, scene.view.deal
    name, refusal, offer = deal.move_name(move), deal.refusal(move), deal.offer(move)
    terms = terms_of(scene, offer) if offer else ""
    lines = tag("small", escape(offered(scene, offer))) + tag("small", escape(terms), class_="terms") if offer else ""
    last = name.rpartition(" ")[2]
    sign = tag("span", SUIT_SIGNS[last], class_=f"sign suit-{last}", aria_hidden="true") if last in SUIT_SIGNS else ""
    label = escape(t.move(game, name))
    return tag(
        "button",
        sign + (tag("b", label) + lines if offer else label),
        type="button",
        data_move=name,
        aria_disabled="true" if refusal else None,
        title=refusal_text(refusal, deal, t, game) if refusal else terms or None,
    )


def terms_of(scene: Scene, offer: Offer) -> str:
    """Says what trumps a call would be played with, and what else sets it apart."""
    sign = SUIT_SIGNS[SUIT_LETTERS[offer.suit]] if offer.suit >= 0 else ""
    return scene.texts.own(scene.game.name, f"terms.{offer.terms}", sign=sign) if offer.terms else ""


def offered(scene: Scene, offer: Offer) -> str:
    """Says in a line what a call would undertake."""
    t = scene.texts
    partner = scene.names[offer.partner] if offer.partner is not None else ""
    tricks, points = t.count("tricks", offer.tricks), t.number(offer.points)
    return t.own(scene.game.name, f"offer.{offer.code}", name=partner, tricks=tricks, points=points)
