import { expect, test } from "vitest";
import { type Raw, transaction } from "../../formats/statement.fixture.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import { EMPTY_LEDGER, type Ledger } from "./file-account.ts";
import { type Answer, mergeRows, spanOf } from "./merge-rows.ts";

type Row = StatementTransaction;

const row = (day: number, description: string, fields: Partial<Raw<Row>> = {}): Row =>
  transaction({ date: `2026-01-${String(day).padStart(2, "0")}`, description, ...fields });

const merge = (ledger: Ledger, rows: readonly Row[], answers?: Answer) =>
  mergeRows(ledger, { rows, span: spanOf(null, null, rows) ?? { from: "", to: "" } }, answers);

const FIRST = row(1, "Rent", { amount: "-900.00" });
const LAST = row(20, "Fees", { amount: "-1.00" });

/** Merges two files that cover the same days; returns the rows by number. */
const mergeTwo = async (before: readonly Row[], after: readonly Row[], answers?: Answer) => {
  const { ledger } = await merge(EMPTY_LEDGER, [FIRST, ...before, LAST]);
  const result = await merge(ledger, [FIRST, ...after, LAST], answers);
  const known = new Set([FIRST.description, LAST.description]);
  const listRows = ({ rows }: Ledger) => rows.filter(({ description }) => !known.has(description));
  return { ...result, before: listRows(ledger), after: listRows(result.ledger) };
};

const grocer = (amount: string, id: string, more: Partial<Raw<Row>> = {}) =>
  row(5, "Greenway Market", { amount, id, ...more });

test("an id that moves to another purchase of the same shop and day takes none of it along", async () => {
  const { added, before, after } = await mergeTwo(
    [grocer("-64.38", "5/3"), grocer("-33.15", "5/0")],
    [grocer("-64.38", "5/0"), grocer("-33.15", "5/1")],
  );
  const toFacts = (rows: typeof after) => rows.map(({ number, amount }) => [number, amount]);
  expect(added).toBe(0);
  expect(toFacts(after)).toEqual(toFacts(before));
});

test("an amount that changes under an id is that payment's, if no other row has it", async () => {
  const { added, after } = await mergeTwo([grocer("-64.38", "7")], [grocer("-63.38", "7")]);
  expect([added, after.map(({ amount }) => amount)]).toEqual([0, ["-63.38"]]);
});

test("equal rows whose ids move keep their references", async () => {
  const fare = (id: string, reference: string) => row(5, "Tram", { id, reference });
  const { added, after } = await mergeTwo(
    [fare("5/0", "A"), fare("5/1", "B")],
    [fare("5/1", "A"), fare("5/2", "B")],
  );
  expect(added).toBe(0);
  expect(after.map(({ reference }) => reference)).toEqual(["A", "B"]);
  const swapped = await mergeTwo(
    [fare("1", "A"), fare("2", "B")],
    [fare("8", "B"), fare("9", "A")],
  );
  expect(swapped.after.map(({ reference }) => reference)).toEqual(["A", "B"]);
});

const kiosk = (day: number, id: string) => row(day, "Kiosk 4", { amount: "-3.10", id });
const again = (day: number, shop: string, id: string) =>
  row(day, shop, { amount: `-${shop.length * 100}.00`, id });

test("a payment that may be booked again next to an equal one is asked, and is lost by no answer", async () => {
  const files = [
    [kiosk(8, "a"), kiosk(10, "b")],
    [kiosk(12, "c"), kiosk(10, "b")],
  ] as const;
  const asked = await mergeTwo(...files);
  expect(asked.questions).toMatchObject([{ stored: { id: "a" }, row: { id: "c" } }]);
  expect([asked.after.length, asked.added]).toEqual([3, 1]);
  const same = await mergeTwo(...files, "same");
  expect(same.questions).toEqual(asked.questions);
  expect([same.after.length, same.added]).toEqual([2, 0]);
});

test("an account that was seen to book three payments again leaves its equal ones to no question", async () => {
  const shops = ["Alder Books", "Birch Shoe Shop", "Cedar Toys"];
  const { questions, added, ledger } = await mergeTwo(
    [kiosk(8, "a"), kiosk(10, "b"), ...shops.map((shop) => again(6, shop, shop))],
    [kiosk(12, "c"), kiosk(10, "b"), ...shops.map((shop) => again(9, shop, `${shop}r`))],
  );
  expect([questions, added, ledger.rebooked]).toEqual([[], 0, 4]);
  const rows = [FIRST, kiosk(12, "c"), kiosk(14, "d"), LAST];
  expect((await merge(ledger, rows)).questions).toEqual([]);
});
