import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Change } from "../../../connectors/data-api/document-banks/changing.fixture.ts";
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

test("a bank that lists cards apart is checked by that list, and by the balances of each card", async () => {
  const { bank, check } = await wireBank("berlin-group", "oauth", { cardAccounts: true });
  const results = await check();
  expect(wrongIn(results)).toEqual([]);
  const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining(["cards-list", "card-id", "card-limit", "card-statement-balance"]),
  );
  await bank.close();
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

test("a bank whose users sign in before their consent is checked by both visits, and by Cancel", async () => {
  const { bank, check } = await wireBank("berlin-group", "redirect", { preStep: true });
  const results = await check({ signIns: 4 });
  expect(wrongIn(results)).toEqual([]);
  const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining([
      ...["authorization-code", "token-types", "consent-return", "transaction-sign"],
      ...["data-needs-token", "consent-over-data"],
    ]),
  );
  await bank.close();
});

test.each([
  ["decoupled", "1", ["authorisation-started", "authorisation-message", "authorisation-done"]],
  ["embedded", "1", ["authorisation-methods", "authorisation-challenge", "authorisation-code"]],
  ["embedded", "3", ["authorisation-methods", "authorisation-method", "authorisation-done"]],
] as const)(
  "a bank whose users sign in before their consent by %s %s is checked without their name and password",
  async (approach, method, ids) => {
    const { bank, check } = await wireBank("berlin-group", approach, { preStep: true });
    const results = await check({ method });
    expect(wrongIn(results)).toEqual([]);
    const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
    expect(passed).toEqual(
      expect.arrayContaining([...ids, "token-types", "data-needs-token", "consent-over-data"]),
    );
    await bank.close();
  },
);

test.each([
  ["hybrid", ["response-code-hash", "response-state-hash", "response-nonce"]],
  ["jarm", []],
] as const)("a bank of FAPI 1 Advanced is checked by %s", async (response, own) => {
  const { check, close } = await wireBank("uk", "oauth", { response });
  const results = await check();
  expect(wrongIn(results)).toEqual([]);
  const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining([
      ...["response-offered", "response-signed", "response-signature", "response-issuer"],
      ...["response-audience", "response-lifetime", "consent-over-data", ...own],
    ]),
  );
  await close();
});

describe("request objects at a bank of the UK", () => {
  const taken =
    (claims: (object: Record<string, unknown>) => boolean): Change =>
    (request, response) => {
      const object =
        request.url.searchParams.get("request") ?? new URLSearchParams(request.body).get("request");
      if (!object) return response;
      const isTaken = claims(
        JSON.parse(Buffer.from(object.split(".")[1] ?? "", "base64url").toString()),
      );
      return isTaken && response.status >= 300
        ? new Response(null, { status: 303, headers: { location: "/sign-in/1" } })
        : response;
    };

  test.each<[string, Change]>([
    [
      "request-object-signature",
      taken(({ exp, aud }) => Number(exp) > Date.now() / 1000 && !String(aud).includes("another")),
    ],
    ["request-object-expiry", taken(({ exp }) => Number(exp) < Date.now() / 1000)],
    ["request-object-audience", taken(({ aud }) => String(aud).includes("another"))],
  ])("that are taken wrongly are named by %s", async (id, change) => {
    const { bank, check } = await wireBank("uk");
    const wrong = wrongIn(await check({ changes: [change] }));
    await bank.close();
    expect(wrong).toMatchObject([{ id, found: expect.stringContaining("begins a sign-in") }]);
  });
});
