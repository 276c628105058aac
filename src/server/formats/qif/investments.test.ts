import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import type { StatementTrade } from "../investments.ts";
import { priceLineFrom } from "./investments.ts";

const read = (text: string) => readStatements(Buffer.from(text));
const file = (...records: string[]) =>
  `!Account\nNBroker\nTInvst\n^\n!Type:Invst\n${records.map((record) => `D01/15/2026\n${record}\n^\n`).join("")}`;
const toTrades = (...records: string[]) =>
  read(file(...records)).statements[0]?.investments?.transactions;

test.each([
  ["NBuy\nYAcme\nI10\nQ3\nT31\nO1", ["buy", "buy", 3, 31], { price: 10, fees: 1 }],
  ["NBuyX\nYAcme\nQ3\nT30\nL[Checking]\n$30", ["buy", "buy", 3, 30], { price: 0, fees: null }],
  ["NSell\nYAcme\nI10\nQ3\nO1", ["sell", "sell", -3, -29], {}],
  ["NShtSell\nYAcme\nQ3\nT30", ["sell", "sell short", -3, -30], {}],
  ["NCvrShrt\nYAcme\nQ3\nT30", ["buy", "buy to cover", 3, 30], {}],
  ["NDiv\nYAcme\nT5", ["cash", "dividend", 0, -5], {}],
  ["NCGShortX\nYAcme\nT5", ["cash", "short-term capital gain", 0, -5], {}],
  ["NReinvDiv\nYAcme\nI10\nQ0.5\nT5", ["buy", "dividend reinvestment", 0.5, 5], {}],
  ["NShrsIn\nYAcme\nQ2", ["transfer", "transfer", 2, 0], {}],
  ["NShrsOut\nYAcme\nQ2", ["transfer", "transfer", -2, 0], {}],
  ["NStkSplit\nYAcme\nQ20", ["transfer", "split", 0, 0], { multiplies: 2 }],
  ["NXIn\nT100", ["cash", "deposit", 0, -100], { securityKey: null }],
  ["NXOut\nT100", ["cash", "withdrawal", 0, 100], {}],
  ["NContribX\nT100", ["cash", "contribution", 0, -100], {}],
  ["NMiscExp\nT4", ["fee", "miscellaneous fee", 0, 4], {}],
  ["NMargInt\nT4", ["fee", "margin expense", 0, 4], {}],
  ["NCash\nT-4", ["cash", "withdrawal", 0, 4], {}],
  ["T4\nPSweep", ["cash", "deposit", 0, -4], { memo: "Sweep" }],
  ["NBuy\nYAcme\nI10 3/8\nQ2\nT20.75", ["buy", "buy", 2, 20.75], { price: 10.375 }],
])("%j is %j", (record, [type, subtype, quantity, amount], more) => {
  expect(toTrades(record)).toMatchObject([{ type, subtype, quantity, amount, ...more }]);
});

test("a line of a price list is read in little time, whatever blanks it has", () => {
  expect(priceLineFrom('"ACM", 5 , " 1/15/26 "')).toEqual({
    ...{ symbol: "ACM", price: "5", day: "1/15/26" },
  });
  expect(priceLineFrom('"ACM",5,1/15/26')?.day).toBe("1/15/26");
  // To try each way to divide the blanks would take hours.
  expect(priceLineFrom(`"A",1,${" ".repeat(20_000)}"x"y`)).toBeNull();
  expect(priceLineFrom(`"A",1,${" ".repeat(50)}"x"y`)).toBeNull();
});

test.each([
  ["NTeleport\nYAcme\nT1", "UNKNOWN_ACTION", "N"],
  ["Nconstructor\nYAcme\nT1", "UNKNOWN_ACTION", "N"],
  ["NBuy\nQ3\nT30", "MISSING_FIELD", "Y"],
  ["NBuy\nYAcme\nT30", "MISSING_FIELD", "Q"],
  ["NBuy\nYAcme\nQthree\nT30", "INVALID_AMOUNT", "Q"],
  ["NDiv\nYAcme", "MISSING_FIELD", "T"],
  ["NBuy\nYAcme\nQ1\nT99999999999999999999", "INVALID_AMOUNT", "T"],
  ["NBuy\nYAcme\nQ99999999999\nI99999999999", "INVALID_AMOUNT", "I"],
  [`NBuy\nY${"a".repeat(300)}\nQ1\nT1`, "INVALID_ID", "Y"],
])("%j is left out of the rest, or refused alone, with its line", (record, problem, field) => {
  const { leftOut, statements } = read(file("NDiv\nYAcme\nT5", record));
  expect(leftOut.first).toMatchObject([{ problem, line: 11 }]);
  expect(leftOut.first[0]?.message).toContain(`(${field}`);
  expect(statements[0]?.investments?.transactions).toHaveLength(1);
  expect(() => read(file(record))).toThrow(expect.objectContaining({ problem }));
});

test("a reminder is no trade, and a file of lists alone has no statement", () => {
  expect(toTrades("NReminder\nPCall", "NDiv\nYAcme\nT5")).toHaveLength(1);
  expect(() => read('!Type:Security\nNAcme\n^\n!Type:Prices\n"ACM",5,"1/15/26"\n^\n')).toThrow(
    expect.objectContaining({ problem: "NO_STATEMENT" }),
  );
});

test("securities have their symbol, their kind and the newest price of the list", () => {
  const lists = `!Type:Security
NAcme
SACM
TStock
^
NUnused
^
!Type:Prices
"ACM",12 1/2,"1/20'26"
^
"ACM",11.00,"1/16'26"
^
"OTHER",x,"1/16'26"
^
`;
  const { statements } = read(lists + file("NBuy\nYAcme\nQ3\nT30", "NDiv\nYElse\nT1"));
  expect(statements[0]?.investments).toMatchObject({
    securities: [
      { key: "NAME Acme", ticker: "ACM", type: "equity", price: 12.5, priceDay: "2026-01-20" },
    ],
    ...{ holdings: null, positionsAreTrades: true, cash: null },
  });
});

test("bank and investment accounts of one file stay apart", () => {
  const { statements } = read(
    `!Account\nNBank\n^\n!Type:Bank\nD01/15/2026\nT-4.00\nPShop\n^\n${file("NDiv\nYAcme\nT5")}`,
  );
  expect(statements.map(({ account: { name, type } }) => [name, type])).toEqual([
    ["Bank", "checking"],
    ["Broker", "investment"],
  ]);
  expect(statements.map(({ investments }) => investments?.transactions.length ?? 0)).toEqual([
    0, 1,
  ]);
});

const cents = fc.integer({ min: 1, max: 10_000_000 }).map((each) => each / 100);
const name = fc.constantFrom("Acme", "Blue Fund", "Ünïted Öl", "C: 5% 2031", "T&X ^Corp");
const ACTIONS = {
  Buy: ["buy", "buy", 1, 1],
  Sell: ["sell", "sell", -1, -1],
  ReinvDiv: ["buy", "dividend reinvestment", 1, 1],
  ShrsIn: ["transfer", "transfer", 1, 0],
  ShrsOut: ["transfer", "transfer", -1, 0],
  Div: ["cash", "dividend", 0, -1],
  IntInc: ["cash", "interest", 0, -1],
  XOut: ["cash", "withdrawal", 0, 1],
  MiscExp: ["fee", "miscellaneous fee", 0, 1],
} as const;

const anyTrade = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  ...{ security: name, units: cents, price: cents, total: cents },
  fees: fc.option(cents, { nil: null }),
  day: fc.integer({ min: 13, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  memo: fc.option(fc.constantFrom("first", "ad hoc"), { nil: null }),
});
type AnyTrade = typeof anyTrade extends fc.Arbitrary<infer T> ? T : never;

const grouped = (value: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const twoDigits = (value: number) => String(value).padStart(2, "0");

const toRecord = ({ action, security, units, price, total, fees, day, month, memo }: AnyTrade) => {
  const [, , moved, cash] = ACTIONS[action];
  return [
    `D${month}/${day}'26`,
    `N${action}`,
    ...(action === "XOut" ? [] : [`Y${security}`]),
    ...(moved === 0 ? [] : [`Q${grouped(units)}`, `I${grouped(price)}`]),
    ...(cash === 0 ? [] : [`T${grouped(total)}`]),
    ...(fees === null ? [] : [`O${grouped(fees)}`]),
    ...(memo === null ? [] : [`M${memo}`]),
    "^",
  ].join("\n");
};

const expected = ({ action, security, units, price, total, fees, day, month, memo }: AnyTrade) => {
  const [type, subtype, moved, cash] = ACTIONS[action];
  return {
    ...{ id: null, date: `2026-${twoDigits(month)}-${twoDigits(day)}`, type, subtype },
    securityKey: action === "XOut" ? null : `NAME ${security}`,
    ...{ memo, quantity: moved * units + 0, amount: cash * total + 0 },
    ...{ price: moved === 0 ? 0 : price, fees, currency: null, cancels: null },
  };
};

test("any portfolio that is written is read the same", () => {
  fc.assert(
    fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 30 }), (trades) => {
      const text = `!Account\nNBroker\n^\n!Type:Invst\n${trades.map(toRecord).join("\n")}\n`;
      const { statements, leftOut } = read(text);
      expect(leftOut.count).toBe(0);
      const found: readonly StatementTrade[] = statements[0]?.investments?.transactions ?? [];
      expect(found).toEqual(trades.map(expected));
    }),
    { numRuns: samples(1000) },
  );
});
