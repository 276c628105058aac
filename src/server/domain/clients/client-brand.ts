import { hash } from "node:crypto";
import { LOGO_LIMITS } from "../../../protocol/brand/client-brand.ts";
import type { Theme } from "../../../protocol/vocabulary.ts";

/** The name and look of a client in Link. */
export type ClientBrand = {
  /** The name in Link, in place of the page's name; empty to use the page's name. */
  name: string;
  /** `#rrggbb`; null for Link's own color. */
  accent: string | null;
  logo: { digest: string; width: number; height: number } | null;
  /** The theme of sessions whose page sets none. */
  mode: Theme;
  /** In pixels; null for Link's own radius. */
  radius: number | null;
  /** A font family; null for the device's font. */
  font: string | null;
  /** Whether Link explains the sharing on a separate pane before the list of institutions. */
  hasTrustPane: boolean;
};

/** The port for the brands of clients. */
export type BrandStore = {
  /** Returns the brand of a client, or null. */
  of(clientId: string): Promise<ClientBrand | null>;
  /** Sets the brand. Without a logo, the stored logo stays. */
  set(
    clientId: string,
    brand: Omit<ClientBrand, "logo"> & { logo?: Logo | null | undefined },
  ): Promise<void>;
  /** The PNG of a logo by its digest, or null. */
  logo(digest: string): Promise<Buffer | null>;
};

/**
 * Returns the path of a logo. The path has the logo's digest, so that caches may keep the logo
 * forever.
 */
export const logoPath = (digest: string): string => `/brand-logos/${digest}.png`;

/** A logo as it is stored and served. */
export type Logo = { png: Buffer; digest: string; width: number; height: number };

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** The chunks of a PNG that define its picture. Texts, times and other metadata are dropped. */
const CHUNKS = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "sRGB", "gAMA", "cHRM"]);

/**
 * Reads a logo from a file, or returns the problem as a sentence. PNG is the only format, since an
 * SVG may have scripts and links. The result keeps only the picture's chunks.
 */
export const readLogo = (file: Buffer, max = LOGO_LIMITS.bytes): Logo | string => {
  if (file.length > max)
    return `The file has ${Math.ceil(file.length / 1000)} KB; a logo has ${max / 1000} KB at most.`;
  if (!file.subarray(0, 8).equals(SIGNATURE)) return "Only a PNG can be a logo.";
  const chunks = splitChunks(file);
  const [header] = chunks ?? [];
  if (!chunks || header?.type !== "IHDR" || header.bytes.length !== 25)
    return "The file is no whole PNG. Export it once more.";
  const [width, height] = [header.bytes.readUInt32BE(8), header.bytes.readUInt32BE(12)];
  const problem = sizeProblem(width, height);
  if (problem !== null) return problem;
  const png = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ type }) => CHUNKS.has(type)).map(({ bytes }) => bytes),
  ]);
  return { png, digest: hash("sha256", png, "base64url"), width, height };
};

type Chunk = { type: string; bytes: Buffer };

/** Returns the chunks up to the end chunk; null without an end chunk. Later bytes are dropped. */
function splitChunks(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    // A chunk's length, type, content and checksum.
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const type = file.toString("latin1", at + 4, at + 8);
    chunks.push({ type, bytes: file.subarray(at, end) });
    if (type === "IEND") return chunks.some((chunk) => chunk.type === "IDAT") ? chunks : null;
    at = end;
  }
  return null;
}

function sizeProblem(width: number, height: number): string | null {
  const { shortest, longest, ratio } = LOGO_LIMITS;
  if (width < shortest || height < shortest || width > longest || height > longest)
    return `The picture is ${width} by ${height} pixels; each side has ${shortest} to ${longest}.`;
  if (width > ratio * height || height > 2 * width)
    return `The picture is ${width} by ${height} pixels; it is at most ${ratio} times as wide as high, and twice as high as wide.`;
  return null;
}
