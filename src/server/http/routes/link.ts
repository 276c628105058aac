import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Brand, formatCommand } from "../../../protocol/brand/brand.ts";
import { type LinkError, linkError } from "../../../protocol/errors/errors.ts";
import { frameAncestors, isFreeOrigin, parseOrigin } from "../../domain/clients/origin.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { type Assets, dataBlock, type LinkDocument } from "../assets.ts";
import { createCompressDocument } from "../compressed-documents.ts";
import { pickEncoding } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { isFromOtherSite } from "../csrf.ts";
import { entityTag, isAmong } from "../entity-tag.ts";
import { ownOrigin } from "../own-origin.ts";
import { CARD_STYLE } from "../plain-page.ts";
import { firstView, isInWebview } from "./first-view.ts";

const LOGO_POLICY = `${contentSecurityPolicy({})}; sandbox`;

/**
 * Serves Link's document. Only a registered origin, or another origin of the clients that
 * registered it, may frame the document. Any other page gets a document with the reason instead.
 * The client's key is checked when the session starts. In a native app's WebView Link is the whole
 * page: no page may frame it or navigate to it from another site, and its address with the
 * configuration is not stored. A page isolated by its embedder policy may frame Link, too, since
 * Link has the same policy.
 */
export const linkRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Assets,
  isSecure: boolean,
): void => {
  addLogoRoutes(app, services);
  const compress = createCompressDocument();

  const sendHtml = (request: FastifyRequest, reply: FastifyReply, html: string, etag: string) => {
    const encoding = pickEncoding(request);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    reply.header("content-type", "text/html; charset=utf-8");
    return reply.send(compress(html, etag, encoding));
  };

  const sendNoLink = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { html, policy }: NoLinkPage,
  ) => {
    reply
      .status(status)
      .header("content-security-policy", policy)
      .header("cache-control", "no-store");
    return sendHtml(request, reply, html, entityTag(html));
  };

  app.get("/link.html", async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const isWebview = isInWebview(query);
    reply
      .header("vary", "accept-encoding, sec-fetch-dest")
      .header("cross-origin-embedder-policy", "require-corp")
      .header("cross-origin-resource-policy", "cross-origin");
    const isTopLevelNavigation =
      request.headers["sec-fetch-dest"] === "document" || !("origin" in query);
    if (isTopLevelNavigation && !isWebview) return sendNoLink(request, reply, 200, openedByHand());
    const own = ownOrigin(request.headers.host ?? "", isSecure);
    if (isWebview && isFromOtherSite(request, own))
      return sendNoLink(request, reply, 403, openedByPage());
    const origin = typeof query.origin === "string" ? parseOrigin(query.origin) : null;
    const ancestors = isWebview ? [] : await loadAncestors(origin, own, services);
    // A redirect to an institution must start on our own page, which older browsers prove by the
    // referrer. A WebView's address contains its token.
    if (!isWebview) reply.header("referrer-policy", "same-origin");
    if (ancestors.length === 0 && !isWebview)
      return sendNoLink(request, reply, 403, refusedPage(origin, services.brand));
    const view = firstView(query, services.directory, services.brand);
    reply
      .header("content-security-policy", policy(ancestors, assets, view))
      .header(
        "cache-control",
        isWebview ? "no-store" : "private, max-age=300, stale-while-revalidate=86400",
      );
    const html = assets.linkDocument(view);
    const etag = entityTag(html);
    // A document that browsers do not store is not revalidated.
    if (!isWebview) reply.header("etag", etag);
    if (!isWebview && isAmong(request.headers["if-none-match"], etag))
      return reply.status(304).send();
    return sendHtml(request, reply, html, etag);
  });
};

/**
 * Returns the origins that may frame Link's document for a page's origin; empty if the page may not
 * show Link.
 */
const loadAncestors = async (
  origin: string | null,
  own: string,
  { environment, store }: Services,
): Promise<string[]> => {
  if (origin === null) return [];
  // The Dashboard shows a preview of Link.
  if (origin === own) return frameAncestors(origin, [], environment);
  const origins = await store.clients.originsOfClientsWith(origin);
  const mayShow = origins.length > 0 || isFreeOrigin(origin, environment);
  return mayShow ? frameAncestors(origin, origins, environment) : [];
};

const policy = (
  frameAncestors: string[],
  { styleHash, scriptHashes }: Assets,
  { chunks }: LinkDocument,
): string =>
  contentSecurityPolicy({
    script: ["'self'", ...scriptHashes(chunks)],
    style: [styleHash],
    connect: ["'self'"],
    img: ["'self'", "data:"],
    frameAncestors,
    trustedTypes: true,
  });

/** Serves the logos of clients and institutions. An address always has the same picture. */
function addLogoRoutes(app: FastifyInstance, { store }: Services): void {
  const send = (reply: FastifyReply, png: Buffer | null) => {
    if (!png) throw new Fault("NOT_FOUND");
    return reply
      .header("content-type", "image/png")
      .header("content-security-policy", LOGO_POLICY)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .send(png);
  };
  app.get<{ Params: { file: string } }>("/brand-logos/:file", async ({ params }, reply) => {
    const [, digest] = /^([\w-]{43})\.png$/.exec(params.file) ?? [];
    return send(reply, digest === undefined ? null : await store.brands.logo(digest));
  });
  app.get<{ Params: { file: string } }>("/bank-logos/:file", async ({ params }, reply) => {
    const [, id, digest] = /^(ins_\d{1,15})-([\w-]{43})\.png$/.exec(params.file) ?? [];
    return send(reply, id && digest ? await store.institutions.ownLogo(id, digest) : null);
  });
}

/** A document that replaces Link, and its content security policy. */
type NoLinkPage = { html: string; policy: string };

const TELL =
  'const{origin,error}=JSON.parse(document.getElementById("refusal").textContent);' +
  'parent.postMessage({service:"link",type:"refused",error},origin)';

const STYLE = `${CARD_STYLE}
main{width:min(32rem,100% - 2rem);text-align:start}
main p{margin-top:1rem;color:inherit}
main p.quiet{color:var(--muted)}
`;

const ALLOWANCES = { style: [hashSource(STYLE)], frameAncestors: "anybody" } as const;
const POLICY = contentSecurityPolicy(ALLOWANCES);
const TELLING_POLICY = contentSecurityPolicy({ ...ALLOWANCES, script: [hashSource(TELL)] });

/** Returns the page for a person who opened Link's address directly. */
const openedByHand = (): NoLinkPage => ({
  html: renderPage(
    "This is Link",
    `<p>Link is the window in which people connect their bank accounts to an application. It opens
inside that application’s page, and does nothing on its own.</p>
<p>Did an application send you here? Go back to it and start again there. Nothing has been
connected.</p>
<p class="quiet">For developers: a page shows Link by the script <code>/link.js</code>. Start at
<a href="/" target="_top">the front page</a>, or read <a href="/docs" target="_top">the
reference</a>.</p>`,
  ),
  policy: POLICY,
});

/** Returns the page for a user whom another site sent to Link's WebView address. */
const openedByPage = (): NoLinkPage => ({
  html: renderPage(
    "Link was not opened",
    `<p>Another website sent you here. Bank accounts are connected inside an application only, so nothing
was opened and nothing has been connected.</p>
<p>Did you want to connect an account? Go back to your application and start there.</p>
<p class="quiet">For developers: an app loads this address into its WebView itself; a web page shows Link by
the script <code>/link.js</code>.</p>`,
  ),
  policy: POLICY,
});

/**
 * Returns the document for a page that may not show Link. The document reports the reason to the
 * page and the user. It contains only text, so any site may frame it. For a page without an origin,
 * the refusal is posted to any origin.
 */
const refusedPage = (origin: string | null, brand: Brand): NoLinkPage => {
  const error = linkError("INVALID_ORIGIN", { message: renderRefusal(origin, brand) });
  return {
    html: renderPage(
      "Link cannot be shown here",
      `<p>The page around this window is not allowed to show it. Nothing has been connected.</p>
<p class="quiet">For developers: the console and <code>onExit</code> say why.</p>
${tellBlock(origin ?? "*", error)}`,
    ),
    policy: TELLING_POLICY,
  };
};

const tellBlock = (origin: string, error: LinkError): string =>
  `${dataBlock("refusal", { origin, error })}<script>${TELL}</script>`;

const renderRefusal = (origin: string | null, brand: Brand): string =>
  origin
    ? `the origin ${origin} is not registered; register it on the Dashboard or with: ${formatCommand(brand, `keys --allow-origin ${origin}`)}`
    : "a page without an origin cannot show Link: serve a file, e.g. with: npx serve; give a sandboxed frame allow-same-origin";

const renderPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
