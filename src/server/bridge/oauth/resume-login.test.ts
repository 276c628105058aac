import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { AwaitCallbackResponse, LoginResponse } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import { type Browser, type Link, redirectApp } from "../../../testing/test-app/redirect-app.ts";
import { ownId, ownLine } from "../../domain/bank-values.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";

const MINUTE = 60_000;

type Answer = Awaited<ReturnType<Link["bridge"]>>;
type Setup = Awaited<ReturnType<typeof redirectApp>>;

/** The bank's redirect, which a test may replace. */
const readRedirect = ({ connector: { redirect } }: Setup["bank"]) => {
  if (!redirect) throw new Error("the bank redirects");
  return redirect;
};

const toFields = ({ status, body }: Answer) => {
  expect(status).toBe(200);
  const { request_id: _, ...fields } = body;
  return fields;
};
const toRefusal = ({ status, body }: Answer) => {
  expect(status).toBeGreaterThanOrEqual(400);
  return body.error_code;
};

/** Leaves for the bank, signs in and returns, all in one browser. */
const visit = async ({ bank }: Setup, browser: Browser, startUrl: string) => {
  const { location } = await browser.startRedirect(startUrl);
  const { state, parameters } = bank.signIn(location);
  return { state, parameters, page: await browser.sendCallback({ state, ...parameters }) };
};

describe("a login at the institution's own site", () => {
  test("a login at the institution's site leads to accounts, and to an Item with the connector's state", async () => {
    const setup = await redirectApp();
    const { app, bank, goOn, redirected, newBrowser } = setup;
    const { redirect, link } = await redirected();
    expect(redirect.expires_at).toBe("2026-01-15T12:15:00.000Z");
    expect(bank.redirectUri()).toBe("http://localhost:8080/oauth/return");
    const { page } = await visit(setup, newBrowser(), redirect.url);
    expect(page.text).toContain("You can close this window");
    const waiting = toFields(await link.bridge("redirect/await", {}));
    expect(AwaitCallbackResponse.parse(waiting)).toEqual({ returned: true });
    const { selection } = LoginResponse.parse(toFields(await goOn(link)));
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    expect(account_ids).toHaveLength(1);
    const answer = await link.bridge("accounts/select", { account_ids });
    const { public_token } = Connection.parse(toFields(answer));
    const { access_token } = await app.call("/item/public_token/exchange", { public_token });
    await app.call("/accounts/balance/get", { access_token });
    expect(bank.token()).toBe("token-2");
  });

  test("the secrets of a redirect are in the store as digests or sealed, and in no log", async () => {
    const setup = await redirectApp();
    const { app, redirected, newBrowser, stepOf } = setup;
    const { link, redirect } = await redirected();
    const before = JSON.stringify(await stepOf(link));
    const browser = newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    const { state, parameters } = setup.bank.signIn(location);
    const cookies = [...browser.jar.values()];
    expect(cookies).toHaveLength(1);
    await browser.sendCallback({ state, ...parameters });
    const after = JSON.stringify(await stepOf(link));
    expect(after).toContain('"at":"returned"');
    expect(state).toMatch(/^[0-9A-Za-z]{43}$/);
    const ticket = new URL(redirect.url).searchParams.get("ticket") ?? "none";
    for (const secret of [
      state,
      ticket,
      "verifier",
      "token-1",
      ...cookies,
      ...Object.values(parameters),
    ])
      expect(before + after + app.logged.join("")).not.toContain(secret);
  });

  test("a login is resumed once, and a retry gets the same response", async () => {
    const setup = await redirectApp();
    const { redirected, newBrowser, goOn } = setup;
    const { redirect, link } = await redirected();
    await visit(setup, newBrowser(), redirect.url);
    const first = { submission_id: randomUUID() };
    const answers = [
      await link.bridge("redirect/return", first),
      await link.bridge("redirect/return", first),
    ].map(toFields);
    expect(answers[1]).toEqual(answers[0]);
    expect(toRefusal(await goOn(link))).toBe("INVALID_LINK_SESSION");
  });

  test("a login that the store fails to resume gets 503, and a retry resumes it with its access", async () => {
    const setup = await redirectApp();
    const { app, redirected, newBrowser, linkToken } = setup;
    const { redirect, link } = await redirected(undefined, { token: await linkToken() });
    await visit(setup, newBrowser(), redirect.url);
    const failure = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_READ" });
    vi.spyOn(app.services.store.items, "ofEndUser").mockRejectedValueOnce(failure);
    const submission = { submission_id: randomUUID() };
    const refused = await link.bridge("redirect/return", submission);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": expect.anything() } });
    const { selection } = LoginResponse.parse(
      toFields(await link.bridge("redirect/return", submission)),
    );
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    expect((await link.bridge("accounts/select", { account_ids })).status).toBe(200);
    expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(0);
  });

  test("Link waits until the callback has arrived", async () => {
    const setup = await redirectApp();
    const { app, redirected, newBrowser } = setup;
    const { redirect, link } = await redirected();
    let pauses = 0;
    vi.spyOn(app.services, "pause").mockImplementation(async () => {
      pauses += 1;
      if (pauses === 25) await visit(setup, newBrowser(), redirect.url);
    });
    expect(toFields(await link.bridge("redirect/await", {}))).toEqual({ returned: false });
    expect(pauses).toBe(19);
    expect(toFields(await link.bridge("redirect/await", {}))).toEqual({ returned: true });
    expect(pauses).toBe(25);
  });

  test("Link stops waiting if the session ends or another frame takes it over", async () => {
    const { app, redirected } = await redirectApp();
    const { link } = await redirected();
    vi.spyOn(app.services, "pause").mockImplementation(async () => {
      await link.bridge("session/exit", { status: null });
    });
    expect(toRefusal(await link.bridge("redirect/await", {}))).toBe("INVALID_LINK_SESSION");
    expect(toRefusal(await link.bridge("redirect/await", {}))).toBe("INVALID_LINK_SESSION");
  });

  test("a login is resumed with the session's token only", async () => {
    const { app } = await redirectApp();
    const body = { submission_id: randomUUID() };
    expect(toRefusal(await app.post("/bridge/redirect/return", body))).toBe("INVALID_LINK_SESSION");
    expect(toRefusal(await app.post("/bridge/redirect/await", {}))).toBe("INVALID_LINK_SESSION");
  });
});

describe("a redirect without a result", () => {
  test("a redirect expires after 15 minutes, and the next one has another state", async () => {
    const setup = await redirectApp();
    const { app, bank, goOn, leave, redirected, newBrowser, stepOf } = setup;
    const { link, redirect } = await redirected();
    const browser = newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    app.advanceClock(15 * MINUTE);
    const { state, parameters } = bank.signIn(location);
    const page = await browser.sendCallback({ state, ...parameters });
    expect(page.text).toContain("That took too long.");
    expect(toRefusal(await goOn(link))).toBe("USER_INPUT_TIMEOUT");
    expect(await stepOf(link)).toEqual({ at: "credentials", institutionId: bank.institutionId });
    const again = await leave(link);
    expect(again.url).not.toBe(redirect.url);
    expect((await visit(setup, browser, again.url)).page.status).toBe(200);
    expect((await goOn(link)).status).toBe(200);
  });

  test("a redirect without a callback ends in USER_INPUT_TIMEOUT", async () => {
    const { app, goOn, redirected } = await redirectApp();
    const { link } = await redirected();
    expect(toRefusal(await goOn(link))).toBe("INVALID_LINK_SESSION");
    app.advanceClock(15 * MINUTE);
    expect(toFields(await link.bridge("redirect/await", {}))).toEqual({ returned: true });
    expect(toRefusal(await goOn(link))).toBe("USER_INPUT_TIMEOUT");
  });

  test.each([
    ["access_denied", "ACCESS_NOT_GRANTED", "You did not allow everything"],
    ["server_error", "INTERNAL_SERVER_ERROR", "Something went wrong on our side."],
  ])("a state is used up if the institution responds with %s", async (error, code, words) => {
    const setup = await redirectApp();
    const { app, bank, goOn, leave, redirected, newBrowser } = setup;
    const { link, redirect } = await redirected();
    const browser = newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    const { state, parameters } = bank.signIn(location);
    const page = await browser.sendCallback({ state, error, error_description: "<b>secret</b>" });
    expect(page.text).toContain(words);
    expect(page.text + app.logged.join("")).not.toContain("secret");
    expect((await browser.sendCallback({ state, ...parameters })).text).toContain(
      "This page was opened before",
    );
    expect(toRefusal(await goOn(link))).toBe(code);
    await visit(setup, browser, (await leave(link)).url);
    expect((await goOn(link)).status).toBe(200);
  });

  test("another sign-in, another institution or an exit gives up a redirect", async () => {
    const setup = await redirectApp();
    const { institution, leave, redirected, newBrowser } = setup;
    const { link, redirect } = await redirected();
    const browser = newBrowser();
    const title = async (startUrl: string, meanwhile: () => Promise<unknown>) => {
      const { location } = await browser.startRedirect(startUrl);
      await meanwhile();
      const { state, parameters } = setup.bank.signIn(location);
      return (await browser.sendCallback({ state, ...parameters })).text;
    };
    const sentence = "This sign-in is no longer open";
    let second = "";
    const startAgain = async () => {
      second = (await leave(link)).url;
    };
    expect(await title(redirect.url, startAgain)).toContain(sentence);
    const select = () => link.bridge("institution/select", institution);
    expect(await title(second, select)).toContain(sentence);
    const exit = () => link.bridge("session/exit", { status: "requires_oauth" });
    expect(await title((await leave(link)).url, exit)).toContain(sentence);
    expect(setup.bank.token()).toBe("");
  });

  test("an exit while the code is exchanged stays an exit", async () => {
    const setup = await redirectApp();
    const { bank, redirected, newBrowser, stepOf } = setup;
    const { link, redirect } = await redirected();
    const redirects = readRedirect(bank);
    const finishRedirect = redirects.finish;
    vi.spyOn(redirects, "finish").mockImplementation(async (...parameters) => {
      await link.bridge("session/exit", { status: null });
      return finishRedirect(...parameters);
    });
    const { page } = await visit(setup, newBrowser(), redirect.url);
    expect(page.text).toContain("This sign-in is no longer open");
    expect(await stepOf(link)).toMatchObject({ at: "exited" });
  });

  test("update mode refuses another login that was picked at the institution", async () => {
    const setup = await redirectApp();
    const { app, bank, goOn, redirected, leave, newBrowser } = setup;
    const { link, redirect } = await redirected();
    await visit(setup, newBrowser(), redirect.url);
    const { selection } = LoginResponse.parse(toFields(await goOn(link)));
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    const { body } = await link.bridge("accounts/select", { account_ids });
    const exchange = await app.call("/item/public_token/exchange", {
      public_token: body.public_token,
    });
    const { access_token } = exchange;
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const update = await app.startLink({ token: public_token });
    const redirects = readRedirect(bank);
    const finishRedirect = redirects.finish;
    const spy = vi.spyOn(redirects, "finish").mockImplementation(async (...parameters) => {
      const step = await finishRedirect(...parameters);
      if (step?.at !== "accounts") throw new Error("the bank has accounts");
      const accounts = step.accounts.map((account) => ({
        ...account,
        key: ownId("of-somebody-else"),
        mask: ownLine("9"),
      }));
      return { ...step, accounts };
    });
    await visit(setup, newBrowser(), (await leave(update)).url);
    expect(toRefusal(await goOn(update))).toBe("OAUTH_LOGIN_MISMATCH");
    spy.mockRestore();
    await visit(setup, newBrowser(), (await leave(update)).url);
    expect(LoginResponse.parse(toFields(await goOn(update))).connection).not.toBeNull();
    await app.call("/accounts/balance/get", { access_token });
  });
});
