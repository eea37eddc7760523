"""
Plays the built site in Firefox and WebKit, by hand.

``.venv/bin/python -m tests.elsewhere firefox|webkit [--dist DIR] [--shots DIR]``; Debian's packages for it:
firefox-esr; webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, xvfb.
"""
