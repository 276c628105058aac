import { expect, test } from "vitest";
import { type AddFile, addFile } from "./add-file.ts";
import { readTransactions } from "./bank-transactions.ts";

/** A CSV file of days, with the bank's ids or without. */
const csv = (days: readonly number[], idOf: (day: number) => string): string =>
  ["Date,Amount,Text,Id", ...days.map((day) => `2026-01-${day},-4.5,Coffee,${idOf(day)}`)].join(
    "\n",
  );

const REQUEST: Omit<AddFile, "file" | "newKey"> = {
  ...{ state: null, bank: "Lantern Bank", now: 0, samplesOnly: false, currency: "USD" },
  mapping: {
    ...{ delimiter: ",", skippedRows: 1, decimalMark: ".", dateOrder: "YMD", isNegated: false },
    columns: { date: 0, amount: 1, description: 2, id: 3 },
  },
};

/** The keys of the transactions of an Item with these files. */
const fetchKeys = async (newKey: string, ...files: readonly string[]) => {
  let state: string | null = null;
  for (const text of files) {
    const file = Buffer.from(text).toString("base64");
    const result = await addFile({
      ...REQUEST,
      newKey,
      file,
      state,
      account: state ? `${newKey}0` : undefined,
    });
    if (result.at !== "done") throw new Error(`the file asks for ${result.at}`);
    state = result.state;
  }
  const period = { from: "2026-01-01", to: "2026-01-31" };
  return [...readTransactions({ state: state ?? "", period })].flatMap(
    (piece): { key: string; persistentKey: string | null }[] => JSON.parse(piece),
  );
};

test("a row with the bank's id has the same key in each Item, whatever file came first", async () => {
  const idOf = (day: number) => `id-${day}`;
  const one = await fetchKeys("one", csv([10, 11, 12], idOf));
  const other = await fetchKeys("one", csv([12], idOf), csv([10, 11, 12], idOf));
  const persistent = one.map(({ persistentKey }) => persistentKey);
  expect(new Set(persistent).size).toBe(3);
  expect(other.map(({ persistentKey }) => persistentKey).toSorted()).toEqual(persistent.toSorted());
  expect(other.map(({ key }) => key).toSorted()).toEqual(one.map(({ key }) => key).toSorted());
});

test("a row without an id has no key that other Items could have", async () => {
  const keys = await fetchKeys(
    "one",
    csv([10, 11], () => ""),
  );
  expect(keys.map(({ persistentKey }) => persistentKey)).toEqual([null, null]);
});
