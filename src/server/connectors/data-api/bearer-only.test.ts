import { expect, test } from "vitest";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { parseGrant } from "./grant.ts";

type Bank = Awaited<ReturnType<typeof bankApp>>;

/** The refusal of a sign-in that shares everything; null if it succeeds. */
const linkAccounts = async (bank: Bank): Promise<string | null> => {
  const link = await bank.open();
  await bank.visitBank(link);
  return bank.goOn(link).then(
    () => null,
    (failure: Error) => failure.message,
  );
};

const readLog = ({ app }: Bank) => app.logged.join("");

/** The key that binds an Item's tokens; null for Bearer tokens. */
const fetchKey = async ({ app: { services } }: Bank, itemId: string) => {
  const item = await services.store.items.byItemId(itemId);
  return item && (parseGrant(await openLogin(services, item))?.dpopKey ?? null);
};

test("an API that accepts only Bearer refuses bound tokens, and the log names the remedy", async () => {
  const bank = await bankApp();
  bank.misbehave("dpop-bearer-only");
  expect(await linkAccounts(bank)).toBe("UNSUPPORTED_RESPONSE");
  expect(readLog(bank)).toMatch(/bound to a key \(DPoP\).*connect it with --no-dpop/);
});

test("a refusal changes nothing about how tokens are sent", async () => {
  const bank = await bankApp();
  const { store } = bank.app.services;
  const [before] = await store.institutions.connections();
  bank.misbehave("dpop-bearer-only");
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await linkAccounts(bank)).toBe("UNSUPPORTED_RESPONSE");
  expect(await store.institutions.connections()).toEqual([before]);
  bank.misbehave();
  const { item_id } = await bank.linkItem();
  expect(await fetchKey(bank, item_id)).toMatchObject({ kty: "EC" });
});

test("if the operator has declared Bearer, tokens are bound to no key, and accounts are linked and read", async () => {
  const bank = await bankApp({ declaration: { dpop: false } });
  bank.misbehave("dpop-bearer-only");
  const { access_token, item_id } = await bank.linkItem();
  expect(await fetchKey(bank, item_id)).toBeNull();
  await bank.app.call("/accounts/balance/get", { access_token });
});

test("a bound token that is said to be wrong itself is a sign-in that was not finished, and the log names DPoP", async () => {
  const bank = await bankApp();
  bank.misbehave("access-token-expired");
  expect(await linkAccounts(bank)).toBe("INSUFFICIENT_CREDENTIALS");
  expect(readLog(bank)).toMatch(/DPoP/);
});

test("an Item whose bound tokens are refused after renewal has to sign in again, and the log names DPoP", async () => {
  const bank = await bankApp();
  const { access_token } = await bank.linkItem();
  bank.misbehave("dpop-bearer-only");
  const { body } = await bank.app.post("/accounts/balance/get", {
    ...bank.app.credentials,
    access_token,
  });
  expect(body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  expect(readLog(bank)).toMatch(/bound to a key \(DPoP\)/);
});
