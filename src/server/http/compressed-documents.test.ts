import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { createCompressDocument } from "./compressed-documents.ts";

/** A text long enough for different compression results. */
const HTML = Array.from({ length: 4000 }, (_, i) => `<p>${(i * 7919) % 1009}</p>`).join("");

test("a document that is asked for again is sent in its smallest form", async () => {
  const compress = createCompressDocument();
  const quick = compress(HTML, "a", "br");
  const small = await vi.waitFor(() => {
    const next = compress(HTML, "a", "br");
    expect(next.length).toBeLessThan(quick.length);
    return next;
  }, 30_000);
  for (const document of [quick, small])
    expect(brotliDecompressSync(Buffer.from(document)).toString()).toBe(HTML);
  expect(compress(HTML, "a", "br")).toBe(small);
});

test("a document comes in the encoding that is taken", () => {
  const compress = createCompressDocument();
  expect(compress(HTML, "a", "identity")).toBe(HTML);
  expect(gunzipSync(Buffer.from(compress(HTML, "a", "gzip"))).toString()).toBe(HTML);
});
