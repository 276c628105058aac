import { expect, test } from "vitest";
import type { DashboardSearch, Found } from "../../protocol/dashboard/dashboard-search.ts";
import { sampleClient, sampleSecret } from "../../testing/store-contract/samples.ts";
import { browser, signedIn, signInOperator } from "../../testing/test-app/dashboard.ts";

type App = Awaited<ReturnType<typeof signedIn>>["app"];

/** Makes an object of each kind for the app's client. A missing kind does not compile. */
const MADE: Record<Found["kind"], (app: App) => Promise<string>> = {
  item: async (app) => (await app.link("ins_109508", ["auth"])).item_id,
  session: async (app) => (await app.startLink()).linkSessionId,
  request: async (app) =>
    String((await app.call("/institutions/get", PAGE_OF_INSTITUTIONS)).request_id),
  webhook: async (app) => {
    const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
      webhook: "http://127.0.0.1:9/hook",
    });
    await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
    await app.runJobs();
    const [newest] = await app.services.store.deliveries.latest(1);
    expect(newest?.delivery.itemId).toBe(item_id);
    return String(newest?.delivery.deliveryId);
  },
  user: async (app) =>
    String((await app.call("/user/create", { client_user_id: "reader-7" })).user_id),
  client: async (app) => app.keys.client_id,
  institution: async () => "ins_109508",
};

const PAGE_OF_INSTITUTIONS = { count: 1, offset: 0, country_codes: ["US"] };

const kinds = Object.keys(MADE) as Found["kind"][];

test.each(kinds)(
  "the id of a %s is found by its client and the operator, and by no other client",
  async (kind) => {
    const { app, dashboard } = await signedIn();
    const id = await MADE[kind](app);
    await app.writeUsage();
    await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
    const stranger = browser(app);
    await stranger.signIn({ client_id: "client-1", secret: "their secret" });
    const operator = browser(app);
    await signInOperator(app, operator);
    const find = async (session: typeof dashboard) =>
      ((await session.post("search", { text: ` ${id} ` })).body as DashboardSearch).found;
    const own = { kind, id, client_id: kind === "institution" ? null : app.keys.client_id };
    expect(await find(dashboard)).toEqual([{ ...own, name: expect.stringMatching(/./) }]);
    expect(await find(operator)).toMatchObject([own]);
    expect(await find(stranger)).toEqual(kind === "institution" ? [expect.anything()] : []);
  },
);

test("a request with wrong keys is found by the operator alone", async () => {
  const { app, dashboard } = await signedIn();
  const { client_id } = app.keys;
  const wrong = await app.post("/item/get", { client_id, secret: "wrong", access_token: "a" });
  await app.writeUsage();
  const operator = browser(app);
  await signInOperator(app, operator);
  const text = wrong.body.request_id;
  expect((await dashboard.post("search", { text })).body.found).toEqual([]);
  expect((await operator.post("search", { text })).body.found).toEqual([
    { kind: "request", id: text, name: "/item/get INVALID_API_KEYS", client_id: null },
  ]);
});

test("institutions are found by name, clients by the operator, and a user by the application's own id", async () => {
  const { app, dashboard } = await signedIn();
  await app.services.store.clients.setName(app.keys.client_id, "Quartz & Sons");
  const user_id = await MADE.user(app);
  const operator = browser(app);
  await signInOperator(app, operator);
  const find = async (session: typeof dashboard, text: string) =>
    ((await session.post("search", { text })).body as DashboardSearch).found;
  expect(await find(dashboard, "reader-7")).toMatchObject([{ kind: "user", id: user_id }]);
  expect(await find(dashboard, "quartz")).toEqual([]);
  expect(await find(operator, "quartz")).toMatchObject([{ kind: "client", name: "Quartz & Sons" }]);
  const [first] = await find(dashboard, "platypus");
  expect(first).toMatchObject({ kind: "institution", name: expect.stringMatching(/platypus/i) });
});

test.each(["", "x".repeat(201)])(
  "a search for a text of a wrong length is refused (%#)",
  async (text) => {
    const { dashboard } = await signedIn();
    expect((await dashboard.post("search", { text })).status).toBe(400);
  },
);
