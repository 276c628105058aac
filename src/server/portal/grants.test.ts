import { expect, test } from "vitest";
import { ConnectionsAnswer } from "../../protocol/connections.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { appWithDoors, linkWithTransactions, readUrl } from "../doors/doors.fixture.ts";

/** A person with a connection, and another person's connection. */
const person = async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const other = await linkWithTransactions(app, "ins_43");
  const browser = portalBrowser(app);
  await browser.openFromLink(item.item_id);
  const create = (changes: object = {}) =>
    browser.post("grant/create", {
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
  const { grant_token = "" } = ConnectionsAnswer.parse((await create()).body);
  const address = new URL(Buffer.from(grant_token, "base64").toString());
  const { body: url } = await app.request({ method: "POST", url: address.pathname });
  expect((await readUrl(app, url)).json().accounts.length).toBe(1);
  const { grants, grant_token: again } = await browser.connections();
  expect(again).toBeUndefined();
  expect(grants).toEqual([
    {
      grant_id: new URL(url).username,
      name: "Actual",
      account_ids: [item.accounts[0]?.account_id],
      from: "2026-01-01",
      until: null,
      used_at: "2026-01-15T12:00:00.000Z",
      used_from: "127.0.0.1",
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

test("erasure ends the grants of what is erased", async () => {
  const { app, item, create, browser } = await person();
  await create();
  await browser.post("connection/erase", { connection_id: item.item_id });
  expect(await app.services.store.grants.list()).toEqual([]);
});
