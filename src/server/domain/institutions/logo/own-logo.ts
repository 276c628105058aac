import { crc32, deflateSync, inflateSync } from "node:zlib";
import { readLogo } from "../../clients/client-brand.ts";
import { LOGO_PIXELS } from "./logo.ts";

/** The largest file of an institution's own logo, in bytes. */
export const OWN_LOGO_BYTES = 256_000;

/** A picture as rows of red, green, blue and opacity, one byte each. */
type Picture = { width: number; height: number; pixels: Uint8Array };

/**
 * Fits an institution's own logo into a square PNG of the drawn logos' size, centred and uncropped.
 * Returns the problem as a sentence for an unusable file.
 */
export const cutOwnLogo = (file: Buffer): Buffer | string => {
  const logo = readLogo(file, OWN_LOGO_BYTES);
  if (typeof logo === "string") return logo;
  const picture = decode(logo.png);
  return typeof picture === "string" ? picture : encode(contain(picture, LOGO_PIXELS));
};

const SIGNATURE_BYTES = 8;
/** The bytes of a chunk before its content (length and type), and after it (checksum). */
const [CHUNK_START, CHUNK_END] = [8, 4];

/** The number of channels of each color type of PNG. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const INDEXED = 3;

const UNREADABLE = "The file is no whole PNG. Export it once more.";

function decode(png: Buffer): Picture | string {
  const chunks = new Map<string, Buffer>();
  for (let at = SIGNATURE_BYTES; at + CHUNK_START < png.length; ) {
    const end = at + CHUNK_START + png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + CHUNK_START);
    const before = chunks.get(type) ?? Buffer.alloc(0);
    chunks.set(type, Buffer.concat([before, png.subarray(at + CHUNK_START, end)]));
    at = end + CHUNK_END;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlace = 0] = header.subarray(8);
  const channels = CHANNELS[color];
  if (depth !== 8 || channels === undefined || interlace !== 0)
    return "The PNG has to have 8 bits a channel, and no interlacing. Export it so.";
  const stride = width * channels;
  const data = inflate(chunks.get("IDAT") ?? Buffer.alloc(0), (stride + 1) * height);
  const rows = data && unfilter(data, stride, channels, height);
  if (!rows) return UNREADABLE;
  const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
  const opacities = chunks.get("tRNS") ?? Buffer.alloc(0);
  const isIndexed = color === INDEXED;
  const sampleOf = (from: number, part: number): number =>
    isIndexed
      ? (palette[(rows[from] ?? 0) * 3 + part] ?? 0)
      : (rows[channels < 3 ? from : from + part] ?? 0);
  const opacityOf = (from: number): number => {
    if (isIndexed) return opacities[rows[from] ?? 0] ?? 255;
    return channels % 2 === 0 ? (rows[from + channels - 1] ?? 0) : 255;
  };
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const from = at * channels;
    for (let part = 0; part < 3; part++) pixels[at * 4 + part] = sampleOf(from, part);
    pixels[at * 4 + 3] = opacityOf(from);
  }
  return { width, height, pixels };
}

/** Inflates data to exactly `length` bytes; null for any other size, without inflating more. */
function inflate(data: Buffer, length: number): Buffer | null {
  try {
    const bytes = inflateSync(data, { maxOutputLength: length });
    return bytes.length === length ? bytes : null;
  } catch {
    return null;
  }
}

/** Undoes the filter of each row (PNG 9.2); null for an unknown filter. */
function unfilter(data: Buffer, stride: number, step: number, height: number): Uint8Array | null {
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = data[row * (stride + 1)] ?? 0;
    if (filter > 4) return null;
    const start = row * stride;
    for (let at = 0; at < stride; at++) {
      const left = at < step ? 0 : (rows[start + at - step] ?? 0);
      const above = row === 0 ? 0 : (rows[start + at - stride] ?? 0);
      const corner = at < step || row === 0 ? 0 : (rows[start + at - stride - step] ?? 0);
      rows[start + at] =
        (data[row * (stride + 1) + 1 + at] ?? 0) + guessOf(filter, left, above, corner);
    }
  }
  return rows;
}

/** Returns a filter's prediction from the bytes to the left, above, and above left. */
function guessOf(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const toLeft = Math.abs(guess - left);
  const toAbove = Math.abs(guess - above);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Fits a picture into a square. Each pixel is the opacity-weighted mean of the covered pixels. */
function contain({ width, height, pixels }: Picture, side: number): Picture {
  const scale = Math.max(width, height) / side;
  const [marginX, marginY] = [width, height].map((length) => (side - length / scale) / 2);
  const fitted = new Uint8Array(side * side * 4);
  const spanOf = (at: number, margin = 0, length = 0): [number, number] => {
    const from = Math.floor((at - margin) * scale);
    const to = Math.max(from + 1, Math.floor((at + 1 - margin) * scale));
    return [Math.max(0, from), Math.min(length, to)];
  };
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [left, right] = spanOf(x, marginX, width);
      const [top, bottom] = spanOf(y, marginY, height);
      const sums = [0, 0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) {
          const at = (row * width + column) * 4;
          const opacity = pixels[at + 3] ?? 0;
          for (let part = 0; part < 3; part++)
            sums[part] = (sums[part] ?? 0) + (pixels[at + part] ?? 0) * opacity;
          sums[3] = (sums[3] ?? 0) + opacity;
        }
      const [red = 0, green = 0, blue = 0, opacity = 0] = sums;
      if (opacity === 0) continue;
      const count = (right - left) * (bottom - top);
      const parts = [red, green, blue].map((sum) => Math.round(sum / opacity));
      fitted.set([...parts, Math.round(opacity / count)], (y * side + x) * 4);
    }
  return { width: side, height: side, pixels: fitted };
}

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const RGBA = 6;
const UP = 2;

function encode({ width, height, pixels }: Picture): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    rows[row * (stride + 1)] = UP;
    for (let at = 0; at < stride; at++) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + at] ?? 0);
      rows[row * (stride + 1) + 1 + at] = (pixels[row * stride + at] ?? 0) - above;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}
