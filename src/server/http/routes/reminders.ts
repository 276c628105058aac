import type { FastifyInstance, FastifyReply } from "fastify";
import { HOSTED_WORDS } from "../../../i18n/hosted.ts";
import type { Brand } from "../../../protocol/brand/brand.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { OPT_OUT_PATH, openOptOut } from "../../domain/portal-users/reminder-opt-out.ts";
import type { Services } from "../../domain/services.ts";
import { pickLanguage } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { escapeHtml } from "../html.ts";
import { CARD_STYLE, pageHead } from "../plain-page.ts";

/**
 * Serves the page that opts a mail address out of reminders. A GET changes nothing, since programs
 * open mailed addresses. A POST needs only the address, since mail programs post at a press of
 * their own button.
 */
export const reminderRoutes = (app: FastifyInstance, services: Services): void => {
  // A separate context, since no other path accepts forms.
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      pages.addContentTypeParser(type, { parseAs: "string" }, (_, text, done) =>
        done(null, new URLSearchParams(String(text))),
      );
    pages.get(OPT_OUT_PATH, (request, reply) => {
      const token = readToken(request.query);
      return send(
        reply,
        services.brand,
        pickLanguage(request),
        digestOf(services, token) ? "ask" : "over",
        token,
      );
    });
    pages.post(OPT_OUT_PATH, async (request, reply) => {
      const token = readToken(request.query);
      const digest = digestOf(services, token);
      if (digest === null) return send(reply, services.brand, pickLanguage(request), "over", token);
      const isUndone = request.body instanceof URLSearchParams && request.body.has("undo");
      const { reminders } = services.store;
      if (isUndone) await reminders.optIn(digest);
      else await reminders.optOut(digest, services.clock());
      return send(
        reply,
        services.brand,
        pickLanguage(request),
        isUndone ? "again" : "stopped",
        token,
      );
    });
  });
};

type State = "ask" | "stopped" | "again" | "over";

const readToken = (query: unknown): string =>
  String((query as Record<string, unknown>).token ?? "").slice(0, 1000);

function digestOf(services: Services, token: string): string | null {
  try {
    return openOptOut(services, token);
  } catch (failure) {
    if (failure instanceof Fault) return null;
    throw failure;
  }
}

const POLICY = contentSecurityPolicy({
  style: [hashSource(CARD_STYLE)],
  img: ["'self'"],
  form: ["'self'"],
});

const send = (
  reply: FastifyReply,
  brand: Brand,
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
        `<title>${escapeHtml(title)}</title><style>${CARD_STYLE}</style>`,
        `${pageHead(brand)}<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></html>`,
      ].join(""),
    );
};
