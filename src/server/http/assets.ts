import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** A built file, ready to be sent. */
export type Asset = {
  type: string;
  cacheControl: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
};

/** The built files of Link: its document, cut where the server fills it in, and all the others. */
export type Assets = {
  /** Link's document; `fill` puts the data for its first view into it. */
  linkDocument(data: unknown, language: string): string;
  /** The CSP hash of the document's only style element. */
  styleHash: string;
  /** The files by path, e.g. `/link.js`. */
  files: ReadonlyMap<string, Asset>;
  /** The page of the API reference, where it was built. */
  docs?: Asset;
  /** The Dashboard's page, where it was built. */
  dashboard?: Asset;
};

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

const DATA = /<script type="application\/json" id="start">[^<]*<\/script>/;

/** Documents that are served with a policy of their own. */
const DOCS = "/docs/docs.html";
const DASHBOARD = "/dashboard/dashboard.html";

/** Reads what the build left in a folder; throws when Link was not built. */
export const readAssets = (folder: string): Assets => {
  const html = readFileSync(join(folder, "link.html"), "utf8");
  const style = /<style[^>]*>([^<]*)<\/style>/.exec(html)?.[1];
  if (style === undefined || !DATA.test(html)) throw new Error("link.html is not as built");
  const files = new Map<string, Asset>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[extname(path)];
    if (type === undefined || path === "link.html") continue;
    const identity = readFileSync(join(folder, path));
    const immutable = /(^|[\\/])assets[\\/]/.test(path);
    files.set(`/${path.replaceAll("\\", "/")}`, {
      type,
      cacheControl: immutable ? "public, max-age=31536000, immutable" : "public, max-age=300",
      identity,
      br: built(join(folder, `${path}.br`)) ?? brotliCompressSync(identity),
      gzip: built(join(folder, `${path}.gz`)) ?? gzipSync(identity, { level: 9 }),
    });
  }
  const [docs, dashboard] = [DOCS, DASHBOARD].map((path) => files.get(path));
  for (const path of [DOCS, DASHBOARD]) files.delete(path);
  return {
    linkDocument: (data, language) =>
      html
        .replace(DATA, () => dataBlock("start", data))
        .replace('<html lang="en">', `<html lang="${language}">`),
    styleHash: `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    files,
    ...(docs && { docs }),
    ...(dashboard && { dashboard }),
  };
};

/** What the build has compressed already: it takes seconds for a large file. */
const built = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);

/** JSON inside a document, which no value can end early. */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
