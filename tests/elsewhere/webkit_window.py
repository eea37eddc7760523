"""
A window that WebKitWebDriver can drive, run by Debian's Python: ``webkit_window.py PROFILE PROXY-PORT``.

WebKit's own MiniBrowser keeps no profile when it is driven, and is wider than a telephone.
"""

from __future__ import annotations

import sys


def main(profile: str, proxy: str) -> None:
    """Opens a window when the driver asks for one, and stays until it is closed."""
    import gi  # noqa: PLC0415 - this is not in the project's own Python

    gi.require_version("Gtk", "3.0")
    gi.require_version("WebKit2", "4.1")
    from gi.repository import Gtk, WebKit2  # noqa: PLC0415

    print(
        f"WebKitGTK {WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}",
        flush=True,
    )
    data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
    data.set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(f"http://127.0.0.1:{proxy}", ["127.0.0.1"])
    )
    context = WebKit2.WebContext.new_with_website_data_manager(data)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["fr-FR"])

    def open_view(*_: object) -> object:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window = Gtk.Window()
        window.set_default_size(1280, 760)
        window.add(view)
        window.show_all()
        view.connect("close", lambda *_: window.destroy())
        window.connect("destroy", Gtk.main_quit)
        return view

    def start_session(_: object, session: object) -> None:
        about = WebKit2.ApplicationInfo()
        about.set_name("elsewhere")
        session.set_application_info(about)  # type: ignore[attr-defined]
        session.connect("create-web-view", open_view)  # type: ignore[attr-defined]

    context.connect("automation-started", start_session)
    Gtk.main()


if __name__ == "__main__":
    main(*sys.argv[1:])
