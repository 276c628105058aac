import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** JSON, compressed off the event loop, as text: databases have different columns for bytes. */
export const compressJson = async (json: string): Promise<string> =>
  (await compress(json, { level: 1 })).toString("base64");

/** The bytes of compressed JSON. */
export const decompressJson = (text: string): Promise<Uint8Array> =>
  decompress(Buffer.from(text, "base64"));
