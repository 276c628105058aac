import { ERROR_WORDS } from "../../i18n/errors.ts";
import { OAUTH_WORDS } from "../../i18n/oauth.ts";
import { linkError } from "../../protocol/errors/errors.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import type { CallbackOutcome, CallbackRefusal } from "../bridge/oauth/accept-callback.ts";
import { contentSecurityPolicy, hashSource } from "./content-security-policy.ts";
import { escapeHtml } from "./html.ts";
import { CARD_STYLE } from "./plain-page.ts";

/** A page at the start or callback of a redirect, with its policy. */
export type OAuthPage = { html: string; policy: string; status: number };

/** The storage key under which Link's own page keeps its address during a redirect. */
const LINK_PAGE = "service-link-page";

const CLOSE = "close()";
const GO_ON = `const at=sessionStorage.getItem("${LINK_PAGE}")||"";if(/^\\/link\\.html\\?/.test(at))location.replace(at)`;

/**
 * Posts the fragment to the server as a form, and keeps it out of the history. No address of ours
 * contains the fragment.
 */
const SEND_FRAGMENT =
  'const f=document.forms[0];f.fragment.value=location.hash.slice(1);history.replaceState(0,"",location.pathname);f.submit()';

const STYLE = `${CARD_STYLE}
svg{width:4rem;height:4rem;margin-bottom:1.25rem;fill:none;stroke:var(--paper);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.good{fill:var(--good);stroke:none}.bad{fill:var(--bad);stroke:none}.asking{fill:var(--accent);stroke:none}
main p.why{color:inherit}
a{display:block;padding:.75rem 1rem;border:1px solid;border-radius:var(--radius-field)}
`;

const ICON_PATHS = {
  good: "M10 16.5l4.5 4.5 8-9.5",
  bad: "M16 9v9M16 22.4v.1",
  asking: "M16 14.5v8M16 9.6v-.1",
};

const ALLOWANCES = { style: [hashSource(STYLE)] };
const POLICY = contentSecurityPolicy(ALLOWANCES);
const CLOSING_POLICY = contentSecurityPolicy({ ...ALLOWANCES, script: [hashSource(CLOSE)] });
const SENDING_POLICY = contentSecurityPolicy({
  ...ALLOWANCES,
  script: [hashSource(SEND_FRAGMENT)],
  form: ["'self'"],
});
const GOING_POLICY = contentSecurityPolicy({ ...ALLOWANCES, script: [hashSource(GO_ON)] });

/** Returns the page of a callback to our own window. */
export const callbackPage = (
  outcome: Exclude<CallbackOutcome, { at: "application" | "onward" }>,
  language: Language,
): OAuthPage => {
  if (outcome.at === "refusal") return refusalPage(outcome.reason, language);
  const words = OAUTH_WORDS[language];
  if (outcome.at === "page")
    return {
      status: 200,
      policy: GOING_POLICY,
      html: writeHtml(language, "asking", ...words.goingOn, "", GO_ON),
    };
  const { institution, refusal } = outcome;
  if (refusal === null)
    return {
      status: 200,
      policy: CLOSING_POLICY,
      html: writeHtml(language, "good", ...words.done, "", CLOSE),
    };
  const name = institution.length > MAX_UNBROKEN ? institution : withoutBreaks(institution);
  const why =
    outcome.words ?? ERROR_WORDS[language]?.[refusal] ?? linkError(refusal).display_message ?? "";
  // A user who has declined returns at once and sees no failure. Link also shows the words.
  return refusal === "OAUTH_USER_CANCELLED"
    ? {
        status: 200,
        policy: CLOSING_POLICY,
        html: writeHtml(language, "asking", words.declined(name), words.refusedHelp, why, CLOSE),
      }
    : {
        status: 200,
        policy: POLICY,
        html: writeHtml(language, "bad", words.refused(name), words.refusedHelp, why),
      };
};

/**
 * Returns the page for a callback without query parameters. Its script sends the parameters from
 * the fragment, which browsers omit from requests.
 */
export const fragmentPage = (language: Language): OAuthPage => {
  const html = writeHtml(language, "asking", ...OAUTH_WORDS[language].goingOn, "", SEND_FRAGMENT);
  const form = '<form method="post"><input type="hidden" name="fragment"></form></main>';
  return { status: 200, policy: SENDING_POLICY, html: html.replace("</main>", () => form) };
};

/** Returns the page that leads a browser to another address without a redirect. */
export const onwardPage = (url: string, language: Language): OAuthPage => {
  const html = writeHtml(language, "asking", ...OAUTH_WORDS[language].goingOn);
  const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">`;
  return { status: 200, policy: POLICY, html: html.replace("<title>", () => `${refresh}<title>`) };
};

/** The maximum length of a name without line breaks in the title, in characters. */
const MAX_UNBROKEN = 20;

const withoutBreaks = (name: string): string => name.replaceAll(" ", "\u00a0");

/**
 * Returns the page that asks for personal or company accounts, which have different sign-in
 * addresses.
 */
export const choicePage = (
  { url, businessUrl }: { url: string; businessUrl: string },
  language: Language,
): OAuthPage => {
  const { whose, personal, business } = OAUTH_WORDS[language];
  const link = (address: string, words: string) =>
    `<p><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`;
  const html = writeHtml(language, "asking", ...whose);
  const links = `${link(url, personal)}${link(businessUrl, business)}</main>`;
  return { status: 200, policy: POLICY, html: html.replace("</main>", () => links) };
};

/** Returns the page after an operator's sign-in for a check, which continues in the Dashboard. */
export const checkedPage = (language: Language): OAuthPage => ({
  status: 200,
  policy: CLOSING_POLICY,
  html: writeHtml(language, "good", ...OAUTH_WORDS[language].done, "", CLOSE),
});

/** Refusals without a failure: the user reloaded the page, or changed their mind. */
const HARMLESS: readonly (CallbackRefusal | "closed")[] = ["used", "ended", "closed"];

/** Returns the page of a refusal, which reveals nothing of a session. */
export const refusalPage = (reason: CallbackRefusal | "closed", language: Language): OAuthPage => ({
  status: reason === "closed" ? 403 : 400,
  policy: POLICY,
  html: writeHtml(
    language,
    HARMLESS.includes(reason) ? "asking" : "bad",
    ...OAUTH_WORDS[language][reason],
  ),
});

const writeHtml = (
  language: Language,
  icon: keyof typeof ICON_PATHS,
  title: string,
  text: string,
  why = "",
  script = "",
): string =>
  [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style><main>`,
    `<svg viewBox="0 0 32 32" aria-hidden="true"><circle class="${icon}" cx="16" cy="16" r="16"/><path d="${ICON_PATHS[icon]}"/></svg>`,
    `<h1>${escapeHtml(title)}</h1>`,
    why && `<p class="why">${escapeHtml(why)}</p>`,
    `<p>${escapeHtml(text)}</p></main>`,
    script && `<script>${script}</script>`,
    "</html>",
  ].join("");
