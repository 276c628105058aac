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

/** The maximum number of cached indexes, one for each way in which applications open Link. */
const CACHE_SIZE = 32;

/** A cached index, with the directory's revision. */
type CachedIndex = {
  revision: number;
  etag: string;
  json: Buffer;
  /** The index in further encodings, made on first request. */
  bodies: Partial<Record<Encoding, Promise<Buffer>>>;
};

/**
 * Serves the indexes that frames search. They are public, since they reveal no more than a search.
 * A browser caches an index, and revalidates it each time.
 */
export const institutionIndexRoute = (app: FastifyInstance, services: Services): void => {
  const cache = new Map<string, CachedIndex>();

  /**
   * The index of a query, while the directory is unchanged. A hit makes it the most recently used.
   */
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
    // Another request may have made the index since.
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

/** Compresses off the main thread, since compression takes long. */
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
