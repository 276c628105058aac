import { expect, test } from "vitest";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";
import { parseGrant } from "./grant.ts";

const OWN_PATH = `/oauth/return/${BANK_ID}`;

test("an institution with a redirect URI of its own accepts callbacks only there", async () => {
  const client = { ...CLIENT, redirectUris: [`http://localhost:8080${OWN_PATH}`] };
  const bank = await bankApp({ declaration: { ownRedirectUri: true }, client });
  for (const path of ["/oauth/return", "/oauth/return/ins_700002"]) {
    const link = await bank.open();
    await bank.visitBank(link, {}, path);
    const { body } = await link.bridge("redirect/return", {});
    expect(body.error_code).toBe("OAUTH_ISSUER_MISMATCH");
  }
  // No code was exchanged.
  expect(bank.grants()).toEqual([]);
  const link = await bank.open();
  await bank.visitBank(link, {}, OWN_PATH);
  expect((await bank.goOn(link)).selection?.accounts).toHaveLength(2);
});

test("an Item is not renewed by another customer, though the ids of the accounts are the same", async () => {
  const bank = await bankApp();
  const { access_token, item_id } = await bank.linkItem();
  const setSubject = (subject: string) => changeSubject(bank, item_id, subject);
  const renew = async () => {
    const link = await bank.open({ access_token, products: undefined });
    await bank.visitBank(link);
    return (await link.bridge("redirect/return", {})).body;
  };
  const subject = await setSubject("another-customer");
  expect((await renew()).error_code).toBe("OAUTH_LOGIN_MISMATCH");
  await setSubject(subject);
  expect(await renew()).not.toHaveProperty("error_code");
});

test("an Item is not offered for renewal to another customer, though the ids of the accounts are the same", async () => {
  const bank = await bankApp();
  const { item_id } = await bank.linkItem();
  const duplicate = async () => {
    const link = await bank.open();
    await bank.visitBank(link);
    return (await bank.goOn(link)).selection?.existing ?? null;
  };
  const subject = await changeSubject(bank, item_id, "another-customer");
  expect(await duplicate()).toBeNull();
  await changeSubject(bank, item_id, subject);
  expect(await duplicate()).not.toBeNull();
});

/** Replaces the subject of an Item; returns the previous one. */
async function changeSubject(
  { app: { services } }: Awaited<ReturnType<typeof bankApp>>,
  itemId: string,
  subject: string,
): Promise<string> {
  const item = await services.store.items.byItemId(itemId);
  if (!item) throw new Error("the Item was linked");
  const login = await openLogin(services, item);
  const before = parseGrant(login)?.subject ?? "";
  await login.replaceState(JSON.stringify({ ...parseGrant(login), subject }));
  return before;
}
