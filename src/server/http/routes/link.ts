import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { frameAncestors, isFreeOrigin, parseOrigin } from "../../domain/clients/origin.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import type { Assets, LinkDocument } from "../assets.ts";
import { createCompressDocument } from "../compressed-documents.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { isFromOtherSite } from "../csrf.ts";
import { encodingOf } from "../encoding.ts";
import { entityTag, isAmong } from "../entity-tag.ts";
import { ownOrigin } from "../own-origin.ts";
import { sendAsset } from "../send-asset.ts";
import { firstView, isInWebview } from "./first-view.ts";
import { type NoLinkPage, openedByHand, openedByPage, refusedPage } from "./no-link-page.ts";

const LOGO_POLICY = `${contentSecurityPolicy({})}; sandbox`;

/**
 * Serves Link's document and the built files. The document may be framed by the origin that asked for
 * it, and only if some client has registered that origin; around it may be what that client has
 * registered besides. Everybody else's page gets a document without Link in it, which does no more
 * than say why. Which client's key it is, is checked when the session starts. In a native app's
 * WebView Link is no frame but the whole page: then nobody may frame it, no page of another site may lead
 * a window there, and its address, which carries the configuration, is kept nowhere. A page that is isolated
 * from others by its embedder policy may show Link as well, since Link keeps to the same policy.
 */
export const linkRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Assets,
  isSecure: boolean,
): void => {
  addLogoRoute(app, services);
  const compress = createCompressDocument();

  const sendHtml = (request: FastifyRequest, reply: FastifyReply, html: string, etag: string) => {
    const encoding = encodingOf(request);
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
    const ancestors = isWebview ? [] : await ancestorsOf(origin, own, services);
    // The way to an institution begins with us only, which older browsers show by their referrer. The
    // address of a WebView has its token in it.
    if (!isWebview) reply.header("referrer-policy", "same-origin");
    if (ancestors.length === 0 && !isWebview)
      return sendNoLink(request, reply, 403, refusedPage(origin, services.brand));
    const view = firstView(query, services.directory);
    reply
      .header("content-security-policy", policy(ancestors, assets, view))
      .header(
        "cache-control",
        isWebview ? "no-store" : "private, max-age=300, stale-while-revalidate=86400",
      );
    const html = assets.linkDocument(view);
    const etag = entityTag(html);
    // A document that is stored nowhere is not revalidated.
    if (!isWebview) reply.header("etag", etag);
    if (!isWebview && isAmong(request.headers["if-none-match"], etag))
      return reply.status(304).send();
    return sendHtml(request, reply, html, etag);
  });

  for (const [path, asset] of assets.files) {
    app.get(path, (request, reply) => {
      reply
        .header("cache-control", asset.cacheControl)
        .header("cross-origin-resource-policy", "cross-origin")
        .header("access-control-allow-origin", "*");
      return sendAsset(request, reply, asset);
    });
  }
};

/** Returns the origins that may frame Link's document for a page of this origin; none if it may not show Link. */
const ancestorsOf = async (
  origin: string | null,
  own: string,
  { environment, store }: Services,
): Promise<string[]> => {
  if (origin === null) return [];
  // The Dashboard shows what Link looks like.
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

/** Serves the logos of clients by their digests: an address never gets another picture. */
function addLogoRoute(app: FastifyInstance, { store }: Services): void {
  app.get<{ Params: { file: string } }>("/brand-logos/:file", async ({ params }, reply) => {
    const [, digest] = /^([\w-]{43})\.png$/.exec(params.file) ?? [];
    const png = digest === undefined ? null : await store.brands.logo(digest);
    if (!png) throw new Fault("NOT_FOUND");
    return reply
      .header("content-type", "image/png")
      .header("content-security-policy", LOGO_POLICY)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .send(png);
  });
}
