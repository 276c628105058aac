import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import type { Inflow } from "./inflow.ts";
import { inflowsWithCounterpart, type Outflow } from "./own-transfers.ts";
import { transaction } from "./transactions.fixture.ts";

const DAY = 20_000;

const outflow = (accountId: string, day = DAY): Outflow => ({
  accountId,
  day,
  cents: 5000,
  currency: "USD",
});

const inflow = (id: string, accountId: string, day = DAY): Inflow => ({
  ...outflow(accountId, day),
  id,
  transaction: transaction("MOVED", -50, day),
  text: "MOVED",
  payer: { key: "", name: "MOVED", isNormalized: false },
});

test("each outflow counts for one inflow of another account, up to four days later", async () => {
  const inflows = [
    inflow("1", "savings", DAY + 4),
    inflow("2", "savings", DAY + 4),
    inflow("3", "checking"),
    inflow("4", "savings", DAY + 5),
  ];
  expect([...(await inflowsWithCounterpart(inflows, [outflow("checking")]))]).toEqual(["1"]);
});

test("inflows equal as many outflows as there are on other accounts", async () => {
  const accounts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(accounts, accounts, async (to, from) => {
      const left = from.toSorted();
      const matches = to.flatMap((account, at) => {
        const first = left.findIndex((other) => other !== account);
        if (first === -1) return [];
        left.splice(first, 1);
        return [`${at}`];
      });
      const found = await inflowsWithCounterpart(
        to.map((account, at) => inflow(`${at}`, account)),
        from.map((account) => outflow(account)),
      );
      expect([...found]).toEqual(matches);
    }),
    { numRuns: samples(200) },
  );
});

test("equal transfers of as many accounts as transfers are matched once each", async () => {
  const count = 20_000;
  const each = <Value>(make: (at: number) => Value) =>
    Array.from({ length: count }, (_, at) => make(at));
  const found = await inflowsWithCounterpart(
    each((at) => inflow(`${at}`, `to ${at}`)),
    each((at) => outflow(`from ${at}`)),
  );
  expect(found.size).toBe(count);
});
