import { expect, test } from "vitest";
import { appWithDoors, CARD_HOLDER, linkWithTransactions } from "../doors.fixture.ts";
import {
  AccountPage,
  ConnectorPage,
  callPluggy,
  ItemPage,
  listRefs,
  PluggyAccount,
  PluggyItem,
  pluggyGrant,
  program,
  signIn,
} from "./pluggy.fixture.ts";

test("keys get an API key of two hours, which reads items, accounts and one of each", async () => {
  const { app, item, get, first, accounts, apiKey } = await program();
  expect(PluggyItem.parse(await get(`/items/${first.id}`))).toEqual(first);
  expect(first).toMatchObject({
    connector: { id: 109508, isSandbox: true },
    status: "UPDATED",
    executionStatus: "SUCCESS",
    error: null,
  });
  expect(accounts.map(({ name }) => name).sort()).toEqual(
    item.accounts.map(({ name }) => name).sort(),
  );
  const [account] = accounts;
  expect(PluggyAccount.parse(await get(`/accounts/${account?.id}`))).toEqual(account);
  const { exp, iat } = JSON.parse(Buffer.from(apiKey.split(".")[1] ?? "", "base64url").toString());
  expect(exp - iat).toBe(7200);
  app.advanceClock(2 * 3_600_000);
  expect(await get("/items")).toMatchObject({ code: 401, codeDescription: "UNAUTHORIZED" });
});

test("a call about one account reads its Item alone", async () => {
  const app = await appWithDoors();
  const first = await linkWithTransactions(app);
  const second = await linkWithTransactions(app, "ins_43");
  const { keys } = await pluggyGrant(app, [...listRefs(first), ...listRefs(second)]);
  const apiKey = await signIn(app, keys);
  const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
  const [item] = ItemPage.parse(await get("/items")).results;
  const [account] = AccountPage.parse(await get(`/accounts?itemId=${item?.id}`)).results;
  const pulls = () =>
    Promise.all(
      [first, second].map(
        async ({ item_id }) => (await app.services.store.transactions.feed(item_id))?.pulledAt,
      ),
    );
  for (const path of [
    `/items/${item?.id}`,
    `/accounts?itemId=${item?.id}`,
    `/accounts/${account?.id}`,
    `/transactions?accountId=${account?.id}`,
  ]) {
    const before = await pulls();
    app.advanceClock(86_400_000);
    const renewed = await signIn(app, keys);
    expect((await callPluggy(app, renewed, "GET", path)).status).toBe(200);
    const after = await pulls();
    expect(after.filter((pulledAt, at) => pulledAt !== before[at]).length).toBe(1);
  }
});

test("wrong keys, forged API keys, and those of an ended grant are refused as at Pluggy", async () => {
  const { app, keys, refusal, apiKey, grant } = await program();
  for (const wrong of [
    { ...keys, clientSecret: "wrong" },
    { ...keys, clientId: "nobody" },
  ])
    expect((await callPluggy(app, "", "POST", "/auth", wrong)).json).toEqual({
      code: 401,
      codeDescription: "CLIENT_KEYS_UNAUTHORIZED",
      message: "Client keys are invalid",
    });
  for (const forged of ["", "x", `${apiKey}x`, apiKey.replace(/\.[^.]+$/, ".AAAA")])
    expect((await callPluggy(app, forged, "GET", "/items")).json).toMatchObject({ code: 401 });
  await app.services.store.grants.end(grant.grantId, app.services.clock());
  expect(await refusal("GET", "/items")).toMatchObject({ code: 401 });
  expect((await callPluggy(app, "", "POST", "/auth", keys)).status).toBe(401);
});

test("money that leaves an account is a DEBIT, negative at a bank and positive on a card", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", CARD_HOLDER);
  const apiKey = await signIn(app, (await pluggyGrant(app, listRefs(item))).keys);
  const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
  const [first] = ItemPage.parse(await get("/items")).results;
  const { results } = AccountPage.parse(await get(`/accounts?itemId=${first?.id}`));
  const card = item.accounts.find(({ type }) => type === "credit");
  expect(results).toMatchObject([
    { type: "BANK", subtype: "CHECKING_ACCOUNT", balance: 250.5, creditData: null },
    { type: "CREDIT", subtype: "CREDIT_CARD", balance: card?.balances.current, bankData: null },
  ]);
  expect(results[1]?.creditData?.creditLimit).toBe(500);
  const only = AccountPage.parse(await get(`/accounts?itemId=${first?.id}&type=CREDIT`));
  expect(only.results.map(({ type }) => type)).toEqual(["CREDIT"]);
});

test("a lost login is LOGIN_ERROR, an update says that the user has to sign in, and the data stays", async () => {
  const { app, item, apiKey, get, refusal, first, accounts } = await program();
  const updated = await callPluggy(app, apiKey, "PATCH", `/items/${first.id}`, { id: first.id });
  expect(PluggyItem.parse(updated.json)).toMatchObject({ status: "UPDATED" });
  await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
  expect(PluggyItem.parse(await get(`/items/${first.id}`))).toMatchObject({
    status: "LOGIN_ERROR",
    executionStatus: "INVALID_CREDENTIALS",
    error: { code: "INVALID_CREDENTIALS" },
  });
  expect(await refusal("PATCH", `/items/${first.id}`, {})).toMatchObject({
    code: 400,
    codeDescription: "PARAMETERS_NOT_PROVIDED",
    message: expect.stringContaining("sign in again"),
  });
  const list = `accountId=${accounts[0]?.id}`;
  expect(await refusal("GET", `/v2/transactions?${list}`)).toMatchObject({
    code: 400,
    message: "the user has to sign in again",
  });
  expect((await get(`/transactions?${list}`)).total).toBeGreaterThan(0);
  const kept = AccountPage.parse(await get(`/accounts?itemId=${first.id}`)).results;
  expect(kept.map(({ id }) => id)).toEqual(accounts.map(({ id }) => id));
});

test("deleting an item ends the grant's part of it, and the Item stays for others", async () => {
  const { app, item, apiKey, get, refusal, first, accounts, grant } = await program();
  const { status, json } = await callPluggy(app, apiKey, "DELETE", `/items/${first.id}`);
  expect([status, json]).toEqual([200, { count: 1 }]);
  expect(ItemPage.parse(await get("/items")).results).toEqual([]);
  expect(await refusal("GET", `/items/${first.id}`)).toMatchObject({ code: 404 });
  expect(await refusal("GET", `/accounts/${accounts[0]?.id}`)).toMatchObject({
    codeDescription: "ACCOUNT_NOT_FOUND",
  });
  const { accounts: left } = await app.call("/accounts/get", { access_token: item.access_token });
  expect((left as object[]).length).toBe(accounts.length);
  const entry = (await app.services.store.audit.last(20)).find(
    ({ action }) => action === "grant.change",
  );
  expect(entry).toMatchObject({ subject: grant.grantId, actor: { kind: "reader" } });
});

test("connectors are found by number, name and country", async () => {
  const { get, refusal } = await program();
  const all = ConnectorPage.parse(await get("/connectors"));
  expect(all.total).toBeGreaterThan(5);
  expect(await get("/connectors/109508")).toMatchObject({ id: 109508, credentials: [] });
  const [first] = all.results;
  const named = ConnectorPage.parse(
    await get(`/connectors?name=${encodeURIComponent(first?.name ?? "")}`),
  );
  expect(named.results.map(({ id }) => id)).toContain(first?.id);
  const british = ConnectorPage.parse(await get("/connectors?countries=GB&pageSize=2"));
  expect(british.results.length).toBeLessThanOrEqual(2);
  expect(await get("/connectors?isOpenFinance=true")).toMatchObject({ results: [], total: 0 });
  expect(await refusal("GET", "/connectors/1")).toMatchObject({
    code: 404,
    codeDescription: "CONNECTOR_NOT_FOUND",
  });
});

test("each call is in usage, and an update of an Item is limited", async () => {
  const { app, apiKey, first, accounts, refusal } = await program();
  await app.writeUsage();
  const before = await app.services.store.usage.totals("2026-01-01", "2026-02-01");
  await callPluggy(app, apiKey, "GET", `/transactions?accountId=${accounts[0]?.id}`);
  await callPluggy(app, apiKey, "GET", `/v2/transactions?accountId=${accounts[0]?.id}`);
  await app.writeUsage();
  const after = await app.services.store.usage.totals("2026-01-01", "2026-02-01");
  const toCalls = (totals: typeof after, name: string) =>
    totals.find(({ product }) => product === name)?.calls ?? 0;
  expect(toCalls(after, "transactions") - toCalls(before, "transactions")).toBe(2);
  for (let n = 0; n < 2; n++)
    expect((await callPluggy(app, apiKey, "PATCH", `/items/${first.id}`, {})).status).toBe(200);
  expect(await refusal("PATCH", `/items/${first.id}`, {})).toMatchObject({
    code: 429,
    codeDescription: "TOO_MANY_REQUESTS",
  });
});
