import { expect, test } from "vitest";
import { type Raw, transaction } from "../../formats/statement.fixture.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import { EMPTY_LEDGER, type Ledger } from "./file-account.ts";
import { mergeRows, spanOf } from "./merge-rows.ts";

type Row = StatementTransaction;

const merge = (ledger: Ledger, rows: readonly Row[]) =>
  mergeRows(ledger, { rows, span: spanOf(null, null, rows) ?? { from: "", to: "" } });
const merged = async (...files: readonly (readonly Row[])[]): Promise<Ledger> => {
  let ledger = EMPTY_LEDGER;
  for (const rows of files) ({ ledger } = await merge(ledger, rows));
  return ledger;
};

const row = (day: number, description: string, fields: Partial<Raw<Row>> = {}): Row =>
  transaction({ date: `2026-01-${String(day).padStart(2, "0")}`, description, ...fields });
const coffee = (day: number, fields: Partial<Raw<Row>> = {}) => row(day, "Moonbean Coffee", fields);
const words = ({ rows }: Ledger) => rows.map(({ date, description }) => `${date} ${description}`);

test("a pending row stays until it would be posted, or until a file with pending rows lacks it", async () => {
  const ledger = await merged([row(1, "Rent"), coffee(3, { pending: true, amount: "-9" })]);
  const drops = async (...rows: Row[]) =>
    !words((await merge(ledger, rows)).ledger).includes("2026-01-03 Moonbean Coffee");
  expect(await drops(row(2, "A"), row(11, "B"))).toBe(false);
  expect(await drops(row(2, "A"), row(12, "B"))).toBe(true);
  expect(await drops(row(2, "A"), row(9, "B", { pending: true }))).toBe(true);
  // The days before this file, which no file covers, may have the posted row.
  expect(await drops(row(20, "A"), row(28, "B"))).toBe(false);
});

test("a pending row is not taken for a posted one of another name, and none is lost", async () => {
  const pending = row(20, "Greenway Market", { pending: true, amount: "-20" });
  const other = row(22, "Papaya Cinema", { amount: "-20" });
  const ledger = await merged([row(15, "Rent"), pending]);
  expect(await merge(ledger, [other, row(25, "Fees", { amount: "1" })])).toMatchObject({
    added: 2,
    questions: [],
  });
  const ends = { from: "2026-01-15", to: "2026-01-19" };
  const early = await mergeRows(ledger, {
    rows: [row(19, "Papaya Cinema", { amount: "-20" })],
    span: ends,
  });
  expect(words(early.ledger)).toEqual([
    "2026-01-15 Rent",
    "2026-01-20 Greenway Market",
    "2026-01-19 Papaya Cinema",
  ]);
});

test("a pending row is not taken for a booked one that is equal otherwise", async () => {
  const pending = coffee(3, { pending: true });
  const first = [row(1, "Rent"), coffee(3), pending, coffee(3), row(4, "Fees")];
  const second = [row(1, "Rent"), coffee(3), coffee(3), row(4, "Fees"), coffee(5), row(6, "Gym")];
  const { ledger, questions, added } = await merge(await merged(first), second);
  expect([questions, added]).toEqual([[], 1]);
  expect(ledger.rows.map(({ number, date }) => [number, date.slice(-2)])).toEqual([
    [1, "01"],
    [2, "03"],
    [3, "05"],
    [4, "03"],
    [5, "04"],
    [6, "06"],
  ]);
});

test("a row of the first day of a file that lacks it is asked, and applied once the account books again", async () => {
  const ledger = await merged([row(1, "Rent"), row(5, "Riverton Shoes"), row(7, "Fees")]);
  const later = [row(5, "Gym", { amount: "-9" }), row(7, "Fees"), row(9, "Riverton Shoes")];
  expect(await merge(ledger, later)).toMatchObject({
    questions: [{ stored: { number: 2 }, row: { date: "2026-01-09" } }],
  });
  const known = { ...ledger, rebooked: 3 };
  const { questions, added } = await merge(known, later);
  expect([questions, added]).toEqual([[], 1]);
  // Each of two adjacent files may have a part of their common day.
  const apart = [row(7, "Gym", { amount: "-9" }), row(11, "Fees")];
  expect((await merge(ledger, apart)).questions).toEqual([]);
});

test("files whose ids all differ are matched by content on the days that both cover", async () => {
  const first = [
    row(2, "A", { id: "1" }),
    row(9, "B", { id: "2" }),
    coffee(9, { id: "3" }),
    coffee(9, { id: "4" }),
  ];
  const second = [
    row(9, "B", { id: "11" }),
    coffee(9, { id: "12" }),
    coffee(9, { id: "13" }),
    row(18, "D", { id: "14" }),
  ];
  const span = { from: "2026-01-08", to: "2026-01-20" };
  const before = (
    await mergeRows(EMPTY_LEDGER, { rows: first, span: { from: "2026-01-01", to: "2026-01-10" } })
  ).ledger;
  const { ledger, added, questions } = await mergeRows(before, { rows: second, span });
  expect([ledger.rows.length, added, questions]).toEqual([5, 1, []]);
  expect((await mergeRows(ledger, { rows: second, span })).added).toBe(0);
});

test("a payment that is booked again on a later day is one row", async () => {
  const before = await merged([
    row(1, "Rent", { id: "a" }),
    coffee(8, { id: "b" }),
    row(9, "Fees", { id: "c" }),
  ]);
  const { ledger, added } = await merge(before, [
    row(1, "Rent", { id: "a" }),
    row(9, "Fees", { id: "c" }),
    coffee(10, { id: "d" }),
    row(30, "Rent", { id: "e" }),
  ]);
  expect([ledger.rows.length, added]).toEqual([4, 1]);
});
