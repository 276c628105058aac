import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";

const compress = promisify(gzip);

/** JSON, compressed off the event loop. */
export const compressJson = (json: string): Promise<Buffer> => compress(json, { level: 1 });

/** The number of bytes at the end of gzip that tell the size of its content. */
const SIZE_BYTES = 4;

/**
 * Returns the JSON of a piece. Doing so off the event loop would take longer, and several times the memory.
 * The bytes are outside the heap and would wait for the garbage collector, so they are released at once.
 */
export const decompressJson = (gzipBytes: Buffer): string => {
  const size = gzipBytes.readUInt32LE(gzipBytes.length - SIZE_BYTES);
  // With one byte to spare zlib sees the end without asking for more memory. Node takes smaller buffers from
  // a pool.
  const chunkSize = Math.max(size, Buffer.poolSize) + 1;
  const bytes = gunzipSync(gzipBytes, { chunkSize });
  const json = bytes.toString();
  if (bytes.buffer.byteLength === chunkSize) bytes.buffer.transfer(0);
  return json;
};
