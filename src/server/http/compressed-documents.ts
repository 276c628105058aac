import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Encoding } from "./content-negotiation.ts";

/** The maximum number of cached documents, one for each way in which applications open Link. */
const MAX_DOCUMENTS = 64;

/** Compresses a document in an accepted encoding, with its entity tag. */
export type CompressDocument = (
  html: string,
  tag: string,
  encoding: Encoding,
) => string | Buffer<ArrayBuffer>;

/**
 * Compresses a document quickly at its first request. A second request starts the best compression,
 * which takes 30 times as long, in a worker thread, one document at a time. Later requests get its
 * result.
 */
export const createCompressDocument = (): CompressDocument => {
  /** The best compression of a document; null until its second request. */
  const cache = new LRUCache<string, { best: Buffer<ArrayBuffer> | null }>({ max: MAX_DOCUMENTS });
  let isBusy = false;

  const shrink = (html: string, tag: string): void => {
    isBusy = true;
    brotliCompress(html, brotliOptions(constants.BROTLI_MAX_QUALITY), (error, best) => {
      isBusy = false;
      if (!error) cache.set(tag, { best });
    });
  };

  return (html, tag, encoding) => {
    if (encoding === "identity") return html;
    if (encoding === "gzip") return gzipSync(html);
    const entry = cache.get(tag);
    if (entry?.best) return entry.best;
    if (entry && !isBusy) shrink(html, tag);
    if (!entry) cache.set(tag, { best: null });
    return brotliCompressSync(html, brotliOptions(5));
  };
};

const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});
