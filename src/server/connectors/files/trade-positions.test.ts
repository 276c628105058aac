import { expect, test } from "vitest";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { addFile } from "./add-file.ts";
import { joinPieces, readInvestments } from "./investments.ts";

const PERIOD: Period = { from: "2026-01-01", to: "2026-12-31" };

const add = async (text: string, state: string | null) => {
  const done = await addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true, currency: "USD" },
  });
  if (done.at !== "done") throw new Error(`asks for the ${done.at}`);
  return done;
};
const addTo = async ({ state, keys }: { state: string; keys: string[] }, text: string) => {
  const done = await addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true, account: keys[0] },
  });
  if (done.at !== "done") throw new Error(`asks for the ${done.at}`);
  return done;
};
const read = (state: string) => joinPieces([...readInvestments({ state, period: PERIOD })]);

const qif = (...records: string[]) =>
  `!Account\nNBroker\n^\n!Type:Security\nNAcme\nSACM\nTStock\n^\n!Type:Invst\n${records.map((record) => `${record}\n^\n`).join("")}`;
const bought = "D1/15'26\nNBuy\nYAcme\nI10\nQ6\nT60";
const split = "D2/15'26\nNStkSplit\nYAcme\nQ20";
const sold = "D3/15'26\nNSell\nYAcme\nI6\nQ4\nT24";

test("positions are those of the trades of all files, with splits, at the newest price", async () => {
  const first = await add(qif(bought), null);
  expect((await read(first.state)).holdings).toMatchObject([
    { quantity: 6, institution_value: 60 },
  ]);
  // The second file begins at the end of the first.
  const second = await add(qif(split, sold), first.state);
  expect(second).toMatchObject({ added: 2, keys: first.keys });
  const { securities, holdings, transactions } = await read(second.state);
  expect(securities).toMatchObject([
    { key: "ticker ACM USD", name: "Acme", type: "equity", institution_security_id: null },
  ]);
  expect(holdings).toMatchObject([
    { quantity: 8, institution_price: 6, institution_value: 48, cost_basis: null },
  ]);
  expect(holdings[0]?.institution_price_as_of).toBe("2026-03-15");
  expect(transactions.map(({ subtype, quantity }) => [subtype, quantity])).toEqual([
    ["buy", 6],
    ["split", 6],
    ["sell", -4],
  ]);
  const again = await add(qif(bought, split, sold, "D3/20'26\nNDiv\nYAcme\nT1"), second.state);
  expect(again).toMatchObject({ added: 1 });
  expect((await read(again.state)).holdings).toMatchObject([{ quantity: 8 }]);
});

test("a position whose beginning the trades lack, or without a price, is not told", async () => {
  const { state } = await add(
    qif(sold, "D1/2'26\nNShrsIn\nYGift\nQ3", "D1/3'26\nNShtSell\nYShort\nI2\nQ3\nT6"),
    null,
  );
  expect((await read(state)).holdings).toMatchObject([{ quantity: -3, institution_value: -6 }]);
});

test("splits and prices beyond what a number tells change no position to infinity", async () => {
  const huge = Array.from({ length: 40 }, () => "D2/15'26\nNStkSplit\nYAcme\nQ999,999,999,999");
  const { state } = await add(qif(bought, ...huge), null);
  const { holdings, transactions } = await read(state);
  for (const { quantity, institution_value } of holdings)
    expect([quantity, institution_value].every((each) => Math.abs(each) < 1e15)).toBe(true);
  expect(transactions.every(({ quantity }) => Number.isFinite(quantity))).toBe(true);
});

const POSITIONS = `"Positions for account XXXX-1234 as of 2026/01/15"
"Symbol","Description","Quantity","Price","Market Value","Cost Basis"
"ACM","ACME CORP","8","$6.00","$48.00","$40.00"
"NEW","NEW CORP","1","$9.00","$9.00","--"
`;

test("positions of a broker's table stand before those of its trades, with what was paid for them", async () => {
  const trades = `Date,Action,Symbol,Description,Quantity,Price,Amount
2026-01-20,Buy,ACM,ACME CORP,2,$5.00,-$10.00
2026-01-21,MoneyLink Transfer,,Transfer,,,$100.00
`;
  const first = await add(trades, null);
  expect((await read(first.state)).holdings).toMatchObject([{ quantity: 2, cost_basis: null }]);
  const { state, keys } = await addTo(first, POSITIONS);
  expect(keys).toEqual(first.keys);
  const { holdings, securities, transactions } = await read(state);
  expect(holdings).toMatchObject([
    { quantity: 8, institution_value: 48, cost_basis: 40 },
    { quantity: 1, institution_value: 9, cost_basis: null },
  ]);
  expect(securities.map(({ ticker_symbol }) => ticker_symbol)).toContain("NEW");
  expect(transactions).toHaveLength(2);
  const again = await addTo({ state, keys }, trades.replace("01-21", "01-22"));
  expect((await read(again.state)).transactions).toHaveLength(3);
});

test("positions without a day are those of the day on which their file is added", async () => {
  const undated = (units: number) => `Symbol,Description,Quantity,Price,Market Value
ACM,ACME CORP,${units},6.00,${(units * 6).toFixed(2)}
`;
  const { state, accounts } = await add(undated(8), null);
  expect(accounts).toMatchObject([{ current: { amount: "48", date: "1970-01-01" } }]);
  const next = await addFile({
    ...{ file: Buffer.from(undated(3)).toString("base64"), state, bank: "First Bank" },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true, account: accounts[0]?.key },
    now: Date.UTC(2026, 0, 15),
  });
  if (next.at !== "done") throw new Error(`asks for the ${next.at}`);
  expect((await read(next.state)).holdings).toMatchObject([{ quantity: 3 }]);
  expect(next.accounts).toMatchObject([{ current: { amount: "18", date: "2026-01-15" } }]);
});
