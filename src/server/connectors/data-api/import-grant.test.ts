import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { withPerson } from "../../domain/presence.ts";
import { connectTo, grantIn, INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT] });
});
afterAll(() => bank.close());

/** A user's subject and refresh token, as an institution gives them to its partner. */
const handedOut = async () => {
  const { connector, signIn, loginWith } = connectTo(bank.issuer);
  const { subject, refreshToken } = await grantIn((await signIn()).login);
  return { connector, loginWith, userId: subject ?? "", authToken: refreshToken ?? "" };
};

test("an Item is imported by a refresh token, and read as after a login", async () => {
  const { connector, loginWith, userId, authToken } = await handedOut();
  const importResult = await connector.import?.login(INSTITUTION_ID, { userId, authToken });
  expect(importResult?.accounts.map(({ key }) => key)).toContain("acc-ada-everyday");
  expect(importResult?.credentials).toEqual({});
  const login = loginWith(importResult?.connectorState ?? null);
  expect((await grantIn(login)).subject).toBe(userId);
  expect((await connector.balances(login)).map(({ key }) => key)).toContain("acc-ada-everyday");
});

test("a refresh token that is not good, or another user's, imports nothing", async () => {
  const { connector, userId, authToken } = await handedOut();
  for (const user of [
    { userId, authToken: "nonsense" },
    { userId: "somebody-else", authToken },
  ])
    await expect(connector.import?.login(INSTITUTION_ID, user)).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
});

test("an Item is imported by a consent at a bank without tokens, which stays if it cannot be read", async () => {
  const { connector, signIn, loginWith, calls, responses } = await berlinBank(
    {},
    { approach: "redirect" },
  );
  const { consentId } = await grantIn((await signIn()).login);
  const user = { userId: "Ada", authToken: consentId ?? "" };
  const log = () => withPerson(PERSON, async () => connector.import?.login(INSTITUTION_ID, user));
  const imported = await log();
  expect(imported?.accounts.map(({ key }) => key)).toContain("acc-ada-everyday");
  const login = loginWith(imported?.connectorState ?? null);
  expect((await connector.balances(login)).map(({ key }) => key)).toContain("acc-ada-everyday");
  for (const consentStatus of ["received", "expired", "revokedByPsu"]) {
    responses.change = ({ url }) =>
      url.pathname.startsWith("/v1/consents/") ? Response.json({ consentStatus }) : null;
    await expect(log(), consentStatus).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  }
  const strange = { userId: "ada", authToken: "a\nb" };
  await expect(connector.import?.login(INSTITUTION_ID, strange)).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("the end of an imported login leaves its consent to the login that made it, whose end is the bank's", async () => {
  const { connector, signIn, loginWith, calls } = await berlinBank({}, { approach: "redirect" });
  const { login: first } = await signIn();
  const { consentId } = await grantIn(first);
  const user = { userId: "Ada", authToken: consentId ?? "" };
  const imported = await withPerson(PERSON, async () =>
    connector.import?.login(INSTITUTION_ID, user),
  );
  await connector.revoke?.(loginWith(imported?.connectorState ?? null));
  expect((await connector.balances(first)).map(({ key }) => key)).toContain("acc-ada-everyday");
  await connector.revoke?.(first);
  const ends = calls.filter(({ method }) => method === "DELETE").map(({ url }) => url.pathname);
  expect(ends).toEqual([`/v1/consents/${consentId}`]);
});

test.each([
  ["a folder of the path as the id of a consent", { authToken: "." }],
  ["the folder above as the id of a consent", { authToken: ".." }],
  ["a name that no header can carry", { userId: "Min\u0151" }],
  ["a name of spaces", { userId: " " }],
])("%s imports nothing, and the bank is not asked", async (_, changes) => {
  const { connector, calls } = await berlinBank({}, { approach: "redirect" });
  const user = { userId: "ada", authToken: "consent-1", ...changes };
  await expect(connector.import?.login(INSTITUTION_ID, user)).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  expect(calls).toEqual([]);
});
