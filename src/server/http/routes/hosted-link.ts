import type { FastifyInstance } from "fastify";
import { FIRST_WORDS } from "../../../i18n/first-words.ts";
import { HOSTED_WORDS } from "../../../i18n/hosted.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { HOSTED_PATH } from "../../domain/link/hosted-link.ts";
import { languageOf } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { escapeHtml } from "../html.ts";

/**
 * Serves the page of hosted Link, which may be opened by anyone and framed by no page. It is the same for every link: the
 * secret of one is behind the `#` of its address, and so in no request, log or referrer. The script of the page,
 * `sdk/hosted.ts`, asks the bridge what to show.
 */
export const hostedLinkRoutes = (app: FastifyInstance): void => {
  app.get(HOSTED_PATH, (request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin-allow-popups")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .header("vary", "accept-language")
      .send(html(languageOf(request))),
  );
};

const STYLE = `
:root{color-scheme:light dark;--light:#3044c9;--dark:#9fb0ff;--accent:light-dark(var(--light),var(--dark));
--ink:light-dark(#111827,#eef1f7);--soft:light-dark(#5b6475,#a4adbd);--line:light-dark(#e5e8ee,#2d3443);
--card:light-dark(#fff,#161b26);--back:light-dark(#f5f6fa,#0e1117)}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
body{min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;overflow-wrap:anywhere;background:var(--back);color:var(--ink);
font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-font-smoothing:antialiased}
main{width:100%;max-width:26.5rem;padding:clamp(1.75rem,7vw,2.5rem);border:1px solid var(--line);border-radius:1.5rem;background:var(--card);text-align:center}
.pair{display:flex;justify-content:center;align-items:center;gap:.75rem;height:3.5rem;margin-bottom:1.5rem;color:var(--soft)}
#logo{max-width:9rem;max-height:3.5rem;width:auto;height:auto;object-fit:contain}
#initial{width:3.5rem;height:3.5rem;border-radius:1rem;display:grid;place-items:center;background:var(--accent);color:var(--card);font-size:1.5rem;font-weight:700}
svg{width:1.5rem;height:1.5rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.mark{width:3.5rem;height:3.5rem;border-radius:1rem;display:grid;place-items:center;border:1px solid var(--line)}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
p{margin-top:.75rem;color:var(--soft);text-wrap:pretty}
button,#back{display:block;width:100%;margin-top:1.5rem;padding:.875rem;border:0;border-radius:.875rem;font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
button{background:var(--accent);color:light-dark(#fff,#0e1117)}
button:active{transform:scale(.985)}
#back{margin-top:.75rem;padding:.5rem;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
section{margin-top:1.25rem;padding:1rem;border:1px solid var(--line);border-radius:.875rem;text-align:left}
ul{margin:.25rem 0 0;padding:0;list-style:none;overflow-wrap:anywhere}
#dates{margin-top:.5rem}
small{display:block;margin-top:1rem;color:var(--soft);font-size:.875rem}
.state{display:none}
[data-state=loading] .loading,[data-state=over] .over,[data-state=offline] .offline{display:block}
:is([data-state=ready],[data-state=done]) .page{display:block}
[data-state=done] :is(#go,#until){display:none}
.loading i{display:block;width:2rem;height:2rem;margin:2rem auto;border:3px solid var(--line);border-top-color:var(--accent);border-radius:50%}
@media(prefers-reduced-motion:no-preference){.loading i{animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}}
`;

/** The script loads Link's frame from this origin, and its own constructed style sheets need no grant. */
const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: [hashSource(STYLE)],
  img: ["'self'"],
  connect: ["'self'"],
  frame: ["'self'"],
  trustedTypes: true,
});

const BANK = "M4 10 12 5l8 5M5 19h14M7 10v9m5-9v9m5-9v9";

const html = (language: Language): string => {
  const words = HOSTED_WORDS[language];
  const message = (state: string, title: string, text: string, button = "") =>
    `<div class="state ${state}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}</div>`;
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(words.button)}</title><style>${STYLE}</style><main aria-live="polite">`,
    `<noscript>${escapeHtml(FIRST_WORDS[language].noScript)}</noscript>`,
    '<div class="state loading" aria-busy="true"><i></i></div>',
    '<div class="state page"><div class="pair"><img id="logo" alt="" hidden><span id="initial" aria-hidden="true"></span>',
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14m-4-4 4 4-4 4"/></svg>',
    `<span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${BANK}"/></svg></span></div>`,
    '<h1 id="title"></h1><p id="text"></p>',
    '<section id="connection" hidden><b id="bank"></b><ul id="accounts"></ul><small id="dates"></small></section><button id="go" type="button"></button>',
    '<a id="back" hidden></a><small id="until"></small></div>',
    message("over", words.overTitle, words.overText),
    `<div class="state offline"><h1>${escapeHtml(words.offline)}</h1><button id="again" type="button">${escapeHtml(words.again)}</button></div>`,
    "</main>",
    '<script src="/hosted.js"></script></html>',
  ].join("");
};
