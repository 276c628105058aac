"""Connects a bank account with Link, and shows its transactions: Python 3.9 or newer, no packages.

python3 server.py
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

FOLDER = Path(__file__).resolve().parent

# The access tokens of the one user of this sample. Keep yours in your database: they read a user's
# data for as long as the user lets them.
ACCESS_TOKENS = []


class Refusal(Exception):
    """The reason why the API gave no result."""


def read_settings():
    """Reads .env; variables of the shell come first."""
    settings = {}
    file = FOLDER / ".env"
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            name, equals, value = line.partition("=")
            if equals and not name.startswith("#"):
                settings[name.strip()] = value.strip()
    settings.update(os.environ)
    missing = [
        name
        for name in ("LINK_ORIGIN", "LINK_CLIENT_ID", "LINK_SECRET")
        if not settings.get(name)
    ]
    if missing:
        sys.exit(f"{', '.join(missing)} missing: copy .env.example to .env, and put in your keys")
    return settings


SETTINGS = read_settings()


def call(path, **fields):
    """Calls the API with this application's keys, which never leave this program."""
    request = Request(
        SETTINGS["LINK_ORIGIN"] + path,
        data=json.dumps(fields).encode(),
        headers={
            "Content-Type": "application/json",
            "SERVICE-CLIENT-ID": SETTINGS["LINK_CLIENT_ID"],
            "SERVICE-SECRET": SETTINGS["LINK_SECRET"],
        },
    )
    try:
        with urlopen(request, timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        try:
            message = json.load(error)["error_message"]
        except (ValueError, KeyError, TypeError):
            message = f"status {error.code}"
        raise Refusal(f"{path}: {message}") from error
    except (URLError, TimeoutError) as error:
        raise Refusal(f"no server responds at {SETTINGS['LINK_ORIGIN']}") from error


def create_link_token(_fields):
    """Makes a token that opens Link once."""
    created = call(
        "/link/token/create",
        client_name="Python sample",
        language="en",
        country_codes=["US"],
        products=["auth", "transactions"],
        user={"client_user_id": "user-1"},
    )
    return {"link_token": created["link_token"]}


def exchange_public_token(fields):
    """Trades the public token of Link's onSuccess for an access token, which stays here."""
    public_token = fields.get("public_token")
    if not isinstance(public_token, str):
        raise Refusal("public_token is missing")
    exchanged = call("/item/public_token/exchange", public_token=public_token)
    ACCESS_TOKENS.append(exchanged["access_token"])
    return {}


def read_accounts(_fields):
    """Reads the accounts of every connected bank, and their newest transactions."""
    accounts, transactions = [], []
    for access_token in ACCESS_TOKENS:
        accounts += call("/accounts/get", access_token=access_token)["accounts"]
        transactions += sync_transactions(access_token)
    transactions.sort(key=lambda transaction: transaction["date"], reverse=True)
    return {"accounts": accounts, "transactions": transactions[:25]}


def sync_transactions(access_token):
    """Reads all transactions. Keep the last cursor, and the next call returns only the changes."""
    transactions, fields = [], {}
    while True:
        page = call("/transactions/sync", access_token=access_token, count=500, **fields)
        transactions += page["added"]
        if not page["has_more"]:
            return transactions
        fields = {"cursor": page["next_cursor"]}


ROUTES = {
    "/link-token": create_link_token,
    "/exchange": exchange_public_token,
    "/accounts": read_accounts,
}


class Handler(BaseHTTPRequestHandler):
    """The page, and what its script calls."""

    def do_GET(self):
        if self.path != "/":
            return self.respond(404, "text/plain", "not found\n")
        page = (FOLDER / "page.html").read_text(encoding="utf-8")
        return self.respond(200, "text/html", page.replace("LINK_ORIGIN", SETTINGS["LINK_ORIGIN"]))

    def do_POST(self):
        route = ROUTES.get(self.path)
        if route is None:
            return self.respond_json(404, {"error": "not found"})
        # Only this page may call: not one of another site, whose requests carry its own origin.
        host = self.headers.get("Host", "")
        is_local = host.rsplit(":", 1)[0] in ("localhost", "127.0.0.1")
        if not is_local or self.headers.get("Origin") != f"http://{host}":
            return self.respond_json(403, {"error": "another site may not call this"})
        try:
            length = int(self.headers.get("Content-Length") or 0)
            if not 0 <= length <= 10_000:
                raise ValueError("the body is too long")
            fields = json.loads(self.rfile.read(length) or b"{}")
            if not isinstance(fields, dict):
                raise ValueError("the body is no object")
        except ValueError:
            return self.respond_json(400, {"error": "the body must be a short JSON object"})
        try:
            return self.respond_json(200, route(fields))
        except Refusal as refusal:
            return self.respond_json(502, {"error": str(refusal)})

    def respond_json(self, status, value):
        self.respond(status, "application/json", json.dumps(value))

    def respond(self, status, content_type, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{content_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words):
        """Logs nothing."""


def main():
    port = SETTINGS.get("PORT", "3000")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    except (OSError, ValueError, OverflowError) as error:
        sys.exit(f"port {port} cannot be used ({error}); give another one like PORT=3005")
    print(f"Open http://localhost:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
