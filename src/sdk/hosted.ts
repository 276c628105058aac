// The page of hosted Link, at `/hosted`. The secret after the `#` of its address identifies the
// link token. Browsers never send the fragment to a server. A program that opens addresses in mails
// does not use up the secret, since the button starts Link.
import type { OpenHostedLinkResponse } from "../protocol/link/hosted-link.ts";
import { create } from "./index.ts";

/**
 * The storage key of the secret, for users who visit their institution's site in the same window.
 */
const SECRET_KEY = "service-link-hosted";

const root = document.documentElement;
const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/**
 * Whether the user returns from their institution. A click tracker may add another query to the
 * address.
 */
const isBack = new URLSearchParams(location.search).has("oauth_state_id");

const secret = location.hash.slice(1) || (sessionStorage.getItem(SECRET_KEY) ?? "");

/** Shows a state of the page: `loading`, `ready`, `done`, `expired`, `over` or `offline`. */
const show = (state: string): void => {
  root.dataset.state = state;
};

/** Sends the secret to a call of the page; null if the server is unreachable. */
const post = (call: "open" | "reconfirm"): Promise<Response | null> =>
  fetch(`/bridge/hosted/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret }),
  }).catch(() => null);

const open = async (): Promise<void> => {
  show("loading");
  const response = await post("open");
  if (!response || response.status >= 429) return show("offline");
  if (!response.ok) return show("over");
  const page: OpenHostedLinkResponse = await response.json();
  root.lang = page.language;
  dress(page);
  if (page.is_over) return finish(page, "expired");
  if (page.link_token === null) return finish(page);
  say(page, page.words);
  show("ready");
  const link = page.reconfirms ? reconfirm : prepare(page, page.link_token);
  find("go").onclick = link;
  if (isBack && !page.reconfirms) link();
};

/** Sends the user's yes; the page then shows the new end of the access. */
async function reconfirm(): Promise<void> {
  show("loading");
  const response = await post("reconfirm");
  if (!response || response.status >= 429) return show("offline");
  await open();
}

/**
 * Shows the client's accent. A client with its own look also has its name and logo instead of our
 * mark.
 */
function dress({ logo, accents, client_name }: OpenHostedLinkResponse): void {
  document.title = client_name;
  if (accents) {
    root.style.setProperty("--light", accents.light);
    root.style.setProperty("--dark", accents.dark);
  }
  find("initial").textContent = [...client_name][0]?.toUpperCase() ?? "";
  find("pair").hidden = !!logo;
  const picture = logo && Object.assign(new Image(), { id: "logo", alt: "" }, logo);
  if (picture || accents) find("owner").replaceChildren(...(picture ? [picture] : []), client_name);
}

/** Writes the texts of a state. */
function say(page: OpenHostedLinkResponse, { title, text }: { title: string; text: string }): void {
  const { words, completion_redirect_uri: uri } = page;
  find("title").textContent = title;
  const time = formatTime(page);
  find("text").textContent = text.replace("{time}", time);
  find("go").textContent = words.button;
  find("until").textContent = words.until.replace("{time}", time);
  const { connection } = page;
  if (connection) nameBank(connection.institution, connection.accounts, connection.dates);
  const back = find<HTMLAnchorElement>("back");
  back.hidden = uri === null;
  back.textContent = words.back;
  if (uri !== null) back.href = uri;
}

/** Shows a bank and its accounts below the text. Without a bank, the element is hidden. */
function nameBank(bank: string, accounts: string[] = [], dates = ""): void {
  find("connection").hidden = !bank;
  find("bank").textContent = bank;
  find("dates").textContent = dates;
  find("accounts").replaceChildren(
    ...accounts.map((account) =>
      Object.assign(document.createElement("li"), { textContent: account }),
    ),
  );
}

/** Returns the end of the link, in the user's time zone. */
const formatTime = ({ expires_at, language }: OpenHostedLinkResponse): string =>
  new Date(expires_at).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });

/**
 * Returns the function that opens Link. After an exit, the next press continues the session. An
 * exit also returns to the application, since a waiting app must learn of exits and connections.
 * The return address gets no parameters, as the server reports the outcome. The browser's history
 * still leads to this page.
 */
function prepare(page: OpenHostedLinkResponse, token: string): () => void {
  let handler: ReturnType<typeof create> | undefined;
  return () => {
    sessionStorage.setItem(SECRET_KEY, secret);
    handler ??= create({
      origin: location.origin,
      token,
      ...(isBack && { receivedRedirectUri: location.href.split("#")[0] }),
      onSuccess: (_token, { institution, accounts }) => {
        sessionStorage.removeItem(SECRET_KEY);
        // The server knows the new end of the access.
        if (page.connection) return void open();
        nameBank(
          institution.name ?? "",
          accounts?.map(({ name, mask }) => (mask ? `${name} ••••\u00a0${mask}` : name)),
        );
        finish(page);
        if (page.completion_redirect_uri !== null) location.replace(page.completion_redirect_uri);
      },
      onExit: (error) => {
        handler?.destroy();
        handler = undefined;
        if (error?.error_code === "INVALID_LINK_TOKEN") show("over");
        else if (error?.error_code === "LINK_UNREACHABLE") show("offline");
        else if (page.completion_redirect_uri !== null)
          location.assign(page.completion_redirect_uri);
      },
    });
    handler.open();
  };
}

function finish(page: OpenHostedLinkResponse, state = "done"): void {
  say(page, page.words.done);
  show(state);
}

find("again").onclick = open;
open();
