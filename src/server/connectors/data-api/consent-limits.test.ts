import { expect, test } from "vitest";
import { withPerson } from "../../domain/presence.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

const linked = async (options: Parameters<typeof bankApp>[0] = {}) => {
  const bank = await bankApp({ standard: "berlin-group", approach: "redirect", ...options });
  const { access_token } = await bank.linkItem();
  const itemOf = async () => {
    const { item } = await bank.app.call("/item/get", { access_token });
    return Object(item);
  };
  return { ...bank, access_token, itemOf };
};

test("a consent that the bank shortens ends when the bank says, and its reads then ask for a sign-in", async () => {
  const { app, access_token, itemOf } = await linked({ consentDays: 30 });
  const end = Date.parse((await itemOf()).consent_expiration_time);
  expect(Math.round((end - app.services.clock()) / 86_400_000)).toBeGreaterThanOrEqual(30);
  expect(end - app.services.clock()).toBeLessThan(31 * 86_400_000);
  app.advanceClock(31 * 86_400_000);
  await expect(app.call("/accounts/balance/get", { access_token })).rejects.toThrow(
    "ITEM_LOGIN_REQUIRED",
  );
});

test("a consent that its customer ends at the bank asks for a sign-in", async () => {
  const { app, access_token, itemOf, issuer } = await linked();
  const page = await (await fetch(`${issuer}/sharing`)).text();
  const consent = /name="consent" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await fetch(`${issuer}/sharing`, {
    method: "POST",
    headers: { origin: issuer },
    body: new URLSearchParams({ consent, end: "yes" }),
  });
  await expect(app.call("/accounts/balance/get", { access_token })).rejects.toThrow(
    "ITEM_LOGIN_REQUIRED",
  );
  expect((await itemOf()).error?.error_code).toBe("ITEM_LOGIN_REQUIRED");
});

test("reads by the server alone are counted by the bank, and those for a person who waits are not", async () => {
  const { signIn, connector } = await berlinBank({}, { approach: "redirect", countsReads: true });
  const { login } = await signIn();
  const read = async () => connector.balances(await login.latest());
  for (let reads = 0; reads < 4; reads++) await read();
  await expect(read()).rejects.toMatchObject({ code: "INSTITUTION_RATE_LIMIT" });
  for (let reads = 0; reads < 5; reads++) expect(await withPerson(PERSON, read)).not.toEqual([]);
});

test.each([
  [{ requestsPerDay: 2, countedBy: "endpoint" }, 2],
  [{ requestsPerDay: 50, countedBy: "endpoint" }, 4],
  [{ requestsPerDay: 2, countedBy: "customer" }, 4],
] as const)("a consent asks for the reads of %j: %i", async (quota, reads) => {
  const { calls, start } = await berlinBank({}, { approach: "redirect", quota });
  await withPerson(PERSON, () => start());
  const post = calls.find(({ method }) => method === "POST");
  expect(JSON.parse(String(post?.body)).frequencyPerDay).toBe(reads);
});
