import { expect, test } from "vitest";
import { endGrant } from "../../domain/grants/make-grant.ts";
import { linkAt } from "../doors.fixture.ts";
import { callDoor, reader } from "./reader.fixture.ts";
import { Agreement, Institution, Refusal, Requisition, toPage } from "./shapes.fixture.ts";

const DAY_MS = 86_400_000;
const OPERATOR = { kind: "operator", name: "test" } as const;

test("the keys of a grant give tokens, and a refresh token gives another access token", async () => {
  const { app, keys, tokens, call } = await reader();
  const refreshed = await callDoor(app, "POST", "/token/refresh/", {
    body: { refresh: tokens.refresh },
  });
  expect(refreshed.json()).toEqual({ access: expect.any(String), access_expires: 86_400 });
  expect((await call("GET", "/requisitions/", undefined, refreshed.json().access)).status).toBe(
    200,
  );
  expect((await call("GET", "/requisitions/", undefined, tokens.refresh)).status).toBe(401);
  for (const body of [
    { ...keys, secret_key: "another" },
    { ...keys, secret_id: "another" },
  ]) {
    const { status, json } = await callDoor(app, "POST", "/token/new/", { body });
    expect([status, Refusal.parse(json())]).toEqual([
      401,
      {
        summary: "Authentication failed",
        detail: "No active account found with the given credentials",
        status_code: 401,
      },
    ]);
  }
  const forAccess = { body: { refresh: tokens.access } };
  expect((await callDoor(app, "POST", "/token/refresh/", forAccess)).status).toBe(401);
  app.advanceClock(DAY_MS);
  expect((await call("GET", "/requisitions/")).status).toBe(401);
  expect(
    (await callDoor(app, "POST", "/token/refresh/", { body: { refresh: tokens.refresh } })).status,
  ).toBe(200);
  app.advanceClock(30 * DAY_MS);
  const late = await callDoor(app, "POST", "/token/refresh/", {
    body: { refresh: tokens.refresh },
  });
  expect([late.status, late.json().summary]).toEqual([401, "Invalid token"]);
});

test("wrong keys, forged tokens and too many tokens are throttled", async () => {
  const { app, keys, tokens } = await reader();
  const wrong = { body: { ...keys, secret_key: "wrong" }, address: "10.1.1.1" };
  for (let n = 0; n < 10; n++) await callDoor(app, "POST", "/token/new/", wrong);
  const limited = await callDoor(app, "POST", "/token/new/", wrong);
  expect([limited.status, limited.json().summary]).toEqual([429, "Rate limit exceeded"]);
  expect(limited.headers.http_x_ratelimit_account_success_remaining).toBe("0");
  const forged = { token: `${tokens.access}x`, address: "10.1.1.2" };
  for (let n = 0; n < 10; n++)
    expect((await callDoor(app, "GET", "/requisitions/", forged)).status).toBe(401);
  expect((await callDoor(app, "GET", "/requisitions/", forged)).status).toBe(429);
  let granted = 0;
  while ((await callDoor(app, "POST", "/token/new/", { body: keys })).status === 200) granted += 1;
  expect(granted).toBe(19);
});

test("an ended grant is refused at once, with each of its tokens", async () => {
  const { app, grant, keys, tokens, call } = await reader();
  await endGrant(app.services, grant.grantId, OPERATOR);
  const { status, json } = await call("GET", "/institutions/?country=us");
  expect([status, json()]).toEqual([
    401,
    { summary: "Invalid token", detail: "Token is invalid or expired", status_code: 401 },
  ]);
  const { status: renewed } = await callDoor(app, "POST", "/token/refresh/", {
    body: { refresh: tokens.refresh },
  });
  const { status: again } = await callDoor(app, "POST", "/token/new/", { body: keys });
  expect([renewed, again]).toEqual([401, 401]);
});

test("institutions are those with transactions, of a country", async () => {
  const { get, call } = await reader();
  const list = Institution.array().parse(await get("/institutions/?country=gb"));
  expect(list.length).toBeGreaterThan(1);
  expect(list.every(({ countries }) => countries.includes("GB"))).toBe(true);
  const [first] = list;
  expect(Institution.parse(await get(`/institutions/${first?.id}/`))).toEqual(first);
  expect((await get("/institutions/")).length).toBeGreaterThan(list.length);
  expect((await call("GET", "/institutions/ins_0/")).status).toBe(404);
  expect(Refusal.parse(await get("/institutions/?country=xx"))).toMatchObject({
    country: { detail: expect.stringContaining("country must be one of") },
  });
});

test("an agreement is made, listed, accepted once, and deleted before", async () => {
  const { get, call } = await reader();
  const make = async (more: object = {}) =>
    Agreement.parse(
      (
        await call("POST", "/agreements/enduser/", { institution_id: "ins_109508", ...more })
      ).json(),
    );
  const one = await make({ max_historical_days: "180", access_valid_for_days: 30 });
  expect(one).toMatchObject({
    max_historical_days: 180,
    access_valid_for_days: 30,
    accepted: null,
  });
  expect(await get(`/agreements/enduser/${one.id}`)).toEqual(one);
  const accept = () =>
    call("PUT", `/agreements/enduser/${one.id}/accept/`, {
      user_agent: "browser",
      ip_address: "10.0.0.1",
    });
  expect(Agreement.parse((await accept()).json()).accepted).toBe("2026-01-15T12:00:00.000Z");
  expect((await accept()).status).toBe(405);
  expect((await call("DELETE", `/agreements/enduser/${one.id}/`)).status).toBe(400);
  const two = await make();
  const page = toPage(Agreement).parse(await get("/agreements/enduser/?limit=1"));
  expect([page.count, page.results.length, page.previous]).toEqual([2, 1, null]);
  const rest = new URL(String(page.next));
  const second = toPage(Agreement).parse(
    await get(rest.pathname.replace("/gocardless/api/v2", "") + rest.search),
  );
  expect([second.next, second.previous]).toEqual([null, expect.stringContaining("offset=0")]);
  expect([page, second].flatMap(({ results }) => results.map(({ id }) => id)).toSorted()).toEqual(
    [one.id, two.id].toSorted(),
  );
  expect((await call("DELETE", `/agreements/enduser/${two.id}/`)).status).toBe(200);
  expect((await call("GET", `/agreements/enduser/${two.id}/`)).status).toBe(404);
});

test("one of two requisitions of one reference that are created at once is refused", async () => {
  const { requisition, get } = await reader();
  const both = await Promise.allSettled([1, 2].map(() => requisition({ reference: "user 1" })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(toPage(Requisition).parse(await get("/requisitions/")).count).toBe(1);
});

test("a requisition goes from its link to accounts, whose user comes back with its reference", async () => {
  const { app, get, requisition } = await reader();
  const made = await requisition({ reference: "user 1", user_language: "FR" });
  expect(made).toMatchObject({ status: "CR", accounts: [], reference: "user 1", agreement: null });
  await expect(requisition({ reference: "user 1" })).rejects.toThrow("reference must be unique");
  const status = async () => Requisition.parse(await get(`/requisitions/${made.id}/`)).status;
  const { page, link } = await linkAt(app, made.link, { password: "wrong" });
  expect(page).toMatchObject({
    language: "fr",
    client_name: "Ledger",
    completion_redirect_uri: "http://localhost:5006/gocardless/link?ref=user+1",
  });
  expect(await status()).toBe("UA");
  await link.bridge("session/exit", { status: "requires_credentials" });
  expect(await status()).toBe("RJ");
  const { result } = await linkAt(app, made.link);
  expect(result.status).toBe(200);
  expect(await status()).toBe("LN");
  const list = toPage(Requisition).parse(await get("/requisitions/"));
  expect(list.results.map(({ id }) => id)).toEqual([made.id]);
  expect(list.results[0]?.accounts.length).toBeGreaterThan(1);
});
