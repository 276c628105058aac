import { expect, test } from "vitest";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

/** A bank that records each request for a grant, with the requested scopes. */
const scopedBank = async () => {
  const setup = await bankApp();
  const { directory } = setup.app.services;
  const products: string[][] = [];
  const connector = directory.connectorOf(BANK_ID);
  const { start } = connector;
  connector.start = (institutionId, credentials, user) => {
    products.push([...(user?.products ?? [])].toSorted());
    return start(institutionId, credentials, user);
  };
  return { ...setup, asked: () => products.at(-1) };
};

const fetchCode = async (
  { app }: Awaited<ReturnType<typeof scopedBank>>,
  path: string,
  access_token: string,
) => (await app.post(path, { ...app.credentials, access_token })).body.error_code;

test("an authorization requests only the scopes of the session's products, and the institution grants no more", async () => {
  const setup = await scopedBank();
  const { access_token } = await setup.linkItem({ products: ["auth"] });
  expect(setup.asked()).toEqual(["auth"]);
  expect(await fetchCode(setup, "/accounts/balance/get", access_token)).toBeUndefined();
  expect(await fetchCode(setup, "/identity/get", access_token)).toBe("ACCESS_NOT_GRANTED");
});

test("update mode requests a product that is used later, and makes it available", async () => {
  const setup = await scopedBank();
  const { access_token, item_id } = await setup.linkItem({ products: ["auth"] });
  expect(await fetchCode(setup, "/identity/get", access_token)).toBe("ACCESS_NOT_GRANTED");
  const before = await setup.app.services.store.items.accounts(item_id);
  const link = await setup.open({ access_token, products: undefined });
  await setup.visitBank(link);
  expect(setup.asked()).toEqual(["auth", "identity"]);
  await setup.goOn(link);
  expect(await fetchCode(setup, "/identity/get", access_token)).toBeUndefined();
  const after = await setup.app.services.store.items.accounts(item_id);
  expect(after.map(({ account }) => account.account_id)).toEqual(
    before.map(({ account }) => account.account_id),
  );
});

test("an Item renewed by a sign-in with fewer products keeps its scopes", async () => {
  const setup = await scopedBank();
  const { access_token } = await setup.linkItem({ products: ["auth", "identity"] });
  const link = await setup.open({ products: ["auth"] });
  await setup.visitBank(link);
  expect(setup.asked()).toEqual(["auth", "identity"]);
  expect((await setup.goOn(link)).selection?.existing).not.toBeNull();
  await link.bridge("item/renew", {});
  await setup.app.runJobs();
  setup.app.advanceClock(3_600_000);
  expect(await fetchCode(setup, "/identity/get", access_token)).toBeUndefined();
});
