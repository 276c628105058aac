import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/bridge.ts";
import { Connection } from "../../../protocol/selection.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../../testing/test-app/token-bank.ts";

const MINUTE = 60_000;

type Link = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>["startLink"]>>;
type Answer = Awaited<ReturnType<Link["bridge"]>>;

const fieldsOf = ({ status, body }: Answer) => {
  expect(status).toBe(200);
  const { request_id: _, ...fields } = body;
  return fields;
};
const refusalOf = ({ status, body }: Answer) => {
  expect(status).toBe(400);
  return body.error_code;
};

/** An app whose one institution redirects. */
const redirectApp = async () => {
  const app = await testApp();
  const bank = createTokenBank({ redirects: true });
  reachOnly(app, bank.connector);
  const institution = { institution_id: bank.institutionId };
  const leave = async (link: Link) => {
    const answer = await link.bridge("credentials/submit", { ...institution, credentials: {} });
    const { redirect, ...others } = LoginResponse.parse(fieldsOf(answer));
    expect(others).toEqual({ challenge: null, selection: null, connection: null });
    if (!redirect) throw new Error("the institution redirects");
    return redirect;
  };
  /** A session whose user was sent to the institution. */
  const redirected = async (config: Record<string, unknown> = {}, resume?: string) => {
    const link = await app.startLink(config, undefined, resume);
    expect((await link.bridge("institution/select", institution)).body.fields).toEqual([]);
    const redirect = await leave(link);
    return { link, redirect, back: (body: object) => link.bridge("redirect/return", body) };
  };
  const stepOf = async ({ tokenDigest }: Link) =>
    (await app.services.store.sessions.byTokenDigest(tokenDigest))?.step;
  return { app, bank, institution, leave, redirected, stepOf };
};

describe("a login at the institution's own site", () => {
  test("leads to the accounts, and to an Item with what the institution's connector remembers", async () => {
    const { app, bank, redirected } = await redirectApp();
    const { redirect, link, back } = await redirected();
    expect(redirect.expires_at).toBe("2026-01-15T12:15:00.000Z");
    expect(bank.redirectUri()).toBe("http://localhost:8080/oauth/return");
    const { selection } = LoginResponse.parse(fieldsOf(await back(bank.signIn(redirect.url))));
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    expect(account_ids).toHaveLength(1);
    const answer = await link.bridge("accounts/select", { account_ids });
    const { public_token } = Connection.parse(fieldsOf(answer));
    const { access_token } = await app.call("/item/public_token/exchange", { public_token });
    await app.call("/accounts/balance/get", { access_token });
    expect(bank.token()).toBe("token-2");
  });

  test("has its state and its proof in the store as a digest and sealed, and in no log", async () => {
    const { app, bank, redirected, stepOf } = await redirectApp();
    const { link, redirect, back } = await redirected();
    const { state, parameters } = bank.signIn(redirect.url);
    expect(state).toMatch(/^[0-9A-Za-z]{43}$/);
    const step = JSON.stringify(await stepOf(link));
    expect(step).toContain('"at":"redirect"');
    await back({ state, parameters });
    for (const secret of [state, "verifier", parameters.code])
      expect(step + app.logged.join("")).not.toContain(secret);
  });

  test("is completed once, and a retry of that gets its answer again", async () => {
    const { bank, redirected } = await redirectApp();
    const { redirect, back } = await redirected();
    const returned = bank.signIn(redirect.url);
    const first = { submission_id: randomUUID(), ...returned };
    const answers = [await back(first), await back(first)].map(fieldsOf);
    expect(answers[1]).toEqual(answers[0]);
    expect(refusalOf(await back(returned))).toBe("INVALID_LINK_SESSION");
    expect(refusalOf(await back(bank.signIn(redirect.url)))).toBe("INVALID_LINK_SESSION");
  });

  test("is completed by one of several returns at once", async () => {
    const { bank, redirected } = await redirectApp();
    const { redirect, back } = await redirected();
    const answers = await Promise.all([1, 2, 3].map(() => back(bank.signIn(redirect.url))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test("is completed in its own session only, and no other state ends it", async () => {
    const { bank, redirected, stepOf } = await redirectApp();
    const [mine, theirs] = [await redirected(), await redirected()];
    const returned = bank.signIn(mine.redirect.url);
    const step = await stepOf(theirs.link);
    for (const state of [returned.state, "made-up", `${returned.state}0`]) {
      const answer = await theirs.back({ ...returned, state });
      expect(refusalOf(answer)).toBe("INVALID_FIELD");
      expect(JSON.stringify(answer.body)).not.toContain(state);
    }
    expect(await stepOf(theirs.link)).toEqual(step);
    expect((await mine.back(returned)).status).toBe(200);
    expect((await theirs.back(bank.signIn(theirs.redirect.url))).status).toBe(200);
  });

  test("needs the session's token", async () => {
    const { app, bank, redirected } = await redirectApp();
    const { redirect, back } = await redirected();
    const returned = bank.signIn(redirect.url);
    const body = { submission_id: randomUUID(), ...returned };
    expect(refusalOf(await app.post("/bridge/redirect/return", body))).toBe("INVALID_LINK_SESSION");
    expect((await back(returned)).status).toBe(200);
  });
});

describe("a redirect that leads to nothing", () => {
  test("expires after 15 minutes, and the user is sent again, with another state", async () => {
    const { app, bank, leave, redirected, stepOf } = await redirectApp();
    const { link, redirect, back } = await redirected();
    app.passTime(15 * MINUTE);
    expect(refusalOf(await back(bank.signIn(redirect.url)))).toBe("USER_INPUT_TIMEOUT");
    expect(await stepOf(link)).toEqual({ at: "credentials", institutionId: bank.institutionId });
    const again = await leave(link);
    expect(again.url).not.toBe(redirect.url);
    expect(refusalOf(await back(bank.signIn(redirect.url)))).toBe("INVALID_FIELD");
    app.passTime(15 * MINUTE - 1);
    expect((await back(bank.signIn(again.url))).status).toBe(200);
  });

  test.each([
    ["access_denied", "ACCESS_NOT_GRANTED"],
    ["server_error", "INTERNAL_SERVER_ERROR"],
  ])("uses its state up where the institution answers %s", async (error, code) => {
    const { bank, leave, redirected } = await redirectApp();
    const { link, redirect, back } = await redirected();
    const { state, parameters } = bank.signIn(redirect.url);
    const answer = await back({ state, parameters: { error } });
    expect(answer.body.error_code).toBe(code);
    expect(refusalOf(await back({ state, parameters }))).toBe("INVALID_LINK_SESSION");
    expect((await back(bank.signIn((await leave(link)).url))).status).toBe(200);
  });

  test("is given up for another sign-in, another institution, or by an exit", async () => {
    const { bank, institution, leave, redirected } = await redirectApp();
    const { link, redirect, back } = await redirected();
    const second = await leave(link);
    expect(refusalOf(await back(bank.signIn(redirect.url)))).toBe("INVALID_FIELD");
    await link.bridge("institution/select", institution);
    expect(refusalOf(await back(bank.signIn(second.url)))).toBe("INVALID_LINK_SESSION");
    const third = await leave(link);
    expect((await link.bridge("session/exit", { status: null })).status).toBe(200);
    expect(refusalOf(await back(bank.signIn(third.url)))).toBe("INVALID_LINK_SESSION");
  });

  test("is begun anew in another frame, which finds the institution's form", async () => {
    const { app, bank, institution, leave, redirected } = await redirectApp();
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      products: ["auth"],
      user: { client_user_id: "user-1" },
    });
    const secret = randomUUID();
    const { redirect, back } = await redirected({ token: link_token }, secret);
    const { link_sessions } = await app.call("/link/token/get", { link_token });
    expect(link_sessions).toMatchObject([{ step: "credentials" }]);
    const other = await app.startLink({ token: link_token }, undefined, secret);
    expect(other.body.standing).toMatchObject({ at: "form", form: { institution, fields: [] } });
    const answer = await back(bank.signIn(redirect.url));
    expect(refusalOf(answer)).toBe("INVALID_LINK_SESSION");
    const returned = bank.signIn((await leave(other)).url);
    expect((await other.bridge("redirect/return", returned)).status).toBe(200);
  });
});
