import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Encoding } from "./content-negotiation.ts";

/** How many documents are cached: one for each way in which applications open Link. */
const MAX_DOCUMENTS = 64;

/** Compresses a document, which bears a tag of its own, for whoever takes an encoding. */
export type CompressDocument = (
  html: string,
  tag: string,
  encoding: Encoding,
) => string | Buffer<ArrayBuffer>;

/**
 * Compresses documents quickly, and what is asked for again as small as can be, which takes 30 times as long: away
 * from the thread that answers, one at a time, for whoever asks after that.
 */
export const createCompressDocument = (): CompressDocument => {
  /** The smallest form of a document; null as long as it was asked for once. */
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
