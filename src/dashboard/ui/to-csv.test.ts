import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unguardFormula } from "../../protocol/formula-guard.ts";
import { printable } from "../../protocol/printable.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { HARMFUL } from "../../testing/hostile-values.ts";
import { samples } from "../../testing/property-samples.ts";
import { toCsv } from "./to-csv.ts";

/** Rows of the audit log, of requests, and of other lists. */
const rows = fc.array(
  fc.record({
    ...{ at: fc.integer({ min: 0, max: 4e12 }), client_name: hostileText() },
    ...{ error_code: fc.option(hostileText()), before: hostileText() },
    products: fc.array(hostileText(), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test("any rows are read back cell by cell, without a formula or a character that does harm", () => {
  fc.assert(
    fc.property(rows, (written) => {
      const [names, ...lines] = parse(toCsv(written), { trim: false });
      expect(names).toEqual(["at", "client_name", "error_code", "before", "products"]);
      expect(lines).toHaveLength(written.length);
      for (const [at, line] of lines.entries()) {
        const row = written[at];
        const texts = [row?.client_name, row?.error_code ?? "", row?.before];
        const [time = "", ...cells] = line;
        expect(Date.parse(time)).toBe(row?.at);
        expect(cells.map(unguardFormula)).toEqual(
          [...texts, row?.products.join("; ")].map((text = "") => printable(text)),
        );
        for (const cell of cells) {
          expect(cell).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]/);
          const plain = cell.replaceAll("\u001b[31m", "").replaceAll(/\r?[\n\t]/g, "");
          expect(plain).not.toMatch(HARMFUL);
        }
      }
    }),
    { numRuns: samples(1000) },
  );
});
