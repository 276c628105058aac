import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { jsonRows } from "./json-rows.ts";

const folder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-json-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test("whatever the elements of a list are, each comes with the line that it begins on", async () => {
  const file = join(folder(), "list.json");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.jsonValue())),
      fc.constantFrom(undefined, 1),
      fc.boolean(),
      async (elements, indent, isWrapped) => {
        let text = isWrapped ? '{\n"institutions": [' : "[";
        const expected = elements.map(([gap, value], at) => {
          text += `${at > 0 ? "," : ""}${"\n".repeat(gap)}`;
          const line = text.split("\n").length;
          text += JSON.stringify(value, null, indent);
          return { line, record: JSON.parse(JSON.stringify(value)) };
        });
        writeFileSync(file, `${text}\n]${isWrapped ? "}" : ""}`);
        const rows = [];
        for await (const row of jsonRows(file)) rows.push(row);
        expect(rows).toEqual(expected);
      },
    ),
  );
});
