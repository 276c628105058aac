import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { authorize, CLIENT, openBrowser } from "../../../../demo/bank/visit.fixture.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { connectTo } from "./connected-bank.fixture.ts";

let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT] });
});
afterAll(() => bank.close());

/** The outcome of a sign-in whose callback has these parameters. */
const comeBackWith = async (parameters: Record<string, string>) => {
  const { start, logged } = connectTo(bank.issuer);
  const { finish } = await start();
  const failure = await finish(parameters).catch((error: unknown) => error);
  return { failure, log: logged.join("") };
};

test.each([
  ["access_denied", "OAUTH_USER_CANCELLED"],
  // The bank has accepted the client's pushed request, so the code concerns the user, who may not
  // share.
  ["unauthorized_client", "OAUTH_USER_CANCELLED"],
  ["consent_required", "INSUFFICIENT_CREDENTIALS"],
  ["server_error", "INSTITUTION_DOWN"],
  ["temporarily_unavailable", "INSTITUTION_NOT_AVAILABLE"],
  ["invalid_scope", "INSTITUTION_REGISTRATION_REQUIRED"],
  ["something_else", "UNSUPPORTED_RESPONSE"],
  ["constructor", "UNSUPPORTED_RESPONSE"],
])("a refusal %s without iss is the institution's own, %s", async (error, code) => {
  for (const iss of [{}, { iss: bank.issuer }]) {
    const { failure, log } = await comeBackWith({ error, ...iss });
    expect(failure).toMatchObject({ code });
    expect(log).toContain(error);
  }
});

test.each([
  ["another iss", { error: "access_denied", iss: "https://bank.example" }],
  ["an empty iss", { error: "access_denied", iss: "" }],
  ["a code, and no iss", { error: "access_denied", code: "code-1" }],
  ["a code alone", { code: "code-1" }],
])("a return with %s is of another issuer", async (_, parameters) => {
  expect((await comeBackWith(parameters)).failure).toMatchObject({
    code: "OAUTH_ISSUER_MISMATCH",
  });
});

test("an error code that is no word is not logged", async () => {
  const { failure, log } = await comeBackWith({ error: "<b>secret text</b>" });
  expect(failure).toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(log).not.toContain("secret");
});

test.each([
  ["cancels", { accounts: "cancel" as const }],
  ["may not share", { login: "esme" }],
])("a user who %s at a bank that leaves iss out ends this attempt alone", async (_, visit) => {
  const app = await bankApp();
  const link = await app.open();
  const other = await app.open();
  await app.visitBank(link, { ...visit, leavesIssuerOut: true });
  await expect(app.goOn(link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await app.visitBank(other);
  expect((await app.goOn(other)).selection).not.toBeNull();
  await app.visitBank(link);
  expect((await app.goOn(link)).selection).not.toBeNull();
});

test("after a mismatch the bank asks for a sign-in, until one succeeds", async () => {
  const app = await bankApp({ remembersSignIns: true });
  const { access_token } = await app.linkItem({}, { login: "ada" });
  const browser = openBrowser(app.issuer);
  /** A browser with Ben's session at the bank. Ada signs in if the bank asks. */
  const visit = (link: Awaited<ReturnType<typeof app.open>>, fields: object = {}) =>
    app.visitBank(link, { login: "ada", browser, ...fields });
  await authorize(app.issuer, { login: "ben", browser });

  const link = await app.open({ access_token, products: undefined });
  await visit(link);
  await expect(app.goOn(link)).rejects.toThrow("OAUTH_LOGIN_MISMATCH");
  await visit(link, { accounts: "cancel" });
  await expect(app.goOn(link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await visit(link, { login: "ada" });
  expect((await app.goOn(link)).connection).not.toBeNull();
});
