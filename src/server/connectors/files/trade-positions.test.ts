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
  // The second file begins where the first one ends.
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
