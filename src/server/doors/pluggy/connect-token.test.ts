import { expect, test } from "vitest";
import { z } from "zod";
import { appWithDoors, linkAt, linkWithTransactions } from "../doors.fixture.ts";
import {
  AccountPage,
  callPluggy,
  ItemPage,
  listRefs,
  pluggyGrant,
  signIn,
} from "./pluggy.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

const Connect = z.strictObject({ accessToken: z.jwt(), connectUrl: z.url() });

const connect = async (app: App, apiKey: string, body: object = {}) =>
  Connect.parse((await callPluggy(app, apiKey, "POST", "/connect_token", body)).json);

const fetchItems = async (app: App, token: string) =>
  ItemPage.parse((await callPluggy(app, token, "GET", "/items")).json).results;

test("a connect token opens hosted Link, and what the user connects joins the grant", async () => {
  const app = await appWithDoors();
  const { keys } = await pluggyGrant(app, []);
  const apiKey = await signIn(app, keys);
  expect(await fetchItems(app, apiKey)).toEqual([]);
  const options = {
    clientUserId: "user-7",
    webhookUrl: "https://hooks.example/",
    avoidDuplicates: true,
  };
  const { accessToken, connectUrl } = await connect(app, apiKey, { options });
  expect(await fetchItems(app, accessToken)).toEqual([]);
  const { result } = await linkAt(app, connectUrl);
  expect(result.status).toBe(200);
  await app.runJobs();
  const [item] = await fetchItems(app, apiKey);
  expect(item).toMatchObject({ status: "UPDATED", clientUserId: "user-7" });
  const { json } = await callPluggy(app, apiKey, "GET", `/accounts?itemId=${item?.id}`);
  expect(AccountPage.parse(json).results.length).toBeGreaterThan(1);
});

test("an item that a user connects has its investments, if the client is enabled for them", async () => {
  const app = await appWithDoors();
  const { keys } = await pluggyGrant(app, []);
  const apiKey = await signIn(app, keys);
  const connected = async (username: string) => {
    const { accessToken, connectUrl } = await connect(app, apiKey);
    await linkAt(app, connectUrl, { username });
    await app.runJobs();
    const [item] = await fetchItems(app, accessToken);
    const { json } = await callPluggy(app, apiKey, "GET", `/investments?itemId=${item?.id}`);
    return { products: item?.products, count: json.total };
  };
  const first = await connected("user_good");
  expect(first.products).toContain("INVESTMENTS");
  expect(first.count).toBeGreaterThan(3);
  await app.services.store.clients.setProducts(app.keys.client_id, ["transactions"]);
  expect(await connected("user_yuppie")).toEqual({
    products: ["ACCOUNTS", "TRANSACTIONS"],
    count: 0,
  });
});

test("a connect token reads what is connected with it, and nothing else", async () => {
  const app = await appWithDoors();
  const other = await linkWithTransactions(app);
  const { keys } = await pluggyGrant(app, listRefs(other));
  const apiKey = await signIn(app, keys);
  const { accessToken, connectUrl } = await connect(app, apiKey);
  await linkAt(app, connectUrl, { institution: "ins_43" });
  await app.runJobs();
  expect((await fetchItems(app, apiKey)).length).toBe(2);
  const [own, ...more] = await fetchItems(app, accessToken);
  expect(more).toEqual([]);
  const read = async (path: string) => (await callPluggy(app, accessToken, "GET", path)).json;
  const { results } = AccountPage.parse(await read(`/accounts?itemId=${own?.id}`));
  expect(results.length).toBeGreaterThan(0);
  const [foreign] = (await fetchItems(app, apiKey)).filter(({ id }) => id !== own?.id);
  expect(await read(`/items/${foreign?.id}`)).toMatchObject({ code: 404 });
  expect(await read(`/accounts?itemId=${foreign?.id}`)).toMatchObject({ code: 404 });
  for (const path of [`/accounts/${results[0]?.id}`, `/transactions?accountId=${results[0]?.id}`])
    expect(await read(path)).toMatchObject({ code: 403, codeDescription: "FORBIDDEN" });
  app.advanceClock(30 * 60_000);
  expect(await read("/items")).toMatchObject({ code: 401 });
});

test("a connect token of an item renews its login, and the item stays itself", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { keys } = await pluggyGrant(app, listRefs(item));
  const apiKey = await signIn(app, keys);
  await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
  const [broken] = await fetchItems(app, apiKey);
  expect(broken?.status).toBe("LOGIN_ERROR");
  const { connectUrl } = await connect(app, apiKey, { itemId: broken?.id });
  expect((await linkAt(app, connectUrl, { renew: true })).login.status).toBe(200);
  const [mended, ...more] = await fetchItems(app, apiKey);
  expect(more).toEqual([]);
  expect(mended).toMatchObject({ id: broken?.id, status: "UPDATED", error: null });
});

test("no line of the log has the secret of a connect address, or a token", async () => {
  const app = await appWithDoors();
  const { keys } = await pluggyGrant(app, []);
  const apiKey = await signIn(app, keys);
  const { accessToken, connectUrl } = await connect(app, apiKey);
  await callPluggy(app, accessToken, "GET", "/items");
  const { hash, search, pathname } = new URL(connectUrl);
  expect([search, pathname]).toEqual(["", "/hosted"]);
  const logged = app.logged.join("");
  for (const secret of [hash.slice(1), accessToken, apiKey, keys.clientSecret])
    expect(logged).not.toContain(secret);
});
