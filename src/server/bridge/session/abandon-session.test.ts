import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { code, linkToken } from "../../../testing/test-app/link-token.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { linkConfig, PAGE, testApp } from "../../../testing/test-app/test-app.ts";
import type { BridgeEndpoint } from "../endpoint.ts";
import { selectAccounts } from "../finish/select-accounts.ts";
import { runIdempotently } from "../login/idempotent-submission.ts";
import { abandonSession } from "./abandon-session.ts";

const NAMES = { link_session_id: "abcdefghijklmnopqrstuvwxyz012345", resume: "s".repeat(32) };
const BANK = { institution_id: "ins_109508" };
const EVENTS = (["OPEN", "EXIT"] as const).map((event_name) => ({
  event_name,
  event_metadata: {},
}));

/** An app with received webhooks, and a document that loads Link by key. */
const setup = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const config = { ...linkConfig(app.keys.public_key), webhook: receiver.url };
  const start = { config, origin: PAGE, ...NAMES };
  const unload = { ...start, status: null, events: EVENTS };
  const abandon = (changes: object = {}) =>
    app.post("/bridge/session/abandon", { ...unload, ...changes });
  const begin = async () => {
    const { body } = await app.post("/bridge/session/start", start);
    const token = String(body.session_token);
    const bridge = (path: string, body: object) =>
      app.post(`/bridge/${path}`, body, { authorization: `Bearer ${token}` });
    return { token, bridge };
  };
  const webhooks = async () => {
    await app.runJobs();
    return receiver.received
      .splice(0)
      .map(({ body }) => body)
      .toSorted((a, b) => String(a.webhook_code).localeCompare(String(b.webhook_code)));
  };
  return { app, start, unload, abandon, begin, webhooks };
};

const common = { webhook_type: "LINK", link_session_id: NAMES.link_session_id };
const exits = [
  { ...common, webhook_code: "EVENTS", events: EVENTS },
  {
    ...common,
    webhook_code: "SESSION_FINISHED",
    status: "EXITED",
    public_tokens: [],
    environment: "sandbox",
  },
];

test("the session of an unloaded document is over, with one webhook", async () => {
  const { abandon, begin, webhooks } = await setup();
  const { bridge } = await begin();
  expect((await abandon()).status).toBe(200);
  expect(await webhooks()).toEqual(exits);
  expect(code(await bridge("institution/select", BANK))).toBe("INVALID_LINK_SESSION");
  expect((await abandon()).status).toBe(200);
  expect((await bridge("session/events", { events: EVENTS })).status).toBe(200);
  expect(await webhooks()).toEqual([]);
});

test("a session whose start arrives after its unload is over, with one webhook", async () => {
  const { app, start, abandon, webhooks } = await setup();
  expect((await abandon()).status).toBe(200);
  expect(code(await app.post("/bridge/session/start", start))).toBe("INVALID_LINK_SESSION");
  expect(await webhooks()).toEqual(exits);
});

test("a concurrent start and unload leave no session open", async () => {
  const { app, start, abandon, webhooks } = await setup();
  const both = [app.post("/bridge/session/start", start), abandon()];
  const [, end] = await Promise.all(both);
  expect(end?.status).toBe(200);
  const session = await app.services.store.sessions.byLinkSessionId(NAMES.link_session_id);
  expect(session?.step.at).toBe("exited");
  expect(await webhooks()).toEqual(exits);
});

test("a submission during the unload finishes first, and its Item gets its webhook", async () => {
  const { app, unload, begin, webhooks } = await setup();
  const { token, bridge } = await begin();
  await bridge("institution/select", BANK);
  const credentials = { username: "user_good", password: "pass_good" };
  const form = { submission_id: randomUUID(), ...BANK, credentials };
  const { body } = await bridge("credentials/submit", form);
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const choice = { submission_id: randomUUID(), account_ids: accounts.map(({ id }) => id) };

  let onArrival: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => {
    onArrival = resolve;
  });
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const endpoint = selectAccounts as Extract<BridgeEndpoint, { access: "submission" }>;
  const slow: typeof endpoint = {
    ...endpoint,
    async handle(request, context) {
      onArrival();
      await isReleased;
      return endpoint.handle(request, context);
    },
  };
  const handingOver = runIdempotently(slow, choice, token, app.services);
  await isReached;
  const { handle } = abandonSession as Extract<BridgeEndpoint, { access: "open" }>;
  await handle(unload, {
    ...app.services,
    pause: (ms) => {
      release();
      return app.services.pause(ms);
    },
    ownOrigin: PAGE,
    address: "127.0.0.1",
  });
  release();
  const { public_token } = await handingOver;
  const link = (await webhooks()).filter(({ webhook_type }) => webhook_type === "LINK");
  expect(link).toMatchObject([
    { webhook_code: "EVENTS", events: EVENTS.slice(0, 1) },
    { webhook_code: "ITEM_ADD_RESULT", public_token },
    { webhook_code: "SESSION_FINISHED", status: "SUCCESS", public_tokens: [public_token] },
  ]);
  await app.call("/item/public_token/exchange", { public_token });
});

test("an unload cannot end another frame's session or that of a link_token", async () => {
  const { app, abandon, begin, webhooks } = await setup();
  const { bridge } = await begin();
  expect(code(await abandon({ resume: "t".repeat(32) }))).toBe("INVALID_LINK_SESSION");
  expect((await bridge("institution/select", BANK)).status).toBe(200);
  const token = await linkToken(app);
  const link_session_id = "t".repeat(32);
  const byToken = { config: { token }, link_session_id };
  expect(code(await abandon(byToken))).toBe("INVALID_LINK_SESSION");
  const opening = { ...byToken, origin: PAGE, resume: NAMES.resume };
  expect((await app.post("/bridge/session/start", opening)).status).toBe(200);
  expect(code(await abandon(byToken))).toBe("INVALID_LINK_SESSION");
  const session = await app.services.store.sessions.byLinkSessionId(link_session_id);
  expect(session?.step.at).toBe("institution");
  expect(await webhooks()).toEqual([]);
});

test("an unload from a page that may not start sessions is refused", async () => {
  const { abandon, webhooks } = await setup();
  expect(code(await abandon({ origin: "https://elsewhere.example" }))).toBe("INVALID_ORIGIN");
  expect(code(await abandon({ config: {} }))).toBe("INVALID_CONFIGURATION");
  expect((await abandon({ resume: undefined })).status).toBe(400);
  expect(await webhooks()).toEqual([]);
});
