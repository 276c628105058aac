import { expect, test } from "vitest";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

/** A bank of which all requests for a grant are noted, with the scopes that they ask for. */
const scopedBank = async () => {
  const bench = await bankApp();
  const { directory } = bench.app.services;
  const products: string[][] = [];
  const connector = directory.connectorOf(BANK_ID);
  const { start } = connector;
  connector.start = (institutionId, credentials, user) => {
    products.push([...(user?.products ?? [])].toSorted());
    return start(institutionId, credentials, user);
  };
  return { ...bench, asked: () => products.at(-1) };
};

const fetchCode = async (
  { app }: Awaited<ReturnType<typeof scopedBank>>,
  path: string,
  access_token: string,
) => (await app.post(path, { ...app.credentials, access_token })).body.error_code;

test("an authorization requests only the scopes of the session's products, and the institution grants no more", async () => {
  const bench = await scopedBank();
  const { access_token } = await bench.linkItem({ products: ["auth"] });
  expect(bench.asked()).toEqual(["auth"]);
  expect(await fetchCode(bench, "/accounts/balance/get", access_token)).toBeUndefined();
  expect(await fetchCode(bench, "/identity/get", access_token)).toBe("ACCESS_NOT_GRANTED");
});

test("update mode requests a product that is used later, and makes it available", async () => {
  const bench = await scopedBank();
  const { access_token, item_id } = await bench.linkItem({ products: ["auth"] });
  expect(await fetchCode(bench, "/identity/get", access_token)).toBe("ACCESS_NOT_GRANTED");
  const before = await bench.app.services.store.items.accounts(item_id);
  const link = await bench.open({ access_token, products: undefined });
  await bench.visitBank(link);
  expect(bench.asked()).toEqual(["auth", "identity"]);
  await bench.goOn(link);
  expect(await fetchCode(bench, "/identity/get", access_token)).toBeUndefined();
  const after = await bench.app.services.store.items.accounts(item_id);
  expect(after.map(({ account }) => account.account_id)).toEqual(
    before.map(({ account }) => account.account_id),
  );
});

test("an Item renewed by a sign-in with fewer products keeps its scopes", async () => {
  const bench = await scopedBank();
  const { access_token } = await bench.linkItem({ products: ["auth", "identity"] });
  const link = await bench.open({ products: ["auth"] });
  await bench.visitBank(link);
  expect(bench.asked()).toEqual(["auth", "identity"]);
  expect((await bench.goOn(link)).selection?.existing).not.toBeNull();
  await link.bridge("item/renew", {});
  await bench.app.runJobs();
  bench.app.advanceClock(3_600_000);
  expect(await fetchCode(bench, "/identity/get", access_token)).toBeUndefined();
});
