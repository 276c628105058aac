import fc from "fast-check";
import { expect, test } from "vitest";
import { createPieceWriter } from "./account-pieces.ts";
import type { AccountPiece } from "./asset-report.ts";

const place = { accountId: "account", part: "insights" } as const;

test("pieces have all entries in order, within the maximum size", () => {
  const entry = fc.record({ name: fc.string({ maxLength: 60 }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const pieces: AccountPiece[] = [];
      const writer = createPieceWriter(place, (piece) => pieces.push(piece), 400);
      for (const entry of entries) writer.add(entry);
      writer.end();
      writer.end();
      expect(pieces.flatMap(({ json }) => JSON.parse(json))).toEqual(entries);
      expect(pieces.map(({ position }) => position)).toEqual(pieces.map((_, at) => at));
      for (const { json } of pieces) expect(json.length).toBeLessThanOrEqual(800);
    }),
  );
});
