import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";

const compress = promisify(gzip);

/** JSON, compressed off the event loop. */
export const compressJson = (json: string): Promise<Buffer> => compress(json, { level: 1 });

/** How many bytes of gzip say at its end how much there is in it. */
const SIZE_BYTES = 4;

/**
 * The JSON of a piece. Off the event loop a piece would take longer, and several times the memory. Its bytes
 * are outside the heap, where they would wait for the garbage collector: they are given back at once.
 */
export const decompressJson = (gzipBytes: Buffer): string => {
  const size = gzipBytes.readUInt32LE(gzipBytes.length - SIZE_BYTES);
  // With one byte to spare zlib sees the end without asking for more room. Node has smaller ones from a pool.
  const chunkSize = Math.max(size, Buffer.poolSize) + 1;
  const bytes = gunzipSync(gzipBytes, { chunkSize });
  const json = bytes.toString();
  if (bytes.buffer.byteLength === chunkSize) bytes.buffer.transfer(0);
  return json;
};
