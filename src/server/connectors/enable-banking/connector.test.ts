import { expect, test } from "vitest";
import { sealAggregatorPerson } from "../../domain/institutions/aggregator.ts";
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

test("a key of one client has banks that other clients neither list nor link", async () => {
  const { app, aggregator, leave, idOf, aggregatorId } = await aggregatorApp();
  const [bank] = aggregator.banks;
  const { institutions } = app.services.store;
  const [key] = await institutions.aggregators();
  if (!key) throw new Error("the key is stored");
  const list = async () => {
    await app.services.reloadInstitutions();
    const { institutions: found } = await app.call("/institutions/search", {
      ...{ query: "Harbour", country_codes: ["FI"], products: null },
    });
    return (found as { name: string }[]).map(({ name }) => name);
  };
  expect(await list()).toContain(bank?.name);
  await institutions.putAggregator({ ...key, clientId: "another" });
  expect(await list()).not.toContain(bank?.name);
  const { refusal } = await leave();
  expect(refusal).toMatchObject({ error_code: "INVALID_INSTITUTION" });
  const id = { institution_id: await idOf("Harbour Bank"), country_codes: ["FI"] };
  expect(
    (await app.post("/institutions/get_by_id", { ...app.credentials, ...id })).body,
  ).toMatchObject({
    error_code: "INVALID_INSTITUTION",
  });
  expect(aggregatorId).toBe(key.aggregatorId);
});

test("a key of one person has banks that neither another person nor any client sees", async () => {
  const { app, aggregatorId, leave, idOf } = await aggregatorApp();
  const { store, vault } = app.services;
  const [key] = await store.institutions.aggregators();
  if (!key) throw new Error("the key is stored");
  const sealedPerson = sealAggregatorPerson(vault, aggregatorId, "aino@mail.example");
  await store.institutions.putAggregator({ ...key, sealedPerson });
  await app.services.reloadInstitutions();
  const institution_id = await idOf("Harbour Bank");
  const countries = { country_codes: ["FI"], products: null };
  const calls = [
    ["/institutions/search", { ...countries, query: "Harbour" }],
    ["/institutions/get", { country_codes: ["FI"], count: 500, offset: 0 }],
    ["/institutions/get_by_id", { country_codes: ["FI"], institution_id }],
  ] as const;
  for (const [path, body] of calls) {
    const answer = await app.post(path, { ...app.credentials, ...body });
    expect(JSON.stringify(answer.body)).not.toContain("Harbour Bank");
  }
  for (const user of [{}, { email_address: "eero@mail.example" }]) {
    const { link, refusal } = await leave({ user: { client_user_id: "user-2", ...user } });
    expect(refusal).toMatchObject({ error_code: "INVALID_INSTITUTION" });
    const { body } = await link.bridge("institutions/search", { query: "Harbour" });
    expect(JSON.stringify([link.body, body])).not.toContain("Harbour Bank");
  }
  const own = await leave({
    user: { client_user_id: "user-1", email_address: "Aino@mail.example" },
  });
  expect(own.refusal).toBeNull();
  const shown = await app.startLink({});
  expect(JSON.stringify(shown.body)).not.toContain("Harbour Bank");
});

test("a bank with a sign-in for people and one for companies asks which", async () => {
  const { aggregator, leave } = await aggregatorApp({
    banks: [plainBank({ psuTypes: ["personal", "business"] })],
  });
  const { address, text, comeBack } = await leave();
  expect(address).toBe("");
  const links = [...text.matchAll(/href="([^"]+)">([^<]+)/g)].map(([, url = "", words]) => [
    words,
    url,
  ]);
  expect(links.map(([words]) => words)).toEqual(["Personal accounts", "Business accounts"]);
  const answer = await comeBack(aggregator.signIn(links[1]?.[1] ?? ""));
  expect(answer).toHaveProperty("selection.accounts");
  expect(aggregator.authorizations().map(({ psuType }) => psuType)).toEqual([
    "personal",
    "business",
  ]);
});
