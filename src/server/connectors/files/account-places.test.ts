import { expect, test } from "vitest";
import { ownId } from "../../domain/bank-values.ts";
import { type Raw, transaction } from "../../formats/statement.fixture.ts";
import type { StatementAccount, StatementTransaction } from "../../formats/statement.ts";
import { filled, placeOf } from "./account-places.ts";
import { type FileAccount, storedRow } from "./file-account.ts";
import { accountKey } from "./files-state.ts";

type Facts = Partial<Raw<StatementAccount>>;
const account = (facts: Facts) =>
  ({
    ...{ id: null, iban: null, bankId: null, name: null, type: null, currency: "EUR", ...facts },
  }) as StatementAccount;
const row = (day: number, amount: string, id: string | null = null) =>
  transaction({ date: `2026-09-${String(day).padStart(2, "0")}`, amount, id, payee: "Shop" });

const ROWS = [row(1, "-5"), row(4, "-20"), row(8, "-5"), row(12, "1500"), row(15, "-62.1")];
const NEWER = [...ROWS.slice(2), row(18, "-9")];

const stored = (facts: Facts, rows = ROWS): FileAccount => ({
  key: accountKey(account(facts)) ?? ownId("unnamed"),
  account: account(facts),
  ...{ current: null, available: null, nextNumber: rows.length + 1 },
  rows: rows.map((each, at) => storedRow(each, { number: at, asOf: each.date, aliases: null })),
  spans: [{ from: "2026-09-01", to: "2026-09-15" }],
});
const choice = { newKey: "new", state: "state", taken: [] };
const place = (
  known: readonly FileAccount[],
  facts: Facts,
  {
    rows = NEWER,
    chosen,
    taken = [],
  }: { rows?: StatementTransaction[]; chosen?: string; taken?: string[] } = {},
) => {
  const statement = { account: account(facts), from: null, to: null, transactions: rows };
  const found = placeOf(statement, known, { ...choice, account: chosen, taken });
  return found === null ? "asked" : found.at < known.length ? known[found.at]?.key : "new";
};

const IBAN = "FR7630006000011234567890189";
const CHANGES: [string, Facts, Facts][] = [
  ["a number that is masked later", { id: "9876543210" }, { id: "XXXXXX3210" }],
  ["a number that is masked by stars", { id: "9876543210" }, { id: "****3210" }],
  ["a number that is masked in its middle", { id: "4111222233334444" }, { id: "4111********4444" }],
  ["a number that is shown whole later", { id: "XXXXXX3210" }, { id: "9876543210" }],
  ["another mask", { id: "XXXXXX3210" }, { id: "••3210" }],
  ["the end of a number alone", { id: "9876543210" }, { id: "3210" }],
  ["zeros before a number", { id: "98765" }, { id: "0000098765" }],
  ["another bank's code", { id: "98765", bankId: "011" }, { id: "98765", bankId: "999" }],
  ["an IBAN in place of its inner number", { id: "12345678901" }, { id: IBAN, iban: IBAN }],
];

test.each(CHANGES)(
  "%s is the same account if its rows say so, and asked if not",
  (_, before, now) => {
    const known = stored(before);
    expect(place([known], now)).toBe(known.key);
    // Without rows on common days, or with different ones, only the user knows.
    expect(place([known], now, { rows: [row(20, "-1")] })).toBe("asked");
    expect(place([known], now, { rows: [row(4, "-1"), row(5, "-2")] })).toBe("asked");
    const later = { rows: [row(20, "-1")] };
    expect(place([known], now, { ...later, chosen: known.key })).toBe(known.key);
    expect(place([known], now, { ...later, chosen: "new" })).toBe("new");
  },
);

test("the other number is remembered, and the whole one is kept", () => {
  const known = stored({ id: "XXXXXX3210" });
  const now = account({ id: "9876543210" });
  const found = placeOf(
    { account: now, from: null, to: null, transactions: NEWER },
    [known],
    choice,
  );
  expect(found?.otherKeys).toEqual([accountKey(now)]);
  const next = { ...known, otherKeys: found?.otherKeys ?? [], account: filled(known.account, now) };
  expect(next.account.id).toBe("9876543210");
  expect(place([next], { id: "9876543210" }, { rows: [row(20, "-1")] })).toBe(known.key);
  expect(place([next], { id: "XXXXXX3210" }, { rows: [row(20, "-1")] })).toBe(known.key);
});

test("two ids that are the same are enough, and two amounts are not", () => {
  const known = stored({ id: "9876543210" }, [row(8, "-5", "A"), row(12, "7", "B")]);
  const now = { id: "XX3210" };
  expect(place([known], now, { rows: [row(8, "-5", "A"), row(12, "7", "B")] })).toBe(known.key);
  expect(place([known], now, { rows: [row(8, "-5"), row(12, "7")] })).toBe("asked");
});

test("an account of another number, currency or kind is a new one", () => {
  const known = stored({ id: "9876543210", type: "checking" });
  expect(place([known], { id: "1111222233" }, { rows: [row(20, "-1")] })).toBe("new");
  expect(place([known], { id: "XXXXXX3210", currency: "USD" })).toBe("new");
  expect(place([known], { id: "XXXXXX3210", type: "credit card" })).toBe("new");
  // The same rows under another number altogether are doubtful.
  expect(place([known], { id: "1111222233" })).toBe("asked");
});

test("the accounts of one file are those that it tells apart", () => {
  const [first, second] = [stored({ id: "9876543210" }), stored({ id: "XXXXXX3210" })];
  expect(place([first], { id: "XXXXXX3210" }, { taken: [first.key] })).toBe("new");
  expect(place([first, second], { id: "••3210" })).toBe("asked");
});
