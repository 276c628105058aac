import { expect, test } from "vitest";
import { holdTransactions } from "../../testing/test-app/hold-transactions.ts";
import { appWithMail, portalBrowser } from "../../testing/test-app/portal.ts";
import { connect, fetchAccounts } from "./connections.fixture.ts";

test("erasing a connection notifies the application, and its token opens nothing", async () => {
  const { app, person, webhooks, code, access_token, connection_id, item_id } = await connect();
  const { asset_report_token } = await app.call("/asset_report/create", {
    access_tokens: [access_token],
    days_requested: 30,
  });
  await app.runJobs();
  await webhooks();
  const { body } = await person.post("connection/erase", { connection_id });
  expect(body.connections).toEqual([]);
  expect((await webhooks()).map(({ webhook_code }) => webhook_code)).toEqual([
    "USER_PERMISSION_REVOKED",
  ]);
  expect(await code("/accounts/get", { access_token })).toBe("ITEM_NOT_FOUND");
  expect(await code("/asset_report/get", { asset_report_token })).toBe(
    "INVALID_ASSET_REPORT_TOKEN",
  );
  const { store } = app.services;
  expect(await store.items.accounts(item_id)).toEqual([]);
  expect((await person.post("connection/erase", { connection_id })).body.error_code).toBe(
    "ITEM_NOT_FOUND",
  );
});

test("two concurrent actions of one user are logged and notified once", async () => {
  const { app, person, webhooks, access_token, connection_id } = await connect(["auth"]);
  const { audit } = app.services.store;
  const twice = async (path: string, body: object) => {
    const { sequence } = await audit.head();
    holdTransactions(app.services, 2);
    const answers = await Promise.all([1, 2].map(() => person.post(path, body)));
    const actions = (await audit.after(sequence, 9)).map(({ action }) => action);
    const codes = (await webhooks()).map(({ webhook_code }) => webhook_code);
    return { statuses: answers.map(({ status }) => status).toSorted(), actions, codes };
  };
  const [first] = await fetchAccounts(app, access_token);
  const stop = { connection_id, account_id: first?.account_id };
  expect(await twice("connection/stop-sharing", stop)).toEqual({
    statuses: [200, 400],
    actions: ["connection.stop_sharing"],
    codes: ["USER_ACCOUNT_REVOKED"],
  });
  expect(await twice("connection/erase", { connection_id })).toMatchObject({
    actions: ["connection.erase"],
    codes: ["USER_PERMISSION_REVOKED"],
  });
  expect(await twice("erase", {})).toMatchObject({ actions: ["person.erase"] });
});

test("a connection that a person gets while everything is erased is erased as well", async () => {
  const { app, confirm } = await appWithMail();
  const [first, second] = [await app.link(), await app.link("ins_109509")];
  const [person, elsewhere] = [portalBrowser(app), portalBrowser(app)];
  await person.openFromLink(first.item_id);
  await confirm(person, "ann@mail.example");
  const { store } = app.services;
  const { transact } = store;
  store.transact = async (work) => {
    store.transact = transact;
    await elsewhere.openFromLink(second.item_id);
    await confirm(elsewhere, "ann@mail.example");
    return transact(work);
  };
  expect((await person.post("erase", {})).status).toBe(200);
  const { access_token } = second;
  const refusal = await app.post("/accounts/get", { ...app.credentials, access_token });
  expect(refusal.body.error_code).toBe("ITEM_NOT_FOUND");
  const [entry] = await store.audit.last(1);
  for (const { item_id } of [first, second]) expect(String(entry?.details)).toContain(item_id);
});

test("a person can have everything erased, themselves included", async () => {
  const { app, confirm, server } = await appWithMail();
  const [first, second] = [await app.link(), await app.link("ins_109509")];
  const person = portalBrowser(app);
  for (const { item_id } of [first, second]) {
    await person.openFromLink(item_id);
    await confirm(person, "ann@mail.example");
  }
  expect((await person.connections()).connections).toHaveLength(2);
  const { status } = await person.post("erase", {});
  expect(status).toBe(200);
  expect((await person.get("connections")).body.error_code).toBe("INVALID_ACCOUNT_SESSION");
  for (const { access_token } of [first, second]) {
    const refusal = await app.post("/accounts/get", { ...app.credentials, access_token });
    expect(refusal.body.error_code).toBe("ITEM_NOT_FOUND");
  }
  server.received.length = 0;
  await person.post("sign-in", { email: "ann@mail.example", language: "en" });
  await app.runJobs();
  await app.runJobs();
  expect(server.received).toEqual([]);
});

test("a withdrawn account leaves its id, which is downloaded and erased with the connection", async () => {
  const { app, person, access_token, connection_id } = await connect();
  const [withdrawal, ...others] = await fetchAccounts(app, access_token);
  const account_id = withdrawal?.account_id;
  await person.post("connection/stop-sharing", { connection_id, account_id });
  const { body } = await person.get("data");
  const [connection] = body.connections;
  expect(connection.withdrawn_accounts).toEqual([{ account_id }]);
  expect(connection.accounts).toHaveLength(others.length);
  expect(JSON.stringify([connection.transactions, connection.numbers])).not.toContain(account_id);
  await person.post("connection/erase", { connection_id });
  expect(await app.services.store.items.accountKeys(connection_id)).toBeNull();
  expect((await person.get("data")).body.connections).toEqual([]);
});
