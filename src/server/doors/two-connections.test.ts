import { expect, test } from "vitest";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { HOME, OTHER } from "../bridge/login/two-ways.fixture.ts";
import { appWithDoors } from "./doors.fixture.ts";
import { idsAlone, type Linked, link, readerOf, sayJoins } from "./joint-account.fixture.ts";

test("an account by two banks is one account of a grant, under one id that outlives each of them", async () => {
  const app = await appWithDoors();
  const [first, second] = [await link(app, HOME), await link(app, OTHER)];
  const { read } = await readerOf(app, [first, second]);
  const [one, ...more] = await read();
  expect(more).toEqual([]);
  expect(one?.conn_id).toBe(second.item_id);
  // A login that is lost is not read while the other one is there.
  await app.call("/sandbox/item/reset_login", { access_token: second.access_token });
  const [other] = await read();
  expect([other?.id, other?.conn_id]).toEqual([one?.id, first.item_id]);
  await app.call("/item/remove", { access_token: first.access_token });
  const rest = await read();
  expect(rest.map(({ id, conn_id }) => [id, conn_id])).toEqual([[one?.id, second.item_id]]);
});

test("two people's joint account are two accounts of a grant until both let it be one, and again after one does not", async () => {
  const app = await appWithDoors();
  const [ann, ben] = [await link(app, HOME), await link(app, OTHER, "ben")];
  const { read, grantId } = await readerOf(app, [ann, ben]);
  const ids = async () => (await read()).map(({ id }) => id).toSorted();
  const apart = await ids();
  expect(new Set(apart).size).toBe(2);
  expect(await sayJoins(app, ann, grantId, true)).toBe(true);
  expect(await ids()).toEqual(apart);
  expect(await sayJoins(app, ben, grantId, true)).toBe(true);
  const together = await ids();
  expect([together.length, apart.includes(together[0] ?? "")]).toEqual([1, true]);
  await sayJoins(app, ann, grantId, false);
  expect(await ids()).toEqual(apart);
  const entries = await app.services.store.audit.last(3);
  expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual(
    [true, true, false].map((joins) => ["grant.change", grantId, JSON.stringify({ joins })]),
  );
});

test("two people's joint account is two accounts if both are read first at once, and if the newer one is read first", async () => {
  const app = await appWithDoors();
  const [ann, ben] = [await link(app, HOME), await link(app, OTHER, "ben")];
  const grants = [await readerOf(app, [ann, ben]), await readerOf(app, [ann, ben])];
  const [atOnce = "", newerFirst = ""] = grants.map(({ grantId }) => grantId);
  const both = await Promise.all([ann, ben].map((one) => idsAlone(app, atOnce, one)));
  expect(new Set(both.flat()).size).toBe(2);
  const second = await idsAlone(app, newerFirst, ben);
  expect([await idsAlone(app, newerFirst, ann), second]).toEqual(both);
  expect(await idsAlone(app, atOnce, ann)).toEqual(both[0]);
});

test("a tick of one person changes no id but those of the accounts that it joins or parts", async () => {
  const app = await appWithDoors();
  const [cleo, ann] = [await link(app, HOME, "cleo"), await link(app, HOME)];
  const ben = await link(app, OTHER, "ben");
  const people = [cleo, ann, ben];
  const { grantId } = await readerOf(app, people);
  const ids = async () => {
    const all: string[] = [];
    // The newest is read first.
    for (const one of people.toReversed()) all.unshift(...(await idsAlone(app, grantId, one)));
    return all;
  };
  const [ofCleo, ofAnn, ofBen] = await ids();
  expect(new Set([ofCleo, ofAnn, ofBen]).size).toBe(3);
  await sayJoins(app, ben, grantId, true);
  expect(await ids()).toEqual([ofCleo, ofAnn, ofBen]);
  await sayJoins(app, ann, grantId, true);
  expect(await ids()).toEqual([ofCleo, ofAnn, ofAnn]);
  await sayJoins(app, ann, grantId, false);
  expect(await ids()).toEqual([ofCleo, ofAnn, ofBen]);
  await sayJoins(app, ann, grantId, true);
  // The third one is older, and takes over the id of the two.
  await sayJoins(app, cleo, grantId, true);
  expect(await ids()).toEqual([ofAnn, ofAnn, ofAnn]);
  await sayJoins(app, ben, grantId, false);
  expect(await ids()).toEqual([ofAnn, ofAnn, ofBen]);
  await sayJoins(app, cleo, grantId, false);
  expect(await ids()).toEqual([ofCleo, ofAnn, ofBen]);
});

test("logins of two people at one bank are two accounts as well, each in its own right", async () => {
  const app = await appWithDoors();
  const [ann, ben] = [await link(app, HOME), await link(app, HOME, "ben")];
  const { read } = await readerOf(app, [ann, ben]);
  const apart = await read();
  expect(new Set(apart.map(({ id }) => id)).size).toBe(2);
  await app.call("/item/remove", { access_token: ann.access_token });
  const rest = await read();
  expect(rest.map(({ id }) => id)).toEqual([
    apart.find(({ conn_id }) => conn_id === ben.item_id)?.id,
  ]);
});

test("a person can say so of their own connections and grants alone", async () => {
  const app = await appWithDoors();
  const [ann, ben] = [await link(app, HOME), await link(app, OTHER, "ben")];
  const { grantId } = await readerOf(app, [ann]);
  const browser = portalBrowser(app);
  await browser.openFromLink(ben.item_id);
  const { body } = await browser.post("grant/join", { grant_id: grantId, joins: true });
  expect(body.error_code).toBe("NOT_FOUND");
  const members = await app.services.store.grants.members(grantId, { itemIds: [ann.item_id] });
  expect(members.map(({ joins }) => joins)).toEqual([false]);
});

test("a transaction has one id, by each connection, and after the first one is removed", async () => {
  const app = await appWithDoors();
  const rows = [
    ["2026-01-05", 4.1],
    ["2026-01-05", 4.1],
    ["2026-01-08", 20],
    ["2026-01-12", 7.5],
  ] as const;
  const first = await link(
    app,
    HOME,
    "ann",
    rows.map(([day, amount]) => [day, amount]),
  );
  const { read, grantId } = await readerOf(app, [first]);
  const fetchRows = async () => {
    const [one, ...more] = await read();
    expect(more).toEqual([]);
    return one?.transactions.map(({ id, amount }) => `${id} ${amount}`).toSorted();
  };
  const before = await fetchRows();
  expect(before?.length).toBe(4);
  // The other bank books two days later, and has a payment more.
  const second = await link(app, OTHER, "ann", [
    ...rows.map(([day, amount]): [string, number] => [day.replace("08", "10"), amount]),
    ["2026-01-13", 9.9],
  ]);
  const { grants } = app.services.store;
  const { grant } = (await grants.byId(grantId)) ?? {};
  if (!grant) throw new Error("no grant");
  const accounts = [first, second].flatMap(({ item_id, accounts: own }) =>
    own.map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  await grants.change(grantId, grant, accounts);
  const both = await fetchRows();
  expect(both?.length).toBe(5);
  expect(both).toEqual(expect.arrayContaining(before ?? []));
  await app.call("/sandbox/item/reset_login", { access_token: second.access_token });
  expect(await fetchRows()).toEqual(before);
  await app.call("/item/remove", { access_token: first.access_token });
  expect(await fetchRows()).toEqual(both);
});

test("transactions of two people's connections have ids of their own again once one no longer joins", async () => {
  const app = await appWithDoors();
  const rows: [string, number][] = [
    ["2026-01-05", 4.1],
    ["2026-01-08", 20],
  ];
  const [ann, ben] = [await link(app, HOME, "ann", rows), await link(app, OTHER, "ben", rows)];
  const { read, grantId } = await readerOf(app, [ann, ben]);
  const idsOf = async () =>
    new Map(
      (await read()).map(({ conn_id, transactions }) => [
        conn_id,
        transactions.map(({ id }) => id).toSorted(),
      ]),
    );
  const apart = await idsOf();
  for (const one of [ann, ben]) await sayJoins(app, one, grantId, true);
  expect((await idsOf()).size).toBe(1);
  await sayJoins(app, ben, grantId, false);
  expect(await idsOf()).toEqual(apart);
  expect(new Set([...apart.values()].flat()).size).toBe(4);
});

test("transactions keep their ids when an older connection comes later, and when another person comes and goes", async () => {
  const app = await appWithDoors();
  const rows: [string, number][] = [
    ["2026-01-05", 4.1],
    ["2026-01-08", 20],
  ];
  const [ann, ben] = [await link(app, HOME, "ann", rows), await link(app, OTHER, "ben", rows)];
  const cleo = await link(app, HOME, "cleo", rows);
  const { read, grantId } = await readerOf(app, [cleo]);
  const rowsOf = async (at: Linked) =>
    (await read())
      .find(({ conn_id }) => conn_id === at.item_id)
      ?.transactions.map(({ id }) => id)
      .toSorted();
  const before = await rowsOf(cleo);
  const { grants } = app.services.store;
  const { grant } = (await grants.byId(grantId)) ?? {};
  if (!grant) throw new Error("no grant");
  const accounts = [ann, ben, cleo].flatMap(({ item_id, accounts: own }) =>
    own.map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  await grants.change(grantId, grant, accounts);
  for (const one of [cleo, ben, ann]) await sayJoins(app, one, grantId, true);
  const all = await read();
  expect([all.length, await rowsOf(cleo)]).toEqual([1, before]);
  await sayJoins(app, ann, grantId, false);
  expect(await rowsOf(cleo)).toEqual(before);
  const ofAnn = await rowsOf(ann);
  for (const id of before ?? []) expect(ofAnn).not.toContain(id);
  // Ben's row is the one that is shown once Cleo's login is lost.
  await app.call("/sandbox/item/reset_login", { access_token: cleo.access_token });
  expect(await rowsOf(ben)).toEqual(before);
});
