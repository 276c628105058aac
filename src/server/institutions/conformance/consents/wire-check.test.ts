import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

describe.each([
  ["uk", "/open-banking/v3.1/aisp"],
  ["uk", "/open-banking/v4.0/aisp"],
  ["berlin-group", "/v1"],
] as const)("a bank of %s at %s", (standard, version) => {
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank(standard);
  });
  afterAll(() => it.bank.close());

  test("passes every check if it conforms", async () => {
    const results = await it.check({ signIns: 4, version });
    expect(wrongIn(results)).toEqual([]);
    const passed = results.filter(({ outcome }) => outcome === "passed");
    expect(passed.length).toBeGreaterThan(60);
    // The client has no secret, and the bank does not limit requests.
    const skipped = results.filter(({ outcome }) => outcome === "skipped").map(({ id }) => id);
    expect(skipped).toEqual(["token-client-secret", "data-retry-after"]);
  });

  test("is checked without a sign-in by its consent alone, which is ended", async () => {
    const results = await it.check({ signIns: 0, version });
    expect(wrongIn(results)).toEqual([]);
    const toOutcome = (id: string) => results.find((result) => result.id === id)?.outcome;
    expect(["consent-made", "consent-over", "accounts-list"].map(toOutcome)).toEqual([
      ...["passed", "passed", "skipped"],
    ]);
  });

  test("is told to limit requests with a time to come back", async () => {
    it.bank.misbehave("data-rate-limited-silently");
    const results = wrongIn(await it.check({ version }));
    it.bank.behave();
    expect(results.map(({ id, found }) => [id, found])).toContainEqual([
      "data-retry-after",
      "responds 429 without Retry-After",
    ]);
  });
});

test.each([
  ["decoupled", {}, ["authorisation-started", "authorisation-message", "authorisation-done"]],
  ["embedded", { method: "1" }, ["authorisation-challenge", "authorisation-code"]],
  ["embedded", { method: "2" }, ["authorisation-challenge", "authorisation-done"]],
  ["embedded", { method: "3" }, ["authorisation-method", "authorisation-done"]],
] as const)(
  "a bank by %s %j is checked by its user at the terminal",
  async (approach, how, ids) => {
    const { bank, check } = await wireBank("berlin-group", approach);
    const results = await check(how);
    expect(wrongIn(results)).toEqual([]);
    const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
    expect(passed).toEqual(
      expect.arrayContaining([...ids, "consent-over-data", "transaction-sign"]),
    );
    await bank.close();
  },
);

test("a bank without OAuth is checked at its site and without tokens, and its user is asked to cancel", async () => {
  const { bank, check } = await wireBank("berlin-group", "redirect");
  const results = await check({ signIns: 4 });
  expect(wrongIn(results)).toEqual([]);
  const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining(["authorization-state", "consent-over-data", "cancel-state"]),
  );
  expect(results.map(({ id }) => id)).not.toContain("metadata-readable");
  await bank.close();
});
