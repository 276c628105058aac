import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { LoginResponse } from "../../protocol/link/bridge.ts";
import { redirectApp } from "../../testing/test-app/redirect-app.ts";
import type { testApp } from "../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../testing/test-app/token-bank.ts";
import { REVOKE_JOB } from "../domain/connectors/revoke-job.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const AWAY = new Error("the store is away");

/**
 * Fails some calls of a store's method, before or after their commit. `during` runs while the calls
 * fail.
 */
const failing = <Port extends object>(
  { services }: App,
  port: Port,
  method: keyof Port & string,
  { when, times = 1, during }: { when: string; times?: number; during?: () => Promise<unknown> },
) => {
  vi.spyOn(services, "pause").mockResolvedValue();
  const real = (port[method] as (...args: unknown[]) => Promise<unknown>).bind(port);
  let calls = 0;
  const replacement = async (...args: unknown[]) => {
    if (calls++ >= times) return real(...args);
    if (when === "behind") await real(...args);
    await during?.();
    throw AWAY;
  };
  Object.assign(port, { [method]: replacement });
};

const revocations = ({ services }: App) => services.store.jobs.count(REVOKE_JOB);

/** A session with a sign-in at the bank, just before the browser's callback. */
const atCallback = async () => {
  const setup = await redirectApp();
  const { redirect, link } = await setup.redirected();
  const browser = setup.newBrowser();
  const { location } = await browser.startRedirect(redirect.url);
  const { state, parameters } = setup.bank.signIn(location);
  return { ...setup, link, comeBack: () => browser.sendCallback({ state, ...parameters }) };
};

/** A session at a password form. */
const atPassword = async () => {
  const setup = await redirectApp();
  const bank = createTokenBank();
  reachOnly(setup.app, bank.connector);
  const link = await setup.app.startLink();
  const { institutionId: institution_id } = bank;
  await link.bridge("institution/select", { institution_id });
  const body = { institution_id, credentials: {}, submission_id: randomUUID() };
  const submit = () => link.bridge("credentials/submit", body);
  return { ...setup, link, submit };
};

describe.each(["before", "behind"])("a store that fails %s its commit", (when) => {
  test("keeps what a callback brought", async () => {
    const { app, comeBack, goOn, link } = await atCallback();
    failing(app, app.services.store.sessions, "advance", { when, times: 3 });
    expect((await comeBack()).text).toContain("You can close this window");
    const { request_id: _, ...fields } = (await goOn(link)).body;
    expect(LoginResponse.parse(fields).selection?.accounts).toHaveLength(1);
    expect(await revocations(app)).toBe(0);
  });

  test("keeps what a sign-in brought", async () => {
    const { app, submit } = await atPassword();
    failing(app, app.services.store.sessions, "advance", { when, times: 3 });
    const { request_id: _, ...fields } = (await submit()).body;
    expect(LoginResponse.parse(fields).selection?.accounts).toHaveLength(1);
    expect(await revocations(app)).toBe(0);
  });
});

test("a callback that Link has gone on with is kept, though the store's answer was lost", async () => {
  const { app, comeBack, goOn, link } = await atCallback();
  const { sessions } = app.services.store;
  failing(app, sessions, "advance", { when: "behind", during: () => goOn(link) });
  expect((await comeBack()).text).toContain("You can close this window");
  expect(await revocations(app)).toBe(0);
});

test("an Item that was connected while the store's answer was lost keeps its access", async () => {
  const { app, link, submit } = await atPassword();
  const goOn = async () => {
    const { request_id: _, ...fields } = (await submit()).body;
    const accounts = LoginResponse.parse(fields).selection?.accounts ?? [];
    const account_ids = accounts.map(({ id }) => id);
    expect((await link.bridge("accounts/select", { account_ids })).status).toBe(200);
  };
  const { sessions } = app.services.store;
  failing(app, sessions, "advance", { when: "behind", during: goOn });
  expect((await submit()).body.error_code).toBe("INVALID_LINK_SESSION");
  expect(await revocations(app)).toBe(0);
});

test("access that a user has left behind while the store failed is revoked, though that failed as well", async () => {
  const { app, link, submit } = await atPassword();
  const { sessions, jobs } = app.services.store;
  const during = () => link.bridge("session/exit", { status: null });
  failing(app, sessions, "advance", { when: "before", during });
  failing(app, jobs, "add", { when: "behind", times: 2 });
  expect((await submit()).body.error_code).toBe("INVALID_LINK_SESSION");
  expect(await revocations(app)).toBe(1);
});

test("a store that stays away is tried four times", async () => {
  const { app, submit } = await atPassword();
  let tries = 0;
  const during = async () => void tries++;
  failing(app, app.services.store.sessions, "advance", { when: "before", times: 9, during });
  expect((await submit()).status).toBe(500);
  expect(tries).toBe(4);
});
