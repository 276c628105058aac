import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language, Theme } from "../../protocol/vocabulary.ts";
import { type Encoding, pickEncoding } from "./content-negotiation.ts";
import { hashSource } from "./content-security-policy.ts";

/** A built file, ready to be sent. */
export type Asset = {
  type: string;
  cacheControl: string;
  /** Whether the file is sent without further encoding, since its format is compressed. */
  isPlain: boolean;
} & Readonly<Record<Encoding, Buffer>>;

type Head = Pick<Asset, "type" | "cacheControl">;

/** The parts that the server inserts into Link's document. */
export type LinkDocument = {
  language: Language;
  theme: Theme | undefined;
  /** The first view. */
  body: string;
  /** The names of the chunks that Link's script needs at once, for the document. */
  chunks: string[];
};

/** The built files of Link: its document, split at the parts to insert, and all other files. */
export type Assets = {
  linkDocument(filling: LinkDocument): string;
  /** The CSP hashes of the document's only style, and of its scripts with these chunks. */
  styleHash: string;
  scriptHashes(chunks: readonly string[]): string[];
  /** The files by path, such as `/link.js`. */
  files: ReadonlyMap<string, Asset>;
  /** The page of the API reference, if built. */
  docs?: Asset;
  /** Returns a page of the documentation by its path, such as `/docs/link`. */
  guide(path: string): Asset | undefined;
  /** The Dashboard's page, if built. */
  dashboard?: Asset;
  /** The account site's page, if built. */
  portal?: Asset;
  /** The documents framed by the Dashboard's white label page, by name, if built. */
  previews?: ReadonlyMap<PreviewDocument, Asset>;
};

/** The documents that preview a client's brand. */
export const PREVIEW_DOCUMENTS = ["link", "account"] as const;
type PreviewDocument = (typeof PREVIEW_DOCUMENTS)[number];

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".txt": "text/plain; charset=utf-8",
};

/** Extensions of files with a compressed format. */
const COMPRESSED = new Set([".ico", ".jpg", ".png", ".webp"]);

/** Files with immutable content: chunk names have a digest; scripts and icons have a version. */
const IMMUTABLE = /^(?:[^/]+\/){0,2}assets\/|^(?:link|icons)\/v\d/;

/** The parts of the document to replace. */
const HOLES = { html: '<html lang="en">', body: '<div id="root"></div>', end: "</body>" };

/** Documents with their own policy. */
const DOCS = "/docs/docs.html";
const DASHBOARD = "/dashboard/dashboard.html";
const PORTAL = "/account/portal.html";
const GUIDE = /^(\/docs\/.+)\.html$/;
const previewPath = (name: PreviewDocument): string => `/dashboard/preview/${name}.html`;

/**
 * Reads the built files of a folder; throws without a build of Link. The files stay in memory, so
 * that a later build does not change a running server: 2 MB, since each text is kept in its
 * smallest encoding. `@fastify/static` does not fit: it reads the disk for each request, and takes
 * 5 MB and 60 ms at start, mostly for globs. Without `isCompressed`, the files are sent unencoded.
 */
export const readAssets = (folder: string, { isCompressed = true } = {}): Assets => {
  const html = readFileSync(join(folder, "link.html"), "utf8");
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1];
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
  if (!style || scripts.length === 0 || !Object.values(HOLES).every((hole) => html.includes(hole)))
    throw new Error("link.html is not as built");
  const files = new Map<string, Asset>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[extname(path)];
    if (type === undefined || path === "link.html") continue;
    const name = path.replaceAll("\\", "/");
    const head = {
      type,
      cacheControl: IMMUTABLE.test(name)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=300",
    };
    const file = join(folder, path);
    const isPlain = COMPRESSED.has(extname(path)) || !isCompressed;
    files.set(
      `/${name}`,
      isPlain ? plainAsset(readFileSync(file), head) : compressedAsset(readCompressed(file), head),
    );
  }
  const [docs, dashboard, portal] = [DOCS, DASHBOARD, PORTAL].map((path) => files.get(path));
  const previews = new Map<PreviewDocument, Asset>();
  for (const name of PREVIEW_DOCUMENTS) {
    const document = files.get(previewPath(name));
    if (document) previews.set(name, document);
  }
  for (const path of [DOCS, DASHBOARD, PORTAL, ...PREVIEW_DOCUMENTS.map(previewPath)])
    files.delete(path);
  const guides = new Map<string, Asset>();
  for (const [path, asset] of files) {
    const [, guide] = GUIDE.exec(path) ?? [];
    if (guide === undefined) continue;
    guides.set(guide, asset);
    files.delete(path);
  }
  const chunks = [...files]
    .filter(([path]) => path.startsWith("/assets/"))
    .map(([path, { identity }]) => ({ path, code: String(identity), hash: hashSource(identity) }));
  const requireChunk = (name: string) => {
    const chunk = chunks.find(({ path }) => path.startsWith(`/assets/${name}-`));
    if (!chunk) throw new Error(`there is no chunk ${name}`);
    return chunk;
  };
  const inlineModule = (name: string) =>
    `<script type="module">${requireChunk(name).code}</script>`;
  const hashes = scripts.map(hashSource);
  return {
    linkDocument: ({ language, theme, body, chunks: names }) => {
      const htmlTag = theme
        ? `<html lang="${language}" data-theme="${theme}">`
        : `<html lang="${language}">`;
      return html
        .replace(HOLES.html, htmlTag)
        .replace(HOLES.body, () => body)
        .replace(HOLES.end, () => names.map(inlineModule).join("") + HOLES.end);
    },
    styleHash: hashSource(style),
    scriptHashes: (names) => [...hashes, ...names.map((name) => requireChunk(name).hash)],
    files,
    guide: (path) => guides.get(path),
    ...(previews.size > 0 && { previews }),
    ...(docs && { docs }),
    ...(dashboard && { dashboard }),
    ...(portal && { portal }),
  };
};

/** A compressed text asset. */
export const textAsset = (text: string, { type, cacheControl }: Head): Asset =>
  compressedAsset(brotliCompressSync(text), { type, cacheControl });

const plainAsset = (identity: Buffer, head: Head): Asset => ({
  ...head,
  isPlain: true,
  identity,
  br: identity,
  gzip: identity,
});

/** A text asset from its smallest encoding. Other encodings are made on first request. */
function compressedAsset(br: Buffer, head: Head): Asset {
  let identity: Buffer | undefined;
  let gzip: Buffer | undefined;
  const asset: Asset = {
    ...head,
    isPlain: false,
    br,
    get identity() {
      identity ??= brotliDecompressSync(br);
      return identity;
    },
    get gzip() {
      gzip ??= gzipSync(asset.identity, { level: 9 });
      return gzip;
    },
  };
  return asset;
}

/** Reads the build's compressed copy of a text, since compressing a large text takes seconds. */
const readCompressed = (file: string): Buffer =>
  existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : brotliCompressSync(readFileSync(file));

/** JSON inside a document. No value can end the element early. */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** Sends a built file in the request's best encoding. */
export const sendAsset = (
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
): FastifyReply => {
  const encoding = pickEncoding(request);
  if (encoding !== "identity" && !asset.isPlain) reply.header("content-encoding", encoding);
  return reply
    .header("content-type", asset.type)
    .header("vary", "accept-encoding")
    .send(asset[encoding]);
};
