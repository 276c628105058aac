import { expect, test } from "vitest";
import { FDX_STANDARD } from "../../../domain/institutions/institution-registration.ts";
import { firstObservations, listResults, type Observations } from "../check.ts";
import type { Reply } from "../reply.ts";
import { listChecks } from "./index.ts";

const reply = (body: unknown): Reply => ({
  url: "https://bank.example",
  status: 200,
  headers: new Headers(),
  body,
  start: "",
  failure: null,
  at: 0,
});

/** Returns the findings of the checks for these observations. */
const findingsOf = (parts: Partial<Observations>): Record<string, string | null> => {
  const base = { issuer: "https://bank.example", clientId: "we", scopes: [], metadata: reply({}) };
  const results = listResults(listChecks(FDX_STANDARD), { ...firstObservations(base), ...parts });
  return Object.fromEntries(results.map(({ id, found }) => [id, found]));
};

const toList = (count: number) => Array.from({ length: count }, (_, at) => ({ kid: `key-${at}` }));

test("counts all rows of a page of transactions that is too long", () => {
  const page = reply({ transactions: toList(3210) });
  const period = { start: "2026-01-01", end: "2026-01-10", reply: page };
  const transactions = {
    accountId: "1",
    limit: 20,
    pages: [page],
    hasMore: false,
    again: page,
    period,
  };
  expect(findingsOf({ transactions })["paging-limit"]).toBe("asked for 20, got 3210");
});

test("reports that a key set was truncated", () => {
  const toKeys = (count: number) => ({ keys: reply({ keys: toList(count) }) });
  expect(findingsOf(toKeys(2000))["keys-few"]).toBeNull();
  expect(findingsOf(toKeys(2001))["keys-few"]).toBe("has 2001; only the first 2000 were checked");
});

test("reports which accounts of a long list were inspected", () => {
  const findings = findingsOf({ accounts: reply({ accounts: toList(2001) }) });
  expect(findings["account-id"]).toBe("in all of the first 2000");
});
