import fc from "fast-check";
import { expect, test } from "vitest";
import { toFile } from "./institution-file.ts";
import { jsonRows } from "./json-rows.ts";

test("each element of a list comes with the line that it begins on", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.jsonValue())),
      fc.constantFrom(undefined, 1),
      fc.boolean(),
      async (elements, indent, isWrapped) => {
        let text = isWrapped ? '{\n"institutions": [' : "[";
        const originals = elements.map(([gap, value], at) => {
          text += `${at > 0 ? "," : ""}${"\n".repeat(gap)}`;
          const line = text.split("\n").length;
          text += JSON.stringify(value, null, indent);
          return { line, record: JSON.parse(JSON.stringify(value)) };
        });
        const file = toFile("json", `${text}\n]${isWrapped ? "}" : ""}`);
        const rows = [];
        for await (const row of jsonRows(file.open())) rows.push(row);
        expect(rows).toEqual(originals);
      },
    ),
  );
});
