import type { FastifyInstance } from "fastify";
import { FIRST_WORDS } from "../../../i18n/first-words.ts";
import { HOSTED_WORDS } from "../../../i18n/hosted.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { HOSTED_PATH } from "../../domain/link/hosted-link.ts";
import type { Services } from "../../domain/services.ts";
import { pickLanguage } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { escapeHtml } from "../html.ts";
import { CARD_STYLE, pageHead } from "../plain-page.ts";

type PageServices = Pick<Services, "brand" | "legal">;

/**
 * Serves the page of hosted Link, which anyone may open and no page may frame. Every link has the
 * same page: the secret follows the `#` of its address, and appears in no request, log or referrer.
 * The page's script, `sdk/hosted.ts`, asks the bridge for its content.
 */
export const hostedLinkRoutes = (app: FastifyInstance, services: PageServices): void => {
  app.get(HOSTED_PATH, (request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin-allow-popups")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .header("vary", "accept-language")
      .send(html(services, pickLanguage(request))),
  );
};

const STYLE = `${CARD_STYLE}
:root{--light:#3044c9;--dark:#9fb0ff;--accent:light-dark(var(--light),var(--dark))}
[hidden]{display:none!important}
[data-state=loading] .masthead{visibility:hidden}
.name #logo{max-width:7rem;max-height:2rem;width:auto;height:auto;background:#fff;object-fit:contain}
.pair{display:flex;justify-content:center;align-items:center;gap:.75rem;height:3.5rem;margin-bottom:1.5rem;color:var(--muted)}
#initial,.mark{width:3.5rem;height:3.5rem;border-radius:var(--radius-mark);display:grid;place-items:center}
#initial{background:var(--accent);color:var(--paper);font-size:var(--text-title);font-weight:700}
.mark{border:1px solid var(--line)}
svg{width:1.5rem;height:1.5rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
#back{display:block;margin-top:.75rem;padding:.5rem;font-weight:600;text-decoration:none}
section{margin-top:1.25rem;padding:1rem;border:1px solid var(--line);border-radius:var(--radius-field);text-align:left}
ul{margin:.25rem 0 0;padding:0;list-style:none}
#dates{margin-top:.5rem}#dates:empty{display:none}
small{display:block;margin-top:1rem;color:var(--muted);font-size:var(--text-label);text-wrap:balance}
.state{display:none}
[data-state=loading] .loading,[data-state=over] .over,[data-state=offline] .offline{display:block}
:is([data-state=ready],[data-state=done],[data-state=expired]) .page{display:block}
.tick,:is([data-state=done],[data-state=expired]) :is(#go,#until,.arrow),[data-state=expired] .pair{display:none}
footer{padding:1rem;color:var(--muted);font-size:var(--text-label);text-align:center}
footer a{display:inline-block;padding:.25rem;color:inherit}
[data-state=done] .tick{display:block;color:light-dark(#0a6b42,#4fcf95)}
.loading i{display:block;width:2rem;height:2rem;margin:2rem auto;border:3px solid var(--line);border-top-color:var(--accent);border-radius:var(--radius-round)}
@media(prefers-reduced-motion:no-preference){.loading i{animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}}
`;

/**
 * The script loads Link's frame from this origin. Its constructed style sheets need no permission.
 */
const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: [hashSource(STYLE)],
  img: ["'self'"],
  connect: ["'self'"],
  frame: ["'self'"],
  trustedTypes: true,
});

const BANK = "M4 10 12 5l8 5M5 19h14M7 10v9m5-9v9m5-9v9";

const html = ({ brand, legal }: PageServices, language: Language): string => {
  const words = HOSTED_WORDS[language];
  const anchor = (address: string, text: string) =>
    `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
  const message = (state: string, title: string, text: string, button = "") =>
    `<div class="state ${state}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}</div>`;
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(words.button)}</title><style>${STYLE}</style>`,
    pageHead(brand),
    '<main aria-live="polite">',
    `<noscript>${escapeHtml(FIRST_WORDS[language].noScript)}</noscript>`,
    '<div class="state loading" aria-busy="true"><i></i></div>',
    '<div class="state page"><div class="pair" id="pair"><span id="initial" aria-hidden="true"></span>',
    '<svg class="arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14m-4-4 4 4-4 4"/></svg>',
    '<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5 10 17.5 19.5 7"/></svg>',
    `<span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${BANK}"/></svg></span></div>`,
    '<h1 id="title"></h1><p id="text"></p>',
    '<section id="connection" hidden><b id="bank"></b><ul id="accounts"></ul><small id="dates"></small></section><button id="go" type="button"></button>',
    '<a id="back" hidden></a><small id="until"></small></div>',
    message("over", words.overTitle, words.overText),
    `<div class="state offline"><h1>${escapeHtml(words.offline)}</h1><button id="again" type="button">${escapeHtml(words.again)}</button></div>`,
    "</main>",
    `<footer>${escapeHtml(words.runBy(brand.title))} ${anchor(legal.termsUrl(language), words.terms)} ${anchor(legal.privacyUrl(language), words.privacyPolicy)}</footer>`,
    '<script src="/hosted.js"></script></html>',
  ].join("");
};
