import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { Language } from "../../protocol/vocabulary.ts";
import { redirectApp } from "../../testing/test-app/redirect-app.ts";
import { createTokenBank, reachOnly } from "../../testing/test-app/token-bank.ts";
import { REVOKE_JOB } from "../domain/connectors/revoke-job.ts";
import type { Grant } from "../domain/grants/grant.ts";
import { endGrant } from "../domain/grants/make-grant.ts";
import {
  type GrantLinkRequest,
  grantLinkUrl,
  openGrantLink,
  removeGrantLink,
} from "../domain/grants/open-grant-link.ts";
import { appGrant, appWithDoors, linkWithTransactions } from "./doors.fixture.ts";
import { reader } from "./gocardless/reader.fixture.ts";
import { callPluggy, listRefs, pluggyGrant, signIn } from "./pluggy/pluggy.fixture.ts";

type App = Awaited<ReturnType<typeof redirectApp>>["app"];
type Opened = { app: App; grant: Grant; linkId: string };

const OPERATOR = { kind: "operator", name: "test" } as const;

/** Every way in which an application's link ends early. */
const ENDS: readonly [string, (opened: Opened) => Promise<unknown>][] = [
  ["the grant ends", ({ app, grant }) => endGrant(app.services, grant.grantId, OPERATOR)],
  [
    "the link is deleted",
    ({ app, grant, linkId }) => removeGrantLink(app.services, grant, linkId, OPERATOR),
  ],
  [
    "grants are switched off",
    ({ app }) =>
      app.services.store.clients.setGrantsAllowed(app.keys.client_id, false, app.services.clock()),
  ],
];

const SENTENCES: Readonly<Record<Language, string>> = {
  en: "The request of Ledger has ended. Nothing was connected.",
  fr: "La demande de Ledger a pris fin. Rien n’a été connecté.",
};

/** An application's link at a bank that grants access, with its session at the bank's form. */
const atForm = async ({ redirects = false, language = "en" as Language } = {}) => {
  const setup = await redirectApp();
  const { app } = setup;
  const bank = redirects ? setup.bank : createTokenBank();
  if (!redirects) reachOnly(app, bank.connector);
  const { grant } = await appGrant(app, "gocardless");
  const request: GrantLinkRequest = {
    ...{ language, countryCodes: ["US"], products: ["transactions"], optionalProducts: [] },
    ...{ institutionId: bank.institutionId, redirect: null, clientUserId: null },
    ...{ transactionDays: null, accessDays: 90, updateItemId: null, details: "{}" },
    lifetimeMs: 86_400_000,
  };
  const { linkId } = await openGrantLink(app.services, grant, request);
  const secret = new URL(grantLinkUrl(app.services, { linkId })).hash.slice(1);
  const openPage = () => app.post("/bridge/hosted/open", { secret });
  const { body: page } = await openPage();
  const config = { token: page.link_token };
  const link = await app.startLink(config);
  const body = { institution_id: bank.institutionId, credentials: {}, submission_id: randomUUID() };
  const submit = () => link.bridge("credentials/submit", body);
  const revocations = () => app.services.store.jobs.count(REVOKE_JOB);
  const items = () =>
    app.services.store.items.ofEndUser({
      ...{ clientId: app.keys.client_id, institutionId: bank.institutionId },
      ...{ userId: null, clientUserId: grant.grantId },
    });
  return { ...setup, bank, grant, linkId, link, config, openPage, submit, revocations, items };
};

describe.each(ENDS)("once %s", (_, end) => {
  test("its link opens no more, on its page or in Link", async () => {
    const opened = await atForm();
    const { app, openPage, config } = opened;
    expect((await openPage()).status).toBe(200);
    await end(opened);
    expect((await openPage()).body.error_code).toBe("INVALID_LINK_TOKEN");
    const { body } = await app.startLink(config);
    expect(body.error_code).toBe("INVALID_LINK_TOKEN");
  });

  test.each(["en", "fr"] as const)(
    "a user who chooses accounts reads so in %s",
    async (language) => {
      const opened = await atForm({ language });
      const { link, submit, revocations, items, app, config } = opened;
      const { selection } = (await submit()).body;
      const account_ids = Object(selection).accounts.map(({ id }: { id: string }) => id);
      expect(account_ids.length).toBe(1);
      await end(opened);
      expect(await revocations()).toBe(1);
      const { status, body } = await link.bridge("accounts/select", { account_ids });
      expect([status, body.error_code]).toEqual([400, "INVALID_LINK_SESSION"]);
      expect(body.display_message).toBe(SENTENCES[language]);
      expect(await items()).toEqual([]);
      // The frame is reloaded.
      expect((await app.startLink(config)).body.error_code).toBe("INVALID_LINK_TOKEN");
      expect(await revocations()).toBe(1);
    },
  );

  test("the access that a sign-in brings afterwards is revoked", async () => {
    const opened = await atForm();
    const { bank, submit, revocations, items } = opened;
    const start = bank.connector.start.bind(bank.connector);
    vi.spyOn(bank.connector, "start").mockImplementationOnce(async (...args) => {
      const step = await start(...args);
      await end(opened);
      return step;
    });
    const { body } = await submit();
    expect([body.error_code, body.display_message]).toEqual(["INVALID_LINK_SESSION", SENTENCES.en]);
    expect((await submit()).body.display_message).toBe(SENTENCES.en);
    expect(await revocations()).toBe(1);
    expect(await items()).toEqual([]);
  });

  test("a choice that is sent at the same moment connects everything or nothing", async () => {
    const opened = await atForm();
    const { link, submit, revocations, items } = opened;
    const { selection } = (await submit()).body;
    const account_ids = Object(selection).accounts.map(({ id }: { id: string }) => id);
    const [, { status }] = await Promise.all([
      end(opened),
      link.bridge("accounts/select", { account_ids }),
    ]);
    expect(await items()).toHaveLength(status === 200 ? 1 : 0);
    expect(await revocations()).toBe(status === 200 ? 0 : 1);
  });

  test("a user who comes back from the bank's own site brings no access", async () => {
    const opened = await atForm({ redirects: true });
    const { app, bank, link, leave, newBrowser, revocations, items } = opened;
    const { url } = await leave(link);
    const browser = newBrowser();
    const { location } = await browser.startRedirect(url);
    const { state, parameters } = bank.signIn(location);
    await end(opened);
    const page = await browser.sendCallback({ state, ...parameters });
    expect(page.text).toContain("Nothing has been connected here");
    const { body } = await link.bridge("redirect/await", {});
    expect(body.display_message).toBe(SENTENCES.en);
    // The unused access expires at the bank.
    expect(await revocations()).toBe(0);
    await app.runJobs();
    expect(await items()).toEqual([]);
  });

  test("access that the bank gives while the link ends is revoked", async () => {
    const opened = await atForm({ redirects: true });
    const { bank, link, leave, newBrowser, revocations, items } = opened;
    const { url } = await leave(link);
    const browser = newBrowser();
    const { location } = await browser.startRedirect(url);
    const { state, parameters } = bank.signIn(location);
    const { redirect } = bank.connector;
    if (!redirect) throw new Error("the bank redirects");
    const { finish } = redirect;
    vi.spyOn(redirect, "finish").mockImplementationOnce(async (...args) => {
      const step = await finish(...args);
      await end(opened);
      return step;
    });
    await browser.sendCallback({ state, ...parameters });
    expect(await revocations()).toBe(1);
    expect(await items()).toEqual([]);
  });
});

test("the removal of the client ends a session under way, and revokes the access of a sign-in", async () => {
  const { app, submit, bank, items, openPage, revocations } = await atForm();
  const start = bank.connector.start.bind(bank.connector);
  vi.spyOn(bank.connector, "start").mockImplementationOnce(async (...args) => {
    const step = await start(...args);
    const { clients } = app.services.store;
    await clients.remove(app.keys.client_id, { onlyEmpty: false, now: app.services.clock() });
    return step;
  });
  expect((await submit()).body.error_code).toBe("INVALID_LINK_SESSION");
  expect(await revocations()).toBe(1);
  expect(await items()).toEqual([]);
  expect((await openPage()).body.error_code).toBe("INVALID_LINK_TOKEN");
});

test("the last day of a grant ends its links and their sessions, with a sentence", async () => {
  const { app, grant, openPage, items, config, bank } = await atForm();
  const { grants } = app.services.store;
  const until = app.services.clock() + 60_000;
  await grants.change(
    grant.grantId,
    { name: grant.name, fromDate: null, pending: "as_they_are", until },
    [],
  );
  const link = await app.startLink(config);
  const submit = () =>
    link.bridge("credentials/submit", {
      ...{ institution_id: bank.institutionId, credentials: {}, submission_id: randomUUID() },
    });
  expect((await submit()).status).toBe(200);
  app.advanceClock(60_000);
  const { body } = await submit();
  expect([body.error_code, body.display_message]).toEqual(["INVALID_LINK_SESSION", SENTENCES.en]);
  expect((await openPage()).body).toMatchObject({ is_over: true, link_token: null });
  expect((await app.startLink(config)).body.error_code).toBe("INVALID_LINK_TOKEN");
  expect(await items()).toEqual([]);
});

test("links open again once their client allows grants again", async () => {
  const { app, openPage, config } = await atForm();
  const { clients } = app.services.store;
  for (const isOn of [false, true])
    await clients.setGrantsAllowed(app.keys.client_id, isOn, app.services.clock());
  expect((await openPage()).status).toBe(200);
  expect((await app.startLink(config)).status).toBe(200);
});

test("a requisition that is deleted while its user signs in connects nothing", async () => {
  const { app, call, requisition, get } = await reader();
  const { id, link: url } = await requisition();
  const { body: page } = await app.post("/bridge/hosted/open", {
    secret: new URL(url).hash.slice(1),
  });
  const link = await app.startLink({ token: page.link_token });
  expect((await call("DELETE", `/requisitions/${id}/`)).status).toBe(200);
  const { body } = await link.bridge("credentials/submit", {
    institution_id: "ins_109508",
    credentials: { username: "user_good", password: "pass_good" },
  });
  expect(body.display_message).toBe(SENTENCES.en);
  expect(await get("/requisitions/")).toMatchObject({ count: 0 });
});

test("an item that leaves an application is not renewed by a link from before", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { keys } = await pluggyGrant(app, listRefs(item));
  const apiKey = await signIn(app, keys);
  const [{ id: itemId }] = (await callPluggy(app, apiKey, "GET", "/items")).json.results;
  const { json } = await callPluggy(app, apiKey, "POST", "/connect_token", { itemId });
  const secret = new URL(json.connectUrl).hash.slice(1);
  const { body: page } = await app.post("/bridge/hosted/open", { secret });
  const link = await app.startLink({ token: page.link_token });
  expect((await callPluggy(app, apiKey, "DELETE", `/items/${itemId}`)).status).toBe(200);
  const credentials = { username: "user_good", password: "pass_good" };
  const body = { institution_id: item.institution, credentials };
  expect((await link.bridge("credentials/submit", body)).body.error_code).toBe(
    "INVALID_LINK_SESSION",
  );
  const again = await app.post("/bridge/hosted/open", { secret });
  expect(again.body.error_code).toBe("INVALID_LINK_TOKEN");
});
