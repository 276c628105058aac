import fc from "fast-check";
import { expect, test } from "vitest";
import { png } from "../../../testing/test-app/png.ts";
import { readLogo } from "./client-brand.ts";

test("a logo keeps only the picture of a PNG", () => {
  const file = Buffer.concat([png(96, 48), Buffer.from("<script>alert(1)</script>")]);
  const logo = readLogo(file);
  if (typeof logo === "string") throw new Error(logo);
  expect([logo.width, logo.height, logo.digest.length]).toEqual([96, 48, 43]);
  expect(logo.png.toString("latin1")).not.toMatch(/script|Author/);
  expect(readLogo(logo.png)).toEqual(logo);
});

test.each([
  ["a file that is too large", Buffer.alloc(40_001), /has 41 KB; a logo has 40 KB at most/],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Only a PNG/],
  ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), /Only a PNG/],
  ["nothing", Buffer.alloc(0), /Only a PNG/],
  ["half a PNG", png(96, 48).subarray(0, -20), /no whole PNG/],
  ["a head alone", png(96, 48).subarray(0, 33), /no whole PNG/],
  ["one that is too small", png(47, 48), /47 by 48 pixels; each side has 48 to 1024/],
  ["one that is too large", png(1025, 200), /1025 by 200/],
  ["one that is too wide", png(600, 60), /8 times as wide/],
  ["one that is too high", png(60, 200), /twice as high/],
])("%s is refused in a sentence", (_, file, words) => {
  expect(readLogo(file)).toMatch(words);
});

test("any bytes after a PNG's signature are a logo or refused in a sentence", () => {
  const head = png(96, 48);
  fc.assert(
    fc.property(fc.nat(head.length), fc.uint8Array({ maxLength: 60 }), (at, bytes) => {
      const file = Buffer.concat([head.subarray(0, at), bytes, head.subarray(at)]);
      const logo = readLogo(file);
      expect(typeof logo === "string" || logo.png.length <= file.length).toBe(true);
    }),
  );
});
