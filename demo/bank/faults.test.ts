import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Bank } from "./server.d.mts";
import { startBank } from "./server.mjs";
import { accessToken, CLIENT, callData } from "./visit.fixture.ts";

let bank: Bank;
beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT] });
});
afterEach(() => bank.behave());
afterAll(() => bank.close());

const metadata = async (query = "") =>
  fetch(`${bank.issuer}/.well-known/openid-configuration${query}`);

test("a fault is on until the bank is told to behave", async () => {
  bank.misbehave("metadata-missing");
  expect((await metadata()).status).toBe(404);
  bank.behave();
  expect((await metadata()).status).toBe(200);
});

test("a fault can be asked for with one request, for itself alone", async () => {
  const faulty = await metadata("?misbehave=metadata-other-issuer,metadata-no-refresh");
  expect(await faulty.json()).toMatchObject({
    issuer: "https://bank.example",
    grant_types_supported: ["authorization_code"],
  });
  expect((await (await metadata()).json()).issuer).toBe(bank.issuer);
});

test("an unknown fault is refused by its name", async () => {
  expect(() => bank.misbehave("rain")).toThrow('no fault "rain"');
  const answer = await metadata("?misbehave=rain");
  expect([answer.status, (await answer.json()).message]).toEqual([
    400,
    'the demo bank knows no fault "rain"',
  ]);
});

test("partners switch faults on a page, which another page cannot post to", async () => {
  const post = (origin: string) =>
    fetch(`${bank.issuer}/faults`, {
      method: "POST",
      redirect: "manual",
      headers: { origin },
      body: new URLSearchParams([
        ["fault", "data-down"],
        ["fault", "keys-none"],
      ]),
    });
  expect((await post("http://evil.example")).status).toBe(403);
  expect((await post(bank.issuer)).status).toBe(303);
  const page = await (await fetch(`${bank.issuer}/faults`)).text();
  expect(page).toContain("2 switched on.");
  expect((await (await fetch(`${bank.issuer}/keys`)).json()).keys).toEqual([]);
});

test("data is spoiled on its way out", async () => {
  const token = await accessToken(bank.issuer);
  bank.misbehave("account-balance-text", "data-scopes-ignored");
  const { body } = await callData(bank.issuer, "/accounts", token);
  expect(body.accounts[0].currentBalance).toMatch(/ USD$/);
});

test("a bank of the UK repeats the id of a request, unless a fault of its own leaves it out", async () => {
  const uk = await startBank({ port: 0, clients: [CLIENT], standard: "uk" });
  const fetchId = async () => {
    const headers = { "x-fapi-interaction-id": "93bac548-d2de-4546-b106-880a5018460d" };
    const answer = await fetch(`${uk.issuer}/open-banking/v3.1/aisp/accounts`, { headers });
    return [answer.status, answer.headers.get("x-fapi-interaction-id")];
  };
  expect(await fetchId()).toEqual([401, "93bac548-d2de-4546-b106-880a5018460d"]);
  uk.misbehave("uk-no-interaction-id");
  expect(await fetchId()).toEqual([401, null]);
  const page = await (await fetch(`${uk.issuer}/faults`)).text();
  expect(page).toContain("Consents of UK Open Banking");
  expect(page).not.toContain("account-balance-text");
  await uk.close();
});

test("a request for another host is refused", async () => {
  const { port } = new URL(bank.issuer);
  expect((await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.status ?? 421).toBe(421);
});
