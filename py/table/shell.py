"""The shell: ``index.html`` as the build writes it, painted before any Python runs. Pure Python, no browser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .bar import bar, labels
from .home import BOT_NAMES, home
from .layouts import TABLES
from .table import BACKS, waiting_table
from .text import LANGUAGES, Texts, tag, texts

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The smallest that PyScript's worker boots under; it also proves that no other host is contacted."""
LOADER_TEXTS = (
    "house",
    "loading.bytes",
    "loading.start",
    "loading.slow",
    "loading.retry",
    "loading.failed",
    "loading.failed.silence",
    "loading.failed.file",
)


def index_html(
    build: str, config: Mapping[str, Any], code: str, sizes: Mapping[str, int], needed: Sequence[str]
) -> str:
    """
    Makes the page.

    :param build: the build's id: the name of the folder that holds all that the page loads.
    :param config: PyScript's configuration for the page.
    :param code: the Python that the page runs first.
    :param sizes: the bytes of each large download, by its address.
    :param needed: the addresses of all that must come before Python can start.
    """
    default = next(iter(TABLES.values()))
    first = texts(LANGUAGES[0])
    homes = "".join(
        tag(
            "template",
            home(texts(name), default, {}, ()),
            data_home=name,
            data_texts=json.dumps(loader_texts(texts(name))),
        )
        for name in LANGUAGES
    )
    painted = waiting_table(["", *BOT_NAMES[: default.seats(default.options()) - 1]], BACKS)
    preloads = "\n".join(f'<link rel="modulepreload" href="{name}">' for name in needed if is_module(name))
    awaited = json.dumps({"sizes": dict(sizes), "needed": list(needed), "languages": LANGUAGES})
    plugins = json.dumps({"plugins": config["plugins"]})
    regions = {name: tag("div", html, id=name) for name, html in painted.items() if name != "title"}
    regions["panel"] = tag("div", "", id="panel", data_roving=True)
    return f"""<!doctype html>
<html lang="{first.language}" data-build="{escape(build)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(CONTENT_SECURITY_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0f3424">
<title>{escape(first("house"))}</title>
<meta name="description" content="{escape(first("house.tagline"))}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="icon" href="{build}/icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{build}/icons/icon-192.png">
<script src="{build}/js/loader.js" data-files="{escape(awaited)}"></script>
<link rel="stylesheet" href="{build}/css/table.css">
<script type="module" async src="{build}/js/interpreter.mjs"></script>
{preloads}
<script defer src="{build}/js/stage.js"></script>
<script defer src="{build}/js/keys.js"></script>
<script defer src="{build}/js/listen.js"></script>
<script type="module" src="{build}/js/start.mjs"></script>
</head>
<body data-screen="home">
<header id="bar">
{bar(first, tag("h1", escape(first("house")), id="title"))}
</header>
<aside id="notice"></aside>
<main id="table">
{regions["seats"]}
{regions["score"]}
{regions["trick"]}
<div id="below">
{regions["prompt"]}
{regions["panel"]}
{regions["hand"]}
</div>
<section id="home">{home(first, default, {}, ())}</section>
<div id="loading" role="status"><span id="loading-text">{escape(first("loading.bytes"))}</span>
<span id="loading-percent" aria-hidden="true"></span>
<progress id="loading-bar" max="100" value="0" aria-label="{escape(first("loading.name"))}"></progress></div>
</main>
<div id="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-heading" hidden></div>
<div id="live" class="unseen" aria-live="polite"></div>
{homes}
<noscript>{noscript()}</noscript>
<div id="stuck" role="alert">{stuck()}</div>
<mpy-config hidden>{escape(plugins, quote=False)}</mpy-config>
<script type="py" config="{escape(json.dumps(config))}">
{code}</script>
</body>
</html>
"""


def is_module(address: str) -> bool:
    """Tells whether a file is a script that others import."""
    return address.endswith(".mjs") or "/pyscript/" in address


def loader_texts(t: Texts) -> dict[str, Any]:
    """Gets the texts that the scripts show by themselves."""
    return {key: t(key) for key in LOADER_TEXTS} | {"labels": labels(t)}


def stuck() -> str:
    """Says in every language that the page has not come as a whole: seen where not even the loader came."""
    return "".join(
        tag("p", escape(t("loading.stuck")) + " " + tag("a", escape(t("loading.retry")), href=""), lang=name)
        for name in LANGUAGES
        if (t := texts(name))
    )


def noscript() -> str:
    """Says in every language what the page is and that it needs scripts."""
    return "".join(
        tag(
            "section",
            tag("h2", escape(t("house"))) + tag("p", escape(t("house.tagline"))) + tag("p", escape(t("noscript"))),
            lang=name,
        )
        for name in LANGUAGES
        if (t := texts(name))
    )
