import { expect, test } from "vitest";
import { aggregatorApp, plainBank } from "./aggregator-app.fixture.ts";

test("a person links accounts through an aggregator, whose numbers, names and transactions are read", async () => {
  const { app, aggregator, linkItem, pull } = await aggregatorApp();
  const { access_token } = await linkItem({ products: ["auth", "transactions", "identity"] });
  await pull(0);
  const auth = await app.call("/auth/get", { access_token });
  expect(auth).toMatchObject({
    accounts: [{ name: "Everyday", mask: "0785", type: "depository", subtype: "checking" }],
    numbers: { international: [{ iban: "FI2112345600000785", bic: "HARBFIHH" }] },
  });
  const identity = await app.call("/identity/get", { access_token });
  expect(identity).toMatchObject({ accounts: [{ owners: [{ names: ["Aino Lehto"] }] }] });
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([
    { name: "Corner Cafe", amount: 12.4, date: "2026-01-10", pending: false },
  ]);
  const [token] = aggregator.requests.map(({ headers }) => String(headers.authorization));
  expect(token).toMatch(/^Bearer ey/);
  expect(app.logged.join("")).not.toContain("Bearer");
});

test("a consent is asked a minute shorter than the longest that the bank gives, and its end is the Item's", async () => {
  const { app, aggregator, linkItem } = await aggregatorApp({
    banks: [plainBank({ consentSeconds: 90 * 86_400 })],
  });
  aggregator.behaveLike("exact-validity-refused");
  const { access_token } = await linkItem();
  const [authorization] = aggregator.authorizations();
  const end = app.services.clock() + 90 * 86_400_000 - 60_000;
  expect(Date.parse(authorization?.validUntil ?? "")).toBe(end);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ consent_expiration_time: new Date(end).toISOString() });
});

test("a login is renewed in place: its accounts and transactions keep their ids", async () => {
  const { app, aggregator, linkItem, pull, syncReader } = await aggregatorApp();
  const item = await linkItem();
  await pull(0);
  const sync = syncReader(item);
  const { added } = await sync();
  const before = await app.call("/accounts/get", { access_token: item.access_token });
  aggregator.behaveLike("hashes-change");
  await linkItem({ access_token: item.access_token });
  expect(aggregator.sessions()).toHaveLength(2);
  await pull();
  expect(await sync()).toMatchObject({ added: [], modified: [], removed: [] });
  const after = await app.call("/accounts/get", { access_token: item.access_token });
  const ids = ({ accounts }: Record<string, unknown>) =>
    (accounts as { account_id: string }[]).map(({ account_id }) => account_id);
  expect(ids(after)).toEqual(ids(before));
  expect(added).toHaveLength(1);
});
