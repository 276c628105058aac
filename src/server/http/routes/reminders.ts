import type { FastifyInstance, FastifyReply } from "fastify";
import { HOSTED_WORDS } from "../../../i18n/hosted.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { OPT_OUT_PATH, openOptOut } from "../../domain/portal-users/reminder-opt-out.ts";
import type { Services } from "../../domain/services.ts";
import { languageOf } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { escapeHtml } from "../html.ts";

/**
 * Serves the page that ends the reminders to a mail address. A GET changes nothing, since programs open the addresses
 * in mails; a POST needs no more than the address, since mail programs send one at a press of their own button.
 */
export const reminderRoutes = (app: FastifyInstance, services: Services): void => {
  // A context of its own: no other path of its takes forms.
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      pages.addContentTypeParser(type, { parseAs: "string" }, (_, text, done) =>
        done(null, new URLSearchParams(String(text))),
      );
    pages.get(OPT_OUT_PATH, (request, reply) => {
      const token = tokenOf(request.query);
      return send(reply, languageOf(request), digestOf(services, token) ? "ask" : "over", token);
    });
    pages.post(OPT_OUT_PATH, async (request, reply) => {
      const token = tokenOf(request.query);
      const digest = digestOf(services, token);
      if (digest === null) return send(reply, languageOf(request), "over", token);
      const isUndone = request.body instanceof URLSearchParams && request.body.has("undo");
      const { reminders } = services.store;
      if (isUndone) await reminders.optIn(digest);
      else await reminders.optOut(digest, services.clock());
      return send(reply, languageOf(request), isUndone ? "again" : "stopped", token);
    });
  });
};

type State = "ask" | "stopped" | "again" | "over";

const tokenOf = (query: unknown): string =>
  String((query as Record<string, unknown>).token ?? "").slice(0, 1000);

function digestOf(services: Services, token: string): string | null {
  try {
    return openOptOut(services, token);
  } catch (failure) {
    if (failure instanceof Fault) return null;
    throw failure;
  }
}

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;text-align:center;
background:light-dark(#f5f6fa,#0e1117);color:light-dark(#111827,#eef1f7);
font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:25rem;padding:clamp(2rem,8vw,3rem) clamp(1.25rem,6vw,2.25rem);border-radius:1.5rem;
border:1px solid light-dark(#e5e8ee,#2d3443);background:light-dark(#fff,#161b26)}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
p{margin-top:.75rem;color:light-dark(#5b6475,#a4adbd);text-wrap:pretty}
button{width:100%;margin-top:1.5rem;padding:.875rem;border:0;border-radius:.875rem;font:inherit;font-weight:600;cursor:pointer;
background:light-dark(#3044c9,#9fb0ff);color:light-dark(#fff,#0e1117)}
button.quiet{background:none;color:light-dark(#3044c9,#9fb0ff)}
:focus-visible{outline:3px solid light-dark(#3044c9,#9fb0ff);outline-offset:2px}`;

const POLICY = contentSecurityPolicy({ style: [hashSource(STYLE)], form: ["'self'"] });

const send = (
  reply: FastifyReply,
  language: Language,
  state: State,
  token: string,
): FastifyReply => {
  const words = HOSTED_WORDS[language];
  const { title, text, button } = {
    over: { title: words.overTitle, text: words.overText, button: null },
    ...words.reminders,
  }[state];
  const isUndo = state === "stopped";
  const form = button
    ? `<form method="post" action="${OPT_OUT_PATH}?token=${encodeURIComponent(token)}"><button${
        isUndo ? ' class="quiet" name="undo" value="1"' : ""
      }>${escapeHtml(button)}</button></form>`
    : "";
  return reply
    .code(state === "over" ? 404 : 200)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .header("vary", "accept-language")
    .send(
      [
        `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
        `<title>${escapeHtml(title)}</title><style>${STYLE}</style>`,
        `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></html>`,
      ].join(""),
    );
};
