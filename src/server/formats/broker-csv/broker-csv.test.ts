import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { samples } from "../../../testing/property-samples.ts";
import { FormatError } from "../format-error.ts";
import { readStatements } from "../index.ts";
import type { Statement } from "../statement.ts";

const FOLDER = join(import.meta.dirname, "cases");
const number = z.number().nullable();

/** The right reading of a file; null if the file is not a broker's. */
const RightReading = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        ...{ id: z.string().nullable(), name: z.string().nullable() },
        ...{ currency: z.string().nullable(), day: z.string().nullable() },
        ...{ cash: number, balance: number },
        holdings: z.array(z.tuple([z.string(), z.number(), z.number(), number])).nullable(),
        trades: z.array(
          z.tuple([
            z.string(),
            z.string(),
            z.string(),
            z.string().nullable(),
            z.number(),
            z.number(),
            number,
          ]),
        ),
      }),
    )
    .nullable(),
  leftOut: z.int().default(0),
  prices: z.array(z.number()).optional(),
});

const parseCase = (name: string) => ({
  bytes: readFileSync(join(FOLDER, `${name}.csv`)),
  right: RightReading.parse(
    JSON.parse(readFileSync(join(FOLDER, `${name}.expected.json`), "utf8")),
  ),
});

const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".csv"))
  .map((file) => basename(file, ".csv"));

const toReading = ({ account, balances, investments }: Statement) => ({
  ...{ id: account.id, name: account.name, currency: account.currency },
  day: investments?.holdings ? investments.day : null,
  cash: investments?.cash ?? null,
  balance: balances[0] ? Number(balances[0].amount) : null,
  holdings:
    investments?.holdings?.map(({ securityKey, quantity, value, cost = null }) => [
      ...[securityKey, quantity, value, cost],
    ]) ?? null,
  trades: investments?.transactions.map(
    ({ date, type, subtype, securityKey, quantity, amount, fees }) => [
      ...[date, type, subtype, securityKey, quantity, amount, fees],
    ],
  ),
});

test.each(NAMES)("%s is read as its broker meant it", (name) => {
  const { bytes, right } = parseCase(name);
  const file = () => readStatements(bytes);
  if (right.accounts === null) {
    expect(file().formats).toEqual(["csv"]);
    expect(file().statements.every(({ investments }) => investments === undefined)).toBe(true);
    return;
  }
  const { formats, statements, leftOut } = file();
  expect(formats).toEqual(["brokerCsv"]);
  expect(statements.map(toReading)).toEqual(right.accounts);
  expect(leftOut.count, JSON.stringify(leftOut.first)).toBe(right.leftOut);
  if (right.prices)
    expect(statements[0]?.investments?.transactions.map(({ price }) => price)).toEqual(
      right.prices,
    );
});

const trades = (...rows: string[]) =>
  Buffer.from(["Date,Action,Symbol,Quantity,Price,Amount", ...rows].join("\n"));
const toTrades = (...args: Parameters<typeof readStatements>) =>
  readStatements(...args).statements[0]?.investments?.transactions;

const sumColumn = (rows: ReturnType<typeof toTrades>, name: "quantity" | "amount") =>
  rows?.reduce((sum, row) => sum + row[name], 0);

test.each([
  ["Buy,ACM,10,$100.00,-$1000.00", "Cancel Buy,ACM,-10,$100.00,$1000.00"],
  ["Buy,ACM,10,$100.00,-$1000.00", "Cancel Buy,ACM,10,$100.00,$1000.00"],
  ["Kauf,ACM,10,100.00,-1000.00", "Storno Kauf,ACM,-10,100.00,1000.00"],
  ["Market buy,ACM,10,100.00,-1000.00", "Market buy canceled,ACM,-10,100.00,1000.00"],
  ["YOU BOUGHT ACME,ACM,10,100.00,-1000.00", "YOU BOUGHT CANCELLED ACME,ACM,-10,100.00,1000.00"],
  ["Sell,ACM,10,$100.00,$1000.00", "Cancel Sell,ACM,10,$100.00,-$1000.00"],
  ["Sell,ACM,-10,$100.00,$1000.00", "Cancel Sell,ACM,10,$100.00,-$1000.00"],
  ["Qualified Dividend,ACM,,,$5.00", "Cancel Qualified Dividend,ACM,,,-$5.00"],
])("%s is taken back by %s", (row, back) => {
  const file = trades(`2026-01-15,${row}`, `2026-01-16,${back}`);
  const read = toTrades(file, { dateOrder: "MDY" });
  expect(read?.map(({ type }) => type)).toEqual([expect.not.stringMatching("cancel"), "cancel"]);
  expect([sumColumn(read, "quantity"), sumColumn(read, "amount")]).toEqual([0, 0]);
});

test.each([
  ["Buy,ACM,10,100.00,-1000.00", "Market buy canceled,ACM,10,100.00,-1000.00"],
  ["Buy,ACM,10,100.00,1000.00", "Storno Kauf,ACM,10,100.00,1000.00"],
  ["Dividend,ACM,,,5.00", "Dividend cancelled,ACM,,,5.00"],
  ["Stock Split,ACM,5,,", "Cancel Stock Split,ACM,5,,"],
])("after %s the row %s is reported, since it may be of an order or of a trade", (row, other) => {
  const file = trades(`2026-01-15,${row}`, `2026-01-16,${other}`);
  const { leftOut } = readStatements(file);
  expect(toTrades(file)).toHaveLength(1);
  expect(leftOut).toMatchObject({ count: 1, first: [{ problem: "UNKNOWN_ACTION" }] });
});

test("the costs of a trade are taken back with it, and a fee for a cancellation is a fee", () => {
  const file = Buffer.from(
    `Date,Action,Symbol,Quantity,Price,Fees,Amount
2026-01-15,Buy,ACM,10,100.00,5.00,-1005.00
2026-01-16,Cancel Buy,ACM,-10,100.00,-5.00,1005.00
2026-01-17,Cancellation Fee,,,,,-2.00
2026-01-18,Cancelled deposit,,,,,`,
  );
  const read = toTrades(file);
  expect(read?.map(({ type, price, amount }) => [type, price, amount])).toEqual([
    ["buy", 100, 1005],
    ["cancel", 100, -1005],
    ["fee", 0, 2],
  ]);
});

test("days that may be read in two ways are asked for", () => {
  const file = trades("01/02/2026,Buy,ACM,2,$5.00,-$10.00");
  expect(() => readStatements(file)).toThrow(
    expect.objectContaining({ problem: "AMBIGUOUS_DATES" }),
  );
  for (const [dateOrder, date] of [
    ["MDY", "2026-01-02"],
    ["DMY", "2026-02-01"],
  ] as const)
    expect(toTrades(file, { dateOrder })).toMatchObject([{ date, amount: 10 }]);
});

test("a decimal mark is the one by which units at their price are the amount, or the file is refused", () => {
  const sure = trades('2026-01-02,Buy,ACM,"2,000","5,000","10,000"');
  expect(toTrades(sure)).toMatchObject([{ quantity: 2, price: 5, amount: 10 }]);
  const open = trades('2026-01-02,Buy,ACM,"2,000",,"9,000"');
  expect(() => readStatements(open)).toThrow("numbers whose decimal mark is certain");
});

test("trades of a language that is not known are no positions", () => {
  const file = "Nap,Papír,ISIN,quantity,price,value\n2026-01-15,OTP,HU0000061726,1,10.00,10.00\n";
  expect(() => readStatements(Buffer.from(file))).not.toThrow();
  expect(readStatements(Buffer.from(file)).formats).toEqual(["csv"]);
});

test("a long table is read, and a quote that is not closed is refused", () => {
  const rows = Array.from({ length: 20_000 }, () => "2026-01-15,Buy,ACM,1,10.00,-10.00");
  expect(toTrades(trades(...rows))).toHaveLength(20_000);
  const hostile = trades('2026-01-15,Buy,"A""C\nM",1,10.00,-10.00', '2026-01-16,Buy,ACM,"1');
  expect(() => readStatements(hostile)).toThrow(
    expect.objectContaining({ problem: "BROKEN_STRUCTURE" }),
  );
});

/** Signs with a meaning in a table, and values without one. */
const piece = fc.oneof(
  fc.constantFrom(",", ";", '"', "\n", "-", "(", "1e9", "9".repeat(30), "99/99/99", "\u202e", "\0"),
  fc.string({ maxLength: 6 }),
);
const changes = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(20), piece }),
  { maxLength: 6 },
);

test("a changed file is refused, or read as numbers that investments can have and real days", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...NAMES), changes, async (name, all) => {
      const text = parseCase(name).bytes.toString("latin1");
      const changed = all.reduce((rest, { at, length, piece: added }) => {
        const start = Math.floor(at * rest.length);
        return rest.slice(0, start) + added + rest.slice(start + length);
      }, text);
      try {
        const { statements } = readStatements(Buffer.from(changed, "latin1"));
        for (const { investments } of statements) {
          for (const { quantity, value, cost } of investments?.holdings ?? [])
            for (const number of [quantity, value, cost ?? 0])
              expect(Math.abs(number)).toBeLessThanOrEqual(1e15);
          for (const { date, quantity, amount, price } of investments?.transactions ?? []) {
            expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
            for (const number of [quantity, amount, price])
              expect(Math.abs(number)).toBeLessThanOrEqual(1e15);
          }
        }
      } catch (failure) {
        expect(failure).toBeInstanceOf(FormatError);
      }
    }),
    { numRuns: samples(300) },
  );
});
