"""Knockout whist as a wheel of its own."""

from tapisvert.games import AddedGame

from .game import KNOCKOUT_WHIST

ADDED = AddedGame(
    game=KNOCKOUT_WHIST,
    layout={"suits": "SHDC"},
    messages={
        "fr": {
            "game.knockout_whist": "Whist éliminatoire",
            "game.knockout_whist.tagline": "Un jeu venu d’ailleurs",
            "option.knockout_whist.players": "Joueurs",
            "option.knockout_whist.players.3": "Trois",
            "option.knockout_whist.players.4": "Quatre",
            "option.knockout_whist.trump": "Atout",
            "option.knockout_whist.trump.turned": "Retourné",
            "option.knockout_whist.trump.named": "Nommé",
            "knockout_whist.move.trump C": "Atout Trèfle",
            "knockout_whist.move.trump D": "Atout Carreau",
            "knockout_whist.move.trump H": "Atout Cœur",
            "knockout_whist.move.trump S": "Atout Pique",
        },
        "en": {
            "game.knockout_whist": "Knockout whist",
            "game.knockout_whist.tagline": "A game from elsewhere",
            "option.knockout_whist.players": "Players",
            "option.knockout_whist.players.3": "Three",
            "option.knockout_whist.players.4": "Four",
            "option.knockout_whist.trump": "Trumps",
            "option.knockout_whist.trump.turned": "Turned up",
            "option.knockout_whist.trump.named": "Named",
            "knockout_whist.move.trump C": "Clubs are trumps",
            "knockout_whist.move.trump D": "Diamonds are trumps",
            "knockout_whist.move.trump H": "Hearts are trumps",
            "knockout_whist.move.trump S": "Spades are trumps",
        },
    },
)
