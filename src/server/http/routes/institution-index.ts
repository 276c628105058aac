import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { InstitutionIndexQuery } from "../../../protocol/search/institution-index.ts";
import {
  INDEX_PATH,
  type IndexQuery,
  indexQuery,
  institutionIndex,
  searchParams,
} from "../../bridge/session/institution-index.ts";
import { INDEX_BUILDS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { parseBody } from "../body.ts";
import { type Encoding, pickEncoding } from "../content-negotiation.ts";
import { entityTag, isAmong } from "../entity-tag.ts";
import { JSON_TYPE } from "../payloads.ts";

/** How many indexes are cached: one for each way in which applications open Link. */
const CACHE_SIZE = 32;

/** An index that was made, at a revision of the directory. */
type CachedIndex = {
  revision: number;
  etag: string;
  json: Buffer;
  /** The index in other encodings, made on first request. */
  bodies: Partial<Record<Encoding, Promise<Buffer>>>;
};

/**
 * Serves the indexes that frames search. Everybody may have one: it says no more than a search does. A
 * browser keeps it, and asks each time whether it is still the same.
 */
export const institutionIndexRoute = (app: FastifyInstance, services: Services): void => {
  const cache = new Map<string, CachedIndex>();

  /** The index of a query, as long as the directory is the same; it is the last one then to make room. */
  const fromCache = (key: string): CachedIndex | undefined => {
    const entry = cache.get(key);
    cache.delete(key);
    if (entry?.revision !== services.directory.revision()) return undefined;
    cache.set(key, entry);
    return entry;
  };

  const indexOf = async (query: IndexQuery): Promise<CachedIndex> => {
    const key = searchParams(query);
    if (!fromCache(key)) await services.callLimiter.pass("institution-index", INDEX_BUILDS);
    // Meanwhile another request may have made it.
    const index = fromCache(key) ?? make(query, services);
    cache.set(key, index);
    const [oldest] = cache.keys();
    if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
    return index;
  };

  app.get(INDEX_PATH, async (request, reply) => {
    const index = await indexOf(indexQuery(parseBody(InstitutionIndexQuery, request.query)));
    reply
      .header("etag", index.etag)
      .header("cache-control", "public, no-cache")
      .header("vary", "accept-encoding")
      .header("cross-origin-resource-policy", "same-origin");
    if (isAmong(request.headers["if-none-match"], index.etag)) return reply.status(304).send();
    const encoding = pickEncoding(request);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    index.bodies[encoding] ??= encode[encoding](index.json);
    return reply.type(JSON_TYPE).send(await index.bodies[encoding]);
  });
};

function make(query: IndexQuery, { directory }: Services): CachedIndex {
  const revision = directory.revision();
  const json = Buffer.from(JSON.stringify(institutionIndex(directory, query)));
  return { revision, etag: entityTag(json), json, bodies: {} };
}

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Away from the thread that serves requests: it takes long. */
const encode: Record<Encoding, (json: Buffer) => Promise<Buffer>> = {
  br: (json) =>
    brotli(json, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
      },
    }),
  gzip: (json) => gzipAsync(json, { level: 9 }),
  identity: async (json) => json,
};
