import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { PREVIEW_MAILS } from "../../../protocol/dashboard/preview.ts";
import { continueSession } from "../../dashboard/dashboard-session.ts";
import { sampleMail } from "../../documents/mail/user-mails.ts";
import { logoPath } from "../../domain/clients/client-brand.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { type Assets, PREVIEW_DOCUMENTS, sendAsset } from "../assets.ts";
import { parseBody } from "../body.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { readDashboardCookie, writeDashboardCookie } from "../cookies.ts";
import { requireOwnFrame } from "../csrf.ts";

const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  frameAncestors: ["'self'"],
  trustedTypes: true,
});

const MailQuery = z.strictObject({
  kind: z.enum(PREVIEW_MAILS),
  /** The application's name. */
  name: z.string().trim().min(1).max(60),
  theme: z.enum(["light", "dark"]),
});

/**
 * Serves the documents framed by the Dashboard's white label page. Scripts draw Link and the
 * account site with samples. A mail is rendered as real mails are. The path needs a session and our
 * own frame, so that a stranger's link cannot show text under this server's name.
 */
export const dashboardPreviewRoutes = (
  app: FastifyInstance,
  services: Services,
  { previews }: Assets,
  isSecure: boolean,
): void => {
  for (const name of PREVIEW_DOCUMENTS)
    app.get(`/dashboard/preview/${name}`, (request, reply) => {
      const document = previews?.get(name);
      if (!document) throw new Fault("NOT_FOUND", { message: "the previews were not built" });
      reply.header("content-security-policy", POLICY).header("cache-control", "no-store");
      return sendAsset(request, reply, document);
    });

  app.get("/dashboard/preview/mail", async (request, reply) => {
    requireOwnFrame(request);
    const session = await continueSession(readDashboardCookie(request, isSecure), services);
    const { kind, name: clientName, theme } = parseBody(MailQuery, request.query);
    const { owner } = session;
    const own =
      owner.kind === "client" ? await services.store.brands.of(owner.client.clientId) : null;
    const logo = own?.logo ?? null;
    const mail = sampleMail(services, { kind, client: { name: clientName, logo } });
    const html = inTheme(theme, mail.html)
      .replace("cid:mark", "/favicon.svg")
      .replace("cid:logo", logo ? logoPath(logo.digest) : "");
    writeDashboardCookie(reply, session, isSecure);
    const [, style = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
    const policy = contentSecurityPolicy({
      style: [hashSource(style)],
      img: ["'self'"],
      frameAncestors: ["'self'"],
    });
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(html);
  });
};

/** Fixes the theme of a mail, which otherwise follows the reader's device. */
const inTheme = (theme: "light" | "dark", html: string): string =>
  html.replace("(prefers-color-scheme:dark)", theme === "dark" ? "all" : "not all");
