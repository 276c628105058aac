import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { linkError } from "../../protocol/errors.ts";
import {
  COUNTRY_CODES,
  type CountryCode,
  LANGUAGES,
  LINK_PRODUCTS,
} from "../../protocol/vocabulary.ts";
import { MOST_LISTED, rowOf } from "../bridge/session.ts";
import { frameAncestor, isFreeOrigin, parseOrigin } from "../domain/origin.ts";
import { productsIn } from "../domain/product.ts";
import type { World } from "../domain/world.ts";
import { type Assets, dataBlock } from "./assets.ts";
import { encodingOf } from "./encoding.ts";
import { sendAsset } from "./send-asset.ts";

/**
 * Serves Link's document and the built files. The document may be framed by the one origin that asked
 * for it and only if some client has registered that origin; everybody else's page gets a document
 * without Link in it, which does no more than say why. Which client's key it is, is checked when the
 * session starts. In a native app's WebView Link is no frame but the whole page: then nobody may frame
 * it, and its address, which carries the configuration, is kept nowhere.
 */
export const linkRoutes = (app: FastifyInstance, world: World, assets: Assets): void => {
  app.get("/link.html", async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const isWebview = query.isWebview === "true";
    const origin = typeof query.origin === "string" ? parseOrigin(query.origin) : null;
    reply.header("vary", "accept-encoding");
    const ancestor = isWebview ? "'none'" : origin;
    if (ancestor === null || !(isWebview || (await mayFrame(ancestor, world))))
      return refuse(request, reply, origin);
    const language = oneOf(LANGUAGES, query.language) ?? "en";
    const countries = listOf(COUNTRY_CODES, query.countryCodes);
    const countryCodes: CountryCode[] = countries.length > 0 ? countries : ["US"];
    const products = productsIn(countryCodes, listOf(LINK_PRODUCTS, query.product));
    const institutions = world.directory.list({ countryCodes, products }).slice(0, MOST_LISTED);
    const named = isWebview ? ancestor : frameAncestor(ancestor, world.environment);
    reply
      .header("content-security-policy", policy(named, assets.styleHash))
      .header(
        "cache-control",
        isWebview ? "no-store" : "private, max-age=300, stale-while-revalidate=86400",
      );
    return sendHtml(
      request,
      reply,
      assets.linkDocument(
        { institutions: institutions.map((institution) => rowOf(institution, language)) },
        language,
      ),
    );
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

const mayFrame = async (origin: string, { environment, store }: World): Promise<boolean> =>
  isFreeOrigin(origin, environment) || (await store.clients.anyAllows(origin));

const policy = (ancestor: string, styleHash: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHash}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestor}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const REFUSAL_SCRIPT =
  'const{origin,error}=JSON.parse(document.getElementById("refusal").textContent);' +
  'parent.postMessage({service:"link",type:"refused",error},origin)';
const REFUSAL_HASH = `'sha256-${createHash("sha256").update(REFUSAL_SCRIPT).digest("base64")}'`;

/**
 * Tells the page that framed us, and nobody else, why there is no Link here. A page that was opened
 * from a file has no origin to be named by, so that whoever frames us may hear this one refusal.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, origin: string | null) {
  const isFile = (request.query as Record<string, unknown>).origin === "null";
  const error = linkError("INVALID_ORIGIN", { message: refusalOf(origin, isFile) });
  const target = isFile ? "*" : origin;
  const tell = target
    ? `${dataBlock("refusal", { origin: target, error })}<script>${REFUSAL_SCRIPT}</script>`
    : "";
  const ancestors = isFile ? "" : `; frame-ancestors ${origin ?? "'none'"}`;
  reply
    .header("content-security-policy", `default-src 'none'; script-src ${REFUSAL_HASH}${ancestors}`)
    .header("cache-control", "no-store");
  return sendHtml(
    request,
    reply.status(403),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Link</title><p>Link cannot be shown here.</p>${tell}</html>`,
  );
}

const refusalOf = (origin: string | null, isFile: boolean): string => {
  if (isFile)
    return "a page without an origin, such as a file, cannot show Link; serve it, e.g. with: npx serve";
  return origin
    ? `the origin ${origin} is not registered; register it with: service-link keys --allow-origin ${origin}`
    : "Link opens inside a page, by its script";
};

function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string) {
  const encoding = encodingOf(request);
  reply.header("content-type", "text/html; charset=utf-8");
  if (encoding === "identity") return reply.send(html);
  reply.header("content-encoding", encoding);
  return reply.send(
    encoding === "br"
      ? brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : gzipSync(html),
  );
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((word) => word === value);

const listOf = <T extends string>(known: readonly T[], value: unknown): T[] => {
  const asked = String(value ?? "")
    .split(",")
    .map((word) => word.trim());
  return known.filter((word) => asked.includes(word));
};
