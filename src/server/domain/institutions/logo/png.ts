import { crc32, deflateSync } from "node:zlib";

/** A colour of a palette; its opacity is from 0 to 255. */
export type Paint = { rgb: readonly [number, number, number]; opacity: number };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED_COLOR = 3;
const NO_FILTER = 0;

/** The pixels of a square picture as they stand in a PNG: numbers of colours, row by row. */
export const pngPixels = (colors: Uint8Array, side: number): Buffer => {
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.concat([
      Buffer.from([NO_FILTER]),
      Buffer.from(colors.subarray(row * side, (row + 1) * side)),
    ]),
  );
  return chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 }));
};

/** A square PNG of pixels and the palette that their numbers are about. */
export const png = (pixels: Buffer, side: number, palette: readonly Paint[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([BIT_DEPTH, INDEXED_COLOR], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(({ rgb }) => rgb))),
    chunk("tRNS", Buffer.from(palette.map(({ opacity }) => opacity))),
    pixels,
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(content, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
