import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";

const compress = promisify(gzip);

/** Compresses JSON off the event loop. */
export const compressJson = (json: string): Promise<Buffer> => compress(json, { level: 1 });

/** The number of bytes at the end of gzip that hold the content's size. */
const SIZE_BYTES = 4;

/**
 * Returns the JSON of a piece, decompressed on the event loop: off the loop it would take longer,
 * and several times the memory. The buffer is outside the heap and is released at once, instead of
 * by the garbage collector.
 */
export const decompressJson = (gzipBytes: Buffer): string => {
  const size = gzipBytes.readUInt32LE(gzipBytes.length - SIZE_BYTES);
  // With one spare byte zlib sees the end without more memory. Node takes smaller buffers from a
  // pool.
  const chunkSize = Math.max(size, Buffer.poolSize) + 1;
  const bytes = gunzipSync(gzipBytes, { chunkSize });
  const json = bytes.toString();
  if (bytes.buffer.byteLength === chunkSize) bytes.buffer.transfer(0);
  return json;
};
