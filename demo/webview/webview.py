"""Opens Link in a WebView, as a native app does, and prints what Link tells it, as JSON, one a line.

    python3 webview.py http://localhost:8080 key=YOUR_PUBLIC_KEY env=sandbox \\
        "clientName=Corner Shop" product=auth,transactions

It needs GTK's WebKit and a display: on Debian `apt-get install python3-gi gir1.2-webkit2-4.1`, and
`xvfb-run` where there is no screen. `--run FILE` runs a script in the page, for tests.
"""

import argparse
import json
import webbrowser
from urllib.parse import parse_qsl, urlencode, urlsplit

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

SCHEME = "servicelink"


def main():
    options = read_options()
    parameters = [("isWebview", "true"), *(each.split("=", 1) for each in options.parameters)]
    window = Gtk.Window(title="Corner Shop")
    window.set_default_size(390, 844)
    window.connect("destroy", Gtk.main_quit)
    window.add(open_link(f"{options.server}/link.html?{urlencode(parameters)}", options.run))
    window.show_all()
    Gtk.main()


def read_options():
    parser = argparse.ArgumentParser(description="Opens Link in a WebView.")
    parser.add_argument("server", help="where Link is served, like http://localhost:8080")
    parser.add_argument("parameters", nargs="*", help="parameters of create, as name=value")
    parser.add_argument("--run", metavar="FILE", help="a script to run in the page")
    options = parser.parse_args()
    for each in options.parameters:
        if "=" not in each:
            parser.error(f"{each} is not name=value")
    return options


def open_link(address, script):
    """A WebView that shows Link, with a bridge for its messages."""
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("serviceLink")
    content.connect("script-message-received::serviceLink", hear_message)
    if script:
        with open(script, encoding="utf-8") as file:
            content.add_script(
                WebKit2.UserScript(
                    file.read(),
                    WebKit2.UserContentInjectedFrames.TOP_FRAME,
                    WebKit2.UserScriptInjectionTime.END,
                    None,
                    None,
                )
            )
    webview = WebKit2.WebView(user_content_manager=content)
    webview.connect("decide-policy", decide, urlsplit(address)[:2])
    webview.load_uri(address)
    return webview


def hear_message(_content, result):
    """The one way: Link posts every message to the bridge, in the shape of the page's callbacks."""
    tell(by="bridge", message=json.loads(result.get_js_value().to_json(0)))


def decide(_webview, decision, kind, link_origin):
    """The other way: Link navigates. Its scheme is heard and cancelled; other sites open outside."""
    navigation = WebKit2.PolicyDecisionType.NAVIGATION_ACTION
    if kind not in (navigation, WebKit2.PolicyDecisionType.NEW_WINDOW_ACTION):
        return False
    address = decision.get_navigation_action().get_request().get_uri()
    parts = urlsplit(address)
    if kind == navigation and parts[:2] == link_origin:
        return False
    decision.ignore()
    if parts.scheme == SCHEME:
        hear_navigation(parts)
    elif parts.scheme in ("http", "https"):
        tell(by="link", address=address)
        webbrowser.open(address)
    return True


def hear_navigation(parts):
    fields = dict(parse_qsl(parts.query, keep_blank_values=True))
    tell(by="navigation", type=parts.netloc, fields=fields, address=parts.geturl())
    if parts.netloc in ("connected", "exit"):
        # The end: an app takes the WebView away, and exchanges the public token on its server.
        GLib.idle_add(Gtk.main_quit)


def tell(**heard):
    print(json.dumps(heard), flush=True)


main()
