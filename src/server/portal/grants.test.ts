import { expect, test } from "vitest";
import { ConnectionsAnswer } from "../../protocol/connections.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import {
  appGrant,
  appWithDoors,
  grantTo,
  linkWithTransactions,
  ofxRequest,
  readUrl,
} from "../doors/doors.fixture.ts";

/** A person with a connection, and another person's connection. */
const person = async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const other = await linkWithTransactions(app, "ins_43");
  const browser = portalBrowser(app);
  await browser.openFromLink(item.item_id);
  const create = (changes: object = {}) =>
    browser.post("grant/create", {
      door: "simplefin",
      name: "Actual",
      accounts: item.accounts
        .slice(0, 1)
        .map(({ account_id }) => ({ connection_id: item.item_id, account_id })),
      from: "2026-01-01",
      until: null,
      ...changes,
    });
  return { app, item, other, browser, create };
};

test("a person shares an account with an application, sees its last use, and ends it", async () => {
  const { app, item, browser, create } = await person();
  expect((await browser.connections()).grants).toEqual([]);
  const { grant_keys } = ConnectionsAnswer.parse((await create()).body);
  const address = new URL(Buffer.from(Object(grant_keys).token, "base64").toString());
  const { body: url } = await app.request({ method: "POST", url: address.pathname });
  expect((await readUrl(app, url)).json().accounts.length).toBe(1);
  const { grants, grant_keys: again } = await browser.connections();
  expect(again).toBeUndefined();
  expect(grants).toEqual([
    {
      grant_id: new URL(url).username,
      name: "Actual",
      account_ids: [item.accounts[0]?.account_id],
      from: "2026-01-01",
      pending: "left_out",
      until: null,
      used_at: "2026-01-15T12:00:00.000Z",
      used_from: "127.0.0.1",
      can_change: true,
      joins: false,
    },
  ]);
  const { body } = await browser.post("grant/end", { grant_id: grants?.[0]?.grant_id });
  expect(body.grants).toEqual([]);
  expect((await readUrl(app, url)).status).toBe(403);
  const entries = await app.services.store.audit.last(5);
  expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual(
    expect.arrayContaining([
      ["grant.create", "user"],
      ["grant.end", "user"],
    ]),
  );
});

test("a person can neither share nor end what is another's", async () => {
  const { app, other, create, browser } = await person();
  const stolen = { connection_id: other.item_id, account_id: other.accounts[0]?.account_id };
  expect((await create({ accounts: [stolen] })).body.error_code).toBe("ITEM_NOT_FOUND");
  const theirs = portalBrowser(app);
  await theirs.openFromLink(other.item_id);
  const { grants } = ConnectionsAnswer.parse(
    (
      await theirs.post("grant/create", {
        door: "simplefin",
        name: "Theirs",
        accounts: [stolen],
        from: null,
        until: null,
      })
    ).body,
  );
  await browser.post("grant/end", { grant_id: grants?.[0]?.grant_id });
  expect((await theirs.connections()).grants).toEqual(grants);
  expect((await browser.connections()).grants).toEqual([]);
});

test("a person changes a grant, with the values before and after in the audit log", async () => {
  const { app, item, other, create, browser } = await person();
  const { grants } = ConnectionsAnswer.parse((await create()).body);
  const grant_id = grants?.[0]?.grant_id ?? "";
  const change = (changes: object) =>
    browser.post("grant/change", {
      grant_id,
      name: "Actual",
      accounts: item.accounts.map(({ account_id }) => ({
        connection_id: item.item_id,
        account_id,
      })),
      from: "2026-01-01",
      until: "2026-06-30",
      ...changes,
    });
  expect((await change({})).body.grants).toMatchObject([
    { account_ids: expect.objectContaining({ length: item.accounts.length }) },
  ]);
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "grant.change", subject: grant_id });
  expect(entry?.actor.kind).toBe("user");
  expect(JSON.parse(entry?.details ?? "")).toEqual({
    accounts: item.accounts.map(({ account_id }) => account_id).toSorted(),
    accounts_before: [item.accounts[0]?.account_id],
    until: "2026-06-30",
    until_before: null,
  });
  // A repeated change has no effect.
  await change({});
  expect(await app.services.store.audit.last(1)).toEqual([entry]);
  const stolen = { connection_id: other.item_id, account_id: other.accounts[0]?.account_id };
  expect((await change({ accounts: [stolen] })).body.error_code).toBe("ITEM_NOT_FOUND");
  for (const wrong of [{ name: " " }, { accounts: [] }, { until: "2026-01-14" }])
    expect((await change(wrong)).body.error_code).toBe("INVALID_FIELD");
  const theirs = portalBrowser(app);
  await theirs.openFromLink(other.item_id);
  const { body } = await theirs.post("grant/change", {
    ...{ grant_id, name: "Theirs", accounts: [stolen], from: null, until: null },
  });
  expect(body.error_code).toBe("NOT_FOUND");
});

test("a person sees and ends the grants of every door, also of doors that are closed", async () => {
  const { app, item, other, browser } = await person();
  const refs = [item, other].flatMap(({ item_id, accounts }) =>
    accounts.slice(0, 1).map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  await grantTo(app, item, { door: "ofx", name: "Shared", accounts: refs });
  await appGrant(app, "pluggy", { name: "Budget", accounts: refs.slice(0, 1) });
  app.services.doors = [];
  const { grants, grant_doors } = await browser.connections();
  expect(grant_doors).toEqual([]);
  expect(grants?.map(({ name, can_change }) => [name, can_change]).toSorted()).toEqual([
    ["Budget", false],
    ["Shared", false],
  ]);
  for (const { grant_id } of grants ?? []) await browser.post("grant/end", { grant_id });
  expect((await browser.connections()).grants).toBeNull();
  const left = await app.services.store.grants.list();
  expect(left.map(({ grant, accounts }) => [grant.name, accounts]).toSorted()).toEqual([
    ["Budget", []],
    ["Shared", refs.slice(1)],
  ]);
});

test("a person shares by OFX, and gets an address, a user and a password", async () => {
  const { app, create } = await person();
  const { grant_keys } = ConnectionsAnswer.parse((await create({ door: "ofx" })).body);
  const { address, user, password } = Object(grant_keys);
  expect(address).toBe(new URL("/ofx", app.services.publicUrl()).href);
  const payload = ofxRequest({ user, password, messages: "", version: 102 });
  const { body } = await app.request({ method: "POST", url: "/ofx", payload });
  expect(body).toContain("<CODE>0</CODE>");
});

test("a wrong grant is refused, and none is offered without a door", async () => {
  const { create, browser } = await person();
  for (const changes of [
    { name: " " },
    { accounts: [] },
    { from: "2026-02-01" },
    { until: "2026-01-14" },
  ])
    expect((await create(changes)).body.error_code).toBe("INVALID_FIELD");
  expect((await browser.connections()).grants).toEqual([]);
  const app = await testApp();
  const closed = portalBrowser(app);
  await closed.openFromLink((await app.link()).item_id);
  expect((await closed.connections()).grants).toBeNull();
});

test.each(["end", "erase"] as const)(
  "a person who presses %s for a connection ends its grants, with their entries",
  async (press) => {
    const { app, item, create, browser } = await person();
    await create();
    await browser.post(`connection/${press}`, { connection_id: item.item_id });
    expect(await app.services.store.grants.list()).toEqual([]);
    const entries = await app.services.store.audit.last(2);
    const actor = { kind: "user", name: `link ${item.item_id}` };
    expect(entries).toMatchObject([
      { action: "grant.end", actor, details: JSON.stringify({ removed_items: [item.item_id] }) },
      { action: `connection.${press}`, actor },
    ]);
  },
);
