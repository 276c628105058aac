import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import type { StartSessionResponse } from "../../../protocol/link/session-start.ts";
import { code, linkToken, parseSession } from "../../../testing/test-app/link-token.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const BANKS = ["ins_109508", "ins_109509"] as const;
const RESUME = "r".repeat(32);
const HOUR = 3_600_000;

/** A link token for several Items, and its webhooks. */
const setup = async (changes: object = {}) => {
  const receiver = await testReceiver();
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "user-1" });
  const token = await linkToken(app, {
    ...{ language: "en", user_id, enable_multi_item_link: true, webhook: receiver.url },
    ...changes,
  });
  const open = (resume = RESUME) => app.startLink({ token }, undefined, resume);
  const webhooks = async () => {
    await app.runJobs();
    return receiver.received
      .splice(0)
      .map(({ body }) => body as { webhook_code: string; public_tokens?: string[] })
      .map(({ webhook_code, ...body }) => ({ webhook_code, ...body }));
  };
  const sessions = async () =>
    (await app.call("/link/token/get", { link_token: token })).link_sessions as object[];
  return { app, token, open, webhooks, sessions };
};

type Link = Awaited<ReturnType<Awaited<ReturnType<typeof setup>>["open"]>>;

const signIn = async (link: Link, institution_id: string) => {
  await link.bridge("institution/select", { institution_id });
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await link.bridge("credentials/submit", { institution_id, credentials });
  const { request_id: _, ...answer } = body;
  const { selection } = LoginResponse.parse(answer);
  if (!selection) throw new Error(`there are accounts to choose from: ${JSON.stringify(body)}`);
  return selection;
};

const connect = async (link: Link, institution_id: string): Promise<string> => {
  const { accounts } = await signIn(link, institution_id);
  const account_ids = accounts.map(({ id }) => id);
  return String((await link.bridge("accounts/select", { account_ids })).body.public_token);
};

const listCodes = (webhooks: { webhook_code: string }[]) =>
  webhooks.map(({ webhook_code }) => webhook_code).filter((name) => /SESSION|ADD/.test(name));

test("a session for several Items requires a user, and a new Item", async () => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const body = { client_id, secret, client_name: "Shop", language: "en", country_codes: ["US"] };
  const user = { client_user_id: "user-1" };
  const create = async (changes: object) =>
    (await app.post("/link/token/create", { ...body, user, ...changes })).body;
  expect(await create({ products: ["auth"], enable_multi_item_link: true })).toMatchObject({
    error_code: "MISSING_FIELDS",
    error_message: expect.stringContaining("user_id"),
  });
  const { access_token } = await app.link();
  expect(await create({ access_token, enable_multi_item_link: true })).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: expect.stringContaining("enable_multi_item_link"),
  });
});

test("each Item gives a public token and a webhook, and the session ends once with all of them", async () => {
  const { app, open, webhooks, sessions } = await setup();
  const link = await open();
  expect(parseSession(link).several).toEqual({ another: "Connect another account", last: null });
  const tokens: string[] = [];
  for (const bank of BANKS) {
    tokens.push(await connect(link, bank));
    expect(listCodes(await webhooks())).toEqual(["ITEM_ADD_RESULT"]);
  }
  expect(await sessions()).toMatchObject([{ finished_at: null }]);
  // The frame reports its events after the handover.
  expect((await link.bridge("session/events", { events: [] })).status).toBe(200);
  expect(await sessions()).toMatchObject([
    {
      finished_at: "2026-01-15T12:00:00.000Z",
      status: "connected",
      results: {
        item_add_results: tokens.map((public_token, at) => ({
          public_token,
          institution: { institution_id: BANKS[at], name: expect.any(String) },
          accounts: expect.arrayContaining([expect.objectContaining({ type: "depository" })]),
        })),
      },
    },
  ]);
  expect((await webhooks()).filter(({ webhook_code }) => /SESSION/.test(webhook_code))).toEqual([
    expect.objectContaining({ status: "SUCCESS", public_tokens: tokens, public_token: tokens[1] }),
  ]);
  app.advanceClock(5 * HOUR);
  expect(listCodes(await webhooks())).toEqual([]);
  expect((await link.bridge("session/exit", { status: null })).status).toBe(400);
});

test("each of the Items can be exchanged while the session goes on", async () => {
  const { app, open } = await setup();
  const link = await open();
  const items = new Set<unknown>();
  for (const bank of BANKS) {
    const public_token = await connect(link, bank);
    items.add((await app.call("/item/public_token/exchange", { public_token })).item_id);
  }
  expect(items.size).toBe(2);
});

test("a page that is loaded again goes on between two Items, with the same public token", async () => {
  const { app, open } = await setup();
  const public_token = await connect(await open(), BANKS[0]);
  await app.call("/item/public_token/exchange", { public_token });
  const { resume_point, several } = parseSession(await open());
  expect(resume_point).toMatchObject({ at: "connected", connection: { public_token } });
  expect(several?.last?.connection.publicToken).toBe(public_token);
});

test("a page that is loaded again goes on in the middle of the second Item", async () => {
  const { open } = await setup();
  const first = await open();
  const public_token = await connect(first, BANKS[0]);
  const offered = (await signIn(first, BANKS[1])).accounts.map(({ id }) => id);
  const link = await open();
  const start: StartSessionResponse = parseSession(link);
  expect(start.resume_point.at).toBe("accounts");
  expect(start.several?.last?.connection.publicToken).toBe(public_token);
  const answer = await link.bridge("accounts/select", { account_ids: offered });
  expect(answer.body.public_token).toMatch(/^public-/);
});

test("another browser cannot take over a session that has connected an Item", async () => {
  const { open } = await setup();
  const link = await open();
  await connect(link, BANKS[0]);
  expect(code(await open("o".repeat(32)))).toBe("INVALID_LINK_TOKEN");
  await link.bridge("institution/select", { institution_id: BANKS[1] });
  expect(code(await open("o".repeat(32)))).toBe("INVALID_LINK_TOKEN");
});

test("a user who leaves during the second Item has connected the first", async () => {
  const { open, webhooks, sessions } = await setup();
  const link = await open();
  const public_token = await connect(link, BANKS[0]);
  await signIn(link, BANKS[1]);
  await webhooks();
  await link.bridge("session/exit", { status: "requires_account_selection" });
  expect(await webhooks()).toContainEqual(
    expect.objectContaining({ status: "SUCCESS", public_tokens: [public_token] }),
  );
  expect(await sessions()).toMatchObject([{ status: "connected", step: "connected" }]);
});

test("a session that is never finished ends with its Items when it expires", async () => {
  const { app, open, webhooks } = await setup();
  const public_token = await connect(await open(), BANKS[0]);
  await webhooks();
  app.advanceClock(4 * HOUR + 1);
  expect(await webhooks()).toContainEqual(
    expect.objectContaining({ status: "SUCCESS", public_tokens: [public_token] }),
  );
  expect(listCodes(await webhooks())).toEqual([]);
});

test("the same login twice in a session is noticed, and renewing it adds no Item", async () => {
  const { open, webhooks } = await setup();
  const link = await open();
  const first = await connect(link, BANKS[0]);
  expect((await signIn(link, BANKS[0])).existing).not.toBeNull();
  const again = (await link.bridge("item/renew", {})).body.public_token;
  await webhooks();
  expect(again).not.toBe(first);
  await link.bridge("session/exit", { status: null });
  expect(await webhooks()).toContainEqual(expect.objectContaining({ public_tokens: [again] }));
});

test("a consumer report is made once, of all Items of the session", async () => {
  const { app, open, webhooks } = await setup({
    products: ["cra_base_report"],
    consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT",
    cra_options: { days_requested: 30 },
  });
  const link = await open();
  const ready = async () =>
    (await webhooks()).filter(({ webhook_code }) => /CHECK_REPORT/.test(webhook_code));
  for (const bank of BANKS) {
    await connect(link, bank);
    expect(await ready()).toEqual([]);
  }
  await link.bridge("session/exit", { status: null });
  const reports: unknown[] = [];
  for (let round = 0; round < 4; round++) reports.push(...(await ready()));
  expect(reports).toMatchObject([{ item_ids: [expect.any(String), expect.any(String)] }]);
  expect(app.logged.join()).not.toContain("unexpected error");
});
