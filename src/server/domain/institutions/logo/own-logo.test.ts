import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { LOGO_PIXELS, toLogo } from "./logo.ts";
import { cutOwnLogo } from "./own-logo.ts";

const chunk = (type: string, data: Uint8Array): Buffer => {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
};

/** A PNG of a color type, with a filter per row. */
const pngOf = (
  { width, height, depth = 8, color = 6, interlace = 0 }: Record<string, number>,
  rows: Uint8Array,
  ...others: Buffer[]
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width ?? 0, 0);
  header.writeUInt32BE(height ?? 0, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    ...others,
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** Rows of a single color, without filters. */
const plain = (width: number, height: number, pixel: number[]): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, () =>
      Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()]),
    ),
  );

/** The pixel of a cut logo at a position. */
const pixelAt = (logo: Buffer | string, x: number, y: number): number[] => {
  if (typeof logo === "string") throw new Error(logo);
  const rows = inflateSync(logo.subarray(8 + 25 + 8, logo.length - 12 - 4));
  const stride = LOGO_PIXELS * 4 + 1;
  // Each row is stored as the difference to the previous row.
  return [0, 1, 2, 3].map((part) => {
    let sum = 0;
    for (let row = 0; row <= y; row++) sum += rows[row * stride + 1 + x * 4 + part] ?? 0;
    return sum & 255;
  });
};

test("a wide logo is whole and in the middle of a transparent square", () => {
  const logo = cutOwnLogo(
    pngOf({ width: 304, height: 152 }, plain(304, 152, [200, 10, 20, 255])),
  ) as Buffer;
  expect([logo.readUInt32BE(16), logo.readUInt32BE(20)]).toEqual([LOGO_PIXELS, LOGO_PIXELS]);
  expect(pixelAt(logo, 76, 10)).toEqual([0, 0, 0, 0]);
  expect(pixelAt(logo, 76, 76)).toEqual([200, 10, 20, 255]);
  expect(pixelAt(logo, 0, 76)).toEqual([200, 10, 20, 255]);
});

test("a small logo is enlarged", () => {
  const logo = cutOwnLogo(pngOf({ width: 48, height: 48 }, plain(48, 48, [1, 2, 3, 255])));
  for (const at of [0, 75, 151]) expect(pixelAt(logo, at, at)).toEqual([1, 2, 3, 255]);
});

test.each([
  ["gray", 0, [90], [90, 90, 90, 255]],
  ["gray with opacity", 4, [90, 128], [90, 90, 90, 128]],
  ["without opacity", 2, [9, 8, 7], [9, 8, 7, 255]],
  ["of a palette", 3, [1], [4, 5, 6, 100]],
] as const)("a logo %s is read", (_, color, pixel, expected) => {
  const palette = [
    chunk("PLTE", Buffer.from([1, 2, 3, 4, 5, 6])),
    chunk("tRNS", Buffer.from([255, 100])),
  ];
  const rows = plain(152, 152, [...pixel]);
  const file = pngOf({ width: 152, height: 152, color }, rows, ...(color === 3 ? palette : []));
  expect(pixelAt(cutOwnLogo(file), 3, 3)).toEqual(expected);
});

test("every filter of rows is undone", () => {
  const rows = Buffer.alloc(152 * (152 + 1));
  // The filters Sub, Up, Average and Paeth, over rows whose first pixel is 7.
  for (let row = 0; row < 152; row++) rows[row * 153] = row === 0 ? 1 : 2 + (row % 3);
  rows[1] = 7;
  for (let row = 1; row < 152; row++)
    if (row % 3 === 1) for (let at = 0; at < 152; at++) rows[row * 153 + 1 + at] = at === 0 ? 4 : 0;
  const logo = cutOwnLogo(pngOf({ width: 152, height: 152, color: 0 }, rows));
  expect(pixelAt(logo, 151, 0)).toEqual([7, 7, 7, 255]);
  expect(pixelAt(logo, 151, 1)).toEqual([7, 7, 7, 255]);
});

test("a Paeth filter expects the nearest of three neighbors, also between rows", () => {
  const side = 152;
  const valueAt = (x: number, y: number) =>
    x < 0 || y < 0 ? 0 : (x * x * 7 + y * 13 + x * y * 5) & 255;
  const rows = Buffer.alloc(side * (side + 1));
  for (let y = 0; y < side; y++) {
    rows[y * (side + 1)] = 4;
    for (let x = 0; x < side; x++) {
      const [left, above, corner] = [valueAt(x - 1, y), valueAt(x, y - 1), valueAt(x - 1, y - 1)];
      const far = (value: number) => Math.abs(left + above - corner - value);
      const nearest = Math.min(far(left), far(above), far(corner));
      const guess = [left, above, corner].find((value) => far(value) === nearest) ?? 0;
      rows[y * (side + 1) + 1 + x] = (valueAt(x, y) - guess) & 255;
    }
  }
  const logo = cutOwnLogo(pngOf({ width: side, height: side, color: 0 }, rows));
  for (const [x, y] of [
    [0, 0],
    [9, 0],
    [0, 9],
    [90, 120],
    [151, 151],
  ] as const) {
    const value = valueAt(x, y);
    expect(pixelAt(logo, x, y)).toEqual([value, value, value, 255]);
  }
});

test("a drawn logo passes through a cut", () => {
  const drawn = Buffer.from(toLogo({ logoShape: "arch", color: "#123456" }), "base64");
  expect(pixelAt(cutOwnLogo(drawn), 20, 76)).toEqual([0x12, 0x34, 0x56, 255]);
});

test.each<[string, Buffer]>([
  ["Only a PNG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a logo has 256 KB at most", Buffer.alloc(256_001)],
  ["each side has 48 to 1024", pngOf({ width: 40, height: 40 }, plain(40, 40, [1, 1, 1, 1]))],
  ["8 bits a channel", pngOf({ width: 48, height: 48, depth: 16 }, Buffer.alloc(9))],
  ["no interlacing", pngOf({ width: 48, height: 48, interlace: 1 }, Buffer.alloc(9))],
  ["no whole PNG", pngOf({ width: 48, height: 48 }, Buffer.alloc(9))],
  ["no whole PNG", pngOf({ width: 48, height: 48 }, Buffer.alloc(9_000_000))],
  ["no whole PNG", pngOf({ width: 48, height: 48 }, Buffer.alloc(48 * 193, 9))],
])("a file that cannot be a logo is refused: %s", (reason, file) => {
  expect(cutOwnLogo(file)).toContain(reason);
});
