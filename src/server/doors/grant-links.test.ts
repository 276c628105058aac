import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { Grant } from "../domain/grants/grant.ts";
import { grantLinkState } from "../domain/grants/grant-link.ts";
import { grantOfToken, issueGrantToken } from "../domain/grants/grant-token.ts";
import { endGrant } from "../domain/grants/make-grant.ts";
import {
  type GrantLinkRequest,
  grantLinkUrl,
  openGrantLink,
  removeGrantLink,
} from "../domain/grants/open-grant-link.ts";
import { findGrant, grantedAccounts } from "../domain/grants/use-grant.ts";
import { appGrant, appWithDoors, linkAt } from "./doors.fixture.ts";

const DAY_MS = 86_400_000;
const OPERATOR = { kind: "operator", name: "test" } as const;

const REQUEST: GrantLinkRequest = {
  language: "en",
  countryCodes: ["US"],
  products: ["transactions"],
  optionalProducts: [],
  institutionId: "ins_109508",
  redirect: { uri: "http://localhost:5006/back", field: "redirect", query: { ref: "a b" } },
  clientUserId: null,
  transactionDays: null,
  accessDays: 90,
  updateItemId: null,
  lifetimeMs: DAY_MS,
  details: "{}",
};

const setup = async () => {
  const app = await appWithDoors();
  const { services } = app;
  const { grant, secret } = await appGrant(app, "gocardless");
  const open = (changes: Partial<GrantLinkRequest> = {}, of: Grant = grant) =>
    openGrantLink(services, of, { ...REQUEST, ...changes });
  const stateOf = async ({ linkId }: { linkId: string }) => {
    const link = await services.store.grantLinks.byId(grant.grantId, linkId);
    return link && grantLinkState(services, link);
  };
  return { app, services, grant, secret, open, stateOf };
};

test("a link opens hosted Link under the reader's name, and what is connected joins its grant", async () => {
  const { app, services, grant, open, stateOf } = await setup();
  expect(await grantedAccounts(services, grant)).toEqual([]);
  const link = await open();
  expect(await stateOf(link)).toBe("created");
  const url = grantLinkUrl(services, link);
  const { page, result } = await linkAt(app, url);
  expect(page).toMatchObject({
    client_name: "Ledger",
    completion_redirect_uri: "http://localhost:5006/back?ref=a+b",
  });
  expect(result.status).toBe(200);
  expect(await stateOf(link)).toBe("linked");
  const accounts = await grantedAccounts(services, grant);
  expect(accounts.length).toBeGreaterThan(0);
  expect(new Set(accounts.map(({ item }) => item.clientId))).toEqual(new Set([app.keys.client_id]));
  // The link's page never called back. The connection itself joined the grant.
  app.advanceClock(90 * DAY_MS);
  expect(await grantedAccounts(services, grant)).toEqual([]);
  expect(await stateOf(link)).toBe("expired");
});

test("the page of a link names the reader, whatever the client is called", async () => {
  const { app, services, open } = await setup();
  await services.store.brands.set(app.keys.client_id, {
    ...{ radius: null, font: null, hasTrustPane: false, mode: "auto" as const },
    ...{ name: "Corner Shop", accent: null },
  });
  const { page } = await linkAt(app, grantLinkUrl(services, await open()));
  expect(page).toMatchObject({ client_name: "Ledger" });
});

test("an ended grant is refused by another process on the same store at once", async () => {
  const { app, services, grant, secret } = await setup();
  const other = await testApp({ DOORS: "gocardless" }, app.folder);
  const caller = { door: "gocardless", address: "10.0.0.1" } as const;
  const keys = { grantId: grant.grantId, secret };
  const token = issueGrantToken(services, grant, { use: "access", lifetimeMs: DAY_MS });
  const readBoth = () =>
    Promise.all([
      findGrant(other.services, keys, caller),
      grantOfToken(other.services, token, { ...caller, use: "access" }),
    ]);
  expect(await readBoth()).toEqual([grant, { grant, linkId: null }]);
  await endGrant(services, grant.grantId, OPERATOR);
  await expect(findGrant(other.services, keys, caller)).rejects.toThrow();
  await expect(grantOfToken(other.services, token, { ...caller, use: "access" })).rejects.toThrow();
});

test("the second login with the same bank renews the Item, and prolongs the access", async () => {
  const { app, services, grant, open, stateOf } = await setup();
  const first = await open();
  await linkAt(app, grantLinkUrl(services, first));
  const before = await grantedAccounts(services, grant);
  app.advanceClock(80 * DAY_MS);
  const second = await open();
  await linkAt(app, grantLinkUrl(services, second), { renew: true });
  app.advanceClock(20 * DAY_MS);
  expect([await stateOf(first), await stateOf(second)]).toEqual(["expired", "linked"]);
  const ids = (list: typeof before) => list.map(({ account }) => account.account.account_id);
  expect(ids(await grantedAccounts(services, grant))).toEqual(ids(before));
  expect(await removeGrantLink(services, grant, second.linkId, OPERATOR)).toBe(true);
  expect(await removeGrantLink(services, grant, second.linkId, OPERATOR)).toBe(false);
});

test("a link is refused for a page, an institution or a product that the client does not have", async () => {
  const { open } = await setup();
  for (const [changes, message] of [
    [
      { redirect: { uri: "https://evil.example/x", field: "redirect", query: {} } },
      "redirect must be registered for the client",
    ],
    [
      { redirect: { uri: "http://evil.example/x", field: "redirect", query: {} } },
      "redirect must begin with https://",
    ],
    [
      { redirect: { uri: "javascript:alert(1)", field: "redirect", query: {} } },
      "redirect must be an address that begins with https://",
    ],
    [{ institutionId: "ins_0" }, "no institution has"],
    [{ countryCodes: ["GB"] }, "serves US"],
    [{ updateItemId: "another" }, "the Item has been removed"],
    [{ details: "x".repeat(4001) }, "at most 4000 characters"],
  ] as const)
    await expect(open(changes as Partial<GrantLinkRequest>)).rejects.toThrow(message);
});

test("a token is for its grant, its use and its time, and a forged one for none", async () => {
  const { app, services, grant, secret } = await setup();
  const caller = { door: "gocardless", address: "10.0.0.1" } as const;
  await findGrant(services, { grantId: grant.grantId, secret }, caller);
  const token = issueGrantToken(services, grant, { use: "access", lifetimeMs: DAY_MS });
  const read = (text: string, use = "access", door: typeof grant.door = "gocardless") =>
    grantOfToken(services, text, { ...caller, use, door });
  expect(await read(token)).toEqual({ grant, linkId: null });
  await expect(read(token, "refresh")).rejects.toThrow("access_token");
  await expect(read(token, "access", "pluggy")).rejects.toThrow();
  for (const forged of ["", "a.b.c", `${token}x`, token.replace(/\.\w/, ".x")])
    await expect(read(forged)).rejects.toThrow("access_token");
  app.advanceClock(DAY_MS);
  await expect(read(token)).rejects.toThrow("access_token");
  const another = issueGrantToken(services, grant, { use: "access", lifetimeMs: DAY_MS });
  await services.store.clients.setGrantsAllowed(app.keys.client_id, false, services.clock());
  await expect(read(another)).rejects.toThrow();
  await services.store.clients.setGrantsAllowed(app.keys.client_id, true, services.clock());
  await endGrant(services, grant.grantId, OPERATOR);
  await expect(read(another)).rejects.toThrow();
});
