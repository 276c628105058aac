import { crc32, deflateSync } from "node:zlib";

/** The digits in rows of five points, as five bits each. */
const DIGITS = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
];
const DIGIT_WIDTH = 5;
const DIGIT_HEIGHT = 7;

/** The points of the picture per point of a digit, and around all digits. */
const SCALE = 12;
const MARGIN = 2;

/**
 * A picture of digits, black on white, as PNG in base64.
 * @param {string} code
 */
export const codePicture = (code) => {
  const columns = code.length * (DIGIT_WIDTH + 1) - 1 + 2 * MARGIN;
  const lines = DIGIT_HEIGHT + 2 * MARGIN;
  const isBlack = (/** @type {number} */ column, /** @type {number} */ line) => {
    const at = column - MARGIN;
    const bit = DIGIT_WIDTH - 1 - (at % (DIGIT_WIDTH + 1));
    const digit = DIGITS[Number(code[Math.floor(at / (DIGIT_WIDTH + 1))])];
    const row = digit?.[line - MARGIN] ?? 0;
    return at >= 0 && bit >= 0 && ((row >> bit) & 1) === 1;
  };
  const width = columns * SCALE;
  const height = lines * SCALE;
  // Each row has a byte for its filter (none), and then a bit per point.
  const rowLength = 1 + Math.ceil(width / 8);
  const rows = Buffer.alloc(rowLength * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!isBlack(Math.floor(x / SCALE), Math.floor(y / SCALE))) {
        const at = y * rowLength + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    // One bit of grey, with PNG's only compression and filter methods, without interlacing.
    chunk("IHDR", Buffer.concat([size, Buffer.from([1, 0, 0, 0, 0])])),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]).toString("base64");
};

/**
 * @param {string} name
 * @param {Uint8Array} content
 */
function chunk(name, content) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
