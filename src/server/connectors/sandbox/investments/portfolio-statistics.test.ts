import { expect, test } from "vitest";
import { unstoredLogin } from "../../../domain/connectors/unstored-login.fixture.ts";
import { createFormConnector } from "../form-connector.fixture.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const TWO_YEARS = { from: "2024-01-16", to: "2026-01-15" };
const BANKS = ["ins_109508", "ins_109512", "ins_43", "ins_116834"];

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test("investment accounts have the statistics that docs/sandbox.md says", async () => {
  const connector = createFormConnector(() => NOW);
  const accounts: Record<"positions" | "cash" | "rows" | "dividends" | "gain", number>[] = [];
  for (const bank of BANKS)
    for (const username of ["user_good", "user_yuppie"]) {
      const login = unstoredLogin(bank, { username, password: "pass_good" });
      const found = await connector.investments?.(login, TWO_YEARS);
      if (!found) throw new Error("the sandbox has no investments");
      const cash = new Set(
        found.securities.flatMap((one) => (one.is_cash_equivalent ? [one.key] : [])),
      );
      for (const key of new Set(found.holdings.map(({ accountKey }) => accountKey))) {
        const held = found.holdings.filter(({ accountKey }) => accountKey === key);
        const rows = found.transactions.filter(({ accountKey }) => accountKey === key);
        const positions = held.filter(({ securityKey }) => !cash.has(securityKey));
        const worthOf = (list: typeof held) =>
          sum(list.map(({ institution_value }) => institution_value));
        const dividends = rows.filter(({ subtype }) => subtype === "dividend");
        accounts.push({
          positions: positions.length,
          cash: 1 - worthOf(positions) / worthOf(held),
          rows: rows.length / 24,
          dividends: sum(dividends.map(({ amount }) => -amount)) / 2 / worthOf(held),
          gain: worthOf(positions) / sum(positions.map(({ cost_basis }) => cost_basis ?? 0)) - 1,
        });
      }
    }
  const half = (part: keyof (typeof accounts)[number]) =>
    median(accounts.map((account) => account[part]));
  for (const { positions } of accounts) expect([2, 3, 4]).toContain(positions);
  expect(half("cash")).toBeLessThan(0.01);
  expect(half("rows")).toBeGreaterThan(3);
  expect(half("rows")).toBeLessThan(8);
  expect(half("dividends")).toBeGreaterThan(0.01);
  expect(half("dividends")).toBeLessThan(0.025);
  expect(half("gain")).toBeGreaterThan(0.2);
  expect(half("gain")).toBeLessThan(0.9);
});
