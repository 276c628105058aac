import { expect, test } from "vitest";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { UNSEEN_IDS } from "../institutions/institution-ids.ts";
import type { OwnTransaction } from "./own-transactions.ts";
import { recognizeIds } from "./recognize-ids.ts";
import { changesBetween } from "./transaction-changes.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A different name for each number, in letters. */
const nameAt = (at: number): string =>
  [at % 26, Math.floor(at / 26) % 26, Math.floor(at / 676)].map((each) => LETTERS[each]).join("");

/** Rows of one account and amount that an institution lists under the same id. */
const rowsOfOneId = (count: number, change: (at: number) => Partial<OwnTransaction>) =>
  Array.from(
    { length: count },
    (_, at): OwnTransaction => ({
      ...sampleTransaction("one"),
      ...{ transaction_id: "one", amount: 4.5, date: "2026-01-14", merchant_name: null },
      ...change(at),
    }),
  );

/** Counts the name reads that recognizing the rows takes. */
const fetchReads = async (rows: readonly OwnTransaction[]): Promise<number> => {
  let reads = 0;
  const counted = rows.map((row) => ({
    listedId: "one",
    transaction: new Proxy(row, {
      get: (target, name, receiver) => {
        if (name === "name") reads += 1;
        return Reflect.get(target, name, receiver);
      },
    }),
  }));
  expect((await recognizeIds(new Map(), counted, UNSEEN_IDS)).listed).toHaveLength(rows.length);
  return reads;
};

test("twice as many rows under one id are twice the work", async () => {
  const names = (at: number) => ({ name: `Shop ${nameAt(at)}${nameAt(at * 7)}` });
  const [once, twice] = [
    await fetchReads(rowsOfOneId(200, names)),
    await fetchReads(rowsOfOneId(400, names)),
  ];
  expect(twice / once).toBeLessThan(2.3);
});

test("rows of other facts under one id are a transaction each, and a repeated one counts once", async () => {
  const change = (at: number) => ({
    name: "Coffee",
    original_description: `Coffee ${nameAt(at)}`,
    amount: at,
  });
  const rows = rowsOfOneId(30, change);
  const { added } = await changesBetween([], [...rows, ...rows]);
  expect(added.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ amount }) => amount),
  );
  expect(new Set(added.map(({ transaction_id }) => transaction_id)).size).toBe(30);
});

test("a position of the day that an equal booked row takes leaves the pending one to be matched", async () => {
  const metro = (transaction_id: string, day: number, pending: boolean) => ({
    ...NO_ENRICHMENT,
    ...sampleTransaction("one"),
    ...{ transaction_id, date: `2026-01-${day}`, authorized_date: null, pending },
  });
  const stored = [metro("12.0", 12, true), metro("12.1", 12, false)];
  const listed = [metro("12.0", 12, false), metro("14.0", 14, false)];
  const ids = { ...UNSEEN_IDS, moved: 3 };
  const { added, modified, removed, candidates } = await changesBetween(stored, listed, {
    ...{ aliases: new Map(), candidates: [], ids },
  });
  expect([added, removed, candidates?.set]).toEqual([[], [], []]);
  expect(modified).toMatchObject([{ transaction_id: "12.0", date: "2026-01-14", pending: false }]);
});
