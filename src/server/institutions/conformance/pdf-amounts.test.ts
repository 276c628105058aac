import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pdfAmounts } from "./pdf-amounts.ts";

const pdf = (...streams: { content: string; isDeflated?: boolean }[]) =>
  Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    ...streams.map(({ content, isDeflated = false }) => {
      const bytes = isDeflated ? deflateSync(content) : Buffer.from(content, "latin1");
      const filter = isDeflated ? " /Filter /FlateDecode" : "";
      const head = `<< /Length ${bytes.length}${filter} >>\nstream\n`;
      return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream\n")]);
    }),
  ]);

test.each([
  ["(Closing balance   -$1,234.56) Tj", ["123456"]],
  ["[(1.2) -20 (34,56)] TJ (EUR) Tj", ["123456"]],
  ["(on \\(2026-01-15\\) 0.05) Tj T*", ["005"]],
  ["(CHF 1'234.50) Tj (1 234,50) Tj", ["123450"]],
  ["(1,234,567.89) Tj (12.345) Tj (v1.23.4) Tj", ["123456789"]],
  ["(no amount) Tj (12) Tj", []],
  ["(never closed 1.00", []],
])("the text %j has the amounts %j, deflated or not", (content, amounts) => {
  for (const isDeflated of [false, true])
    expect([...pdfAmounts(pdf({ content, isDeflated }))]).toEqual(amounts);
});

test("a document that programs cannot read has no amounts, however long it is", () => {
  expect(pdfAmounts(Buffer.from("%PDF-1.4 stream stream stream")).size).toBe(0);
  const torn = Buffer.from("%PDF- /FlateDecode stream\nno zlib endstream");
  expect(pdfAmounts(torn).size).toBe(0);
  const bomb = pdf({ content: "(".repeat(50_000_000), isDeflated: true });
  expect(pdfAmounts(bomb).size).toBe(0);
  const deep = pdf({ content: "(".repeat(2_000_000) });
  expect(pdfAmounts(deep).size).toBe(0);
});
