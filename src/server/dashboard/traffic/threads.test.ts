import { expect, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn } from "../../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";

type Rows = { rows: Record<string, unknown>[] };

/** An Item connected by a Link session, its requests, and its webhooks. */
const linked = async () => {
  const { app, dashboard } = await signedIn();
  const receiver = await testReceiver();
  const { bridge, linkSessionId } = await app.startLink({ webhook: receiver.url });
  const institution_id = "ins_109508";
  await bridge("institution/select", { institution_id });
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await bridge("credentials/submit", { institution_id, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await bridge("accounts/select", { account_ids })).body;
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  const item = await app.call("/item/get", { access_token: exchange.access_token });
  await app.writeUsage();
  const item_id = String(exchange.item_id);
  return { app, dashboard, receiver, item_id, linkSessionId, exchange, item };
};

test("a Link session and its Item lead to each other, the Item and its requests as well", async () => {
  const { dashboard, item_id, linkSessionId, exchange, item } = await linked();
  const session = await dashboard.post("sessions/show", { link_session_id: linkSessionId });
  expect(session.body.items).toEqual([{ item_id, institution_name: "First Platypus Bank" }]);
  const sessions = (await dashboard.post("sessions", { item_id })).body as Rows;
  expect(sessions.rows).toMatchObject([{ link_session_id: linkSessionId, outcome: "connected" }]);
  const requests = (await dashboard.post("requests", { item_id })).body as Rows;
  expect(requests.rows.map(({ request_id }) => request_id).toSorted()).toEqual(
    [exchange.request_id, item.request_id].toSorted(),
  );
  const { body } = await dashboard.post("requests/show", { id: item.request_id });
  expect(body.request).toMatchObject({ item_id });
});

test("a webhook of a Link session names it", async () => {
  const { app, dashboard, receiver, linkSessionId } = await linked();
  await app.runJobs();
  expect(receiver.received.length).toBeGreaterThan(0);
  const { rows } = (await dashboard.post("webhooks", {})).body as Rows;
  const ofLink = rows.find(({ webhook }) => String(webhook).startsWith("LINK:"));
  const { body } = await dashboard.post("webhooks/show", { delivery_id: ofLink?.delivery_id });
  expect(body.delivery).toMatchObject({ link_session_id: linkSessionId });
});

test("an Item's sessions and requests are listed for its own client only", async () => {
  const { app, item_id } = await linked();
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const stranger = browser(app);
  await stranger.signIn({ client_id: "client-1", secret: "their secret" });
  for (const path of ["sessions", "requests", "webhooks"])
    expect((await stranger.post(path, { item_id })).body.rows).toEqual([]);
});

test("the Items of a use of Link are purged with it", async () => {
  const { app, linkSessionId } = await linked();
  const { traffic } = app.services.store;
  expect(await traffic.itemsOf(linkSessionId)).toHaveLength(1);
  await traffic.purge(app.services.clock(), 1000);
  expect(await traffic.itemsOf(linkSessionId)).toEqual([]);
});
