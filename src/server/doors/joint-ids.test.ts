import { expect, test } from "vitest";
import { account, HOME, idsOf, OTHER } from "../bridge/login/two-ways.fixture.ts";
import { DOOR_NAMES } from "../domain/grants/grant.ts";
import { appGrant, appWithDoors, grantTo } from "./doors.fixture.ts";
import { idsAlone, type Linked, link, readerOf, sayJoins } from "./joint-account.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

const refsOf = (items: readonly Linked[]) =>
  items.flatMap((item) =>
    item.accounts.map(({ account_id }) => ({ itemId: item.item_id, accountId: account_id })),
  );

/** The ids that a new grant of some Items has, in their order. */
const idsOfGrant = async (app: App, items: readonly Linked[]) => {
  const { grantId } = await readerOf(app, [...items]);
  return { grantId, ids: await idsEach(app, grantId, items) };
};

const idsEach = async (app: App, grantId: string, items: readonly Linked[]) => {
  const all: string[] = [];
  // The newest is read first.
  for (const one of items.toReversed()) all.unshift(...(await idsAlone(app, grantId, one)));
  return all;
};

test.each(DOOR_NAMES)(
  "readers of two people's grants by %s cannot tell that they have one account",
  async (door) => {
    const app = await appWithDoors();
    const people = [await link(app, HOME), await link(app, OTHER, "ben")];
    const [ann, ben] = people;
    if (!ann || !ben) throw new Error("no Items");
    const make = (items: Linked[]) =>
      door === "gocardless" || door === "pluggy"
        ? appGrant(app, door, { accounts: refsOf(items) })
        : grantTo(app, { item_id: "", accounts: [] }, { door, accounts: refsOf(items) });
    const ids: string[][] = [];
    for (const items of [[ann], [ben], people]) {
      const { grant } = await make(items);
      ids.push(await idsEach(app, grant.grantId, items));
    }
    const [ofAnn, ofBen, both] = ids;
    // A person's account has one id in all grants, so that a new grant can follow an old one.
    expect(both).toEqual([ofAnn?.[0], ofBen?.[0]]);
    expect(new Set(both).size).toBe(2);
    const persistent = await Promise.all(people.map((one) => idsOf(app, one.access_token)));
    expect(persistent[0]).toEqual(persistent[1]);
    for (const id of both ?? []) expect(persistent.flat()).not.toContain(id);
  },
);

test.each([0, 1, 2])(
  "three people's account has one id once all let it, and the others keep it when number %i leaves",
  async (leaver) => {
    const app = await appWithDoors();
    const people = [
      await link(app, HOME),
      await link(app, OTHER, "ben"),
      await link(app, HOME, "cleo"),
    ];
    const { grantId, ids: apart } = await idsOfGrant(app, people);
    expect(new Set(apart).size).toBe(3);
    const [first, second, last] = [
      people[(leaver + 1) % 3],
      people[(leaver + 2) % 3],
      people[leaver],
    ];
    if (!first || !second || !last) throw new Error("no Items");
    await sayJoins(app, first, grantId, true);
    expect(await idsEach(app, grantId, people)).toEqual(apart);
    await sayJoins(app, second, grantId, true);
    const [one = "", other] = await idsEach(app, grantId, [first, second]);
    expect([other, apart.includes(one)]).toEqual([one, true]);
    expect(await idsAlone(app, grantId, last)).toEqual([apart[leaver]]);
    await sayJoins(app, last, grantId, true);
    expect(await idsEach(app, grantId, people)).toEqual([one, one, one]);
    await sayJoins(app, last, grantId, false);
    expect(await idsEach(app, grantId, [first, second])).toEqual([one, one]);
    expect(await idsAlone(app, grantId, last)).not.toEqual([one]);
    await sayJoins(app, last, grantId, true);
    expect(await idsEach(app, grantId, people)).toEqual([one, one, one]);
    // The one whose id it was goes, and then another one: the last one has an id of their own again.
    await sayJoins(app, first, grantId, false);
    await sayJoins(app, second, grantId, false);
    const parted = await idsEach(app, grantId, people);
    expect(new Set(parted).size).toBe(3);
    const { ids: alone } = await idsOfGrant(app, people);
    for (const [at, id] of parted.entries())
      for (const [person, theirs] of alone.entries())
        if (person !== at) expect(id).not.toBe(theirs);
  },
);

test("two people who part have the ids of before, also if the older one goes", async () => {
  const app = await appWithDoors();
  const people = [await link(app, HOME), await link(app, OTHER, "ben")];
  const { grantId, ids: apart } = await idsOfGrant(app, people);
  for (const goer of people) {
    for (const one of people) await sayJoins(app, one, grantId, true);
    expect(new Set(await idsEach(app, grantId, people)).size).toBe(1);
    await sayJoins(app, goer, grantId, false);
    expect(await idsEach(app, grantId, people)).toEqual(apart);
  }
});

test.each([true, false])(
  "another connection of a person takes part in their tick (%s)",
  async (joins) => {
    const app = await appWithDoors();
    const [ann, ben] = [await link(app, HOME), await link(app, OTHER, "ben")];
    // Ben's is the older one of the two that he has.
    const {
      grantId,
      ids: [ofAnn, ofBen],
    } = await idsOfGrant(app, [ann, ben]);
    await sayJoins(app, ann, grantId, true);
    await sayJoins(app, ben, grantId, joins);
    const again = await link(app, HOME, "ben");
    const { grants } = app.services.store;
    const { grant } = (await grants.byId(grantId)) ?? {};
    if (!grant) throw new Error("no grant");
    await grants.change(grantId, grant, refsOf([ann, ben, again]));
    const one = joins ? ofAnn : ofBen;
    expect(await idsEach(app, grantId, [ann, ben, again])).toEqual([ofAnn, one, one]);
    await sayJoins(app, ben, grantId, false);
    expect(await idsEach(app, grantId, [ann, ben, again])).toEqual([ofAnn, ofBen, ofBen]);
  },
);

test.each([
  ["their own id first", [false, true]],
  ["the user's id first", [true, false]],
])("a person whom the application names in two ways, %s, has one account", async (_, order) => {
  const app = await appWithDoors();
  const { user_id } = await app.call("/user/create", { client_user_id: "ann" });
  const items: Linked[] = [];
  for (const [at, isUser] of order.entries())
    items.push(
      await link(app, at === 0 ? HOME : OTHER, "ann", [], {
        token: isUser ? { user: undefined, user_id } : {},
      }),
    );
  const { ids } = await idsOfGrant(app, items);
  expect(new Set(ids).size).toBe(1);
  // The other one is read alone, before the grant has the first.
  const {
    grantId,
    ids: [alone],
  } = await idsOfGrant(app, items.slice(1));
  const { grants } = app.services.store;
  const { grant } = (await grants.byId(grantId)) ?? {};
  if (!grant) throw new Error("no grant");
  await grants.change(grantId, grant, refsOf(items));
  expect(await idsEach(app, grantId, items)).toEqual([alone, alone]);
});

test("two people's British account by IBAN and by sort code is told to be one by no id, and joins", async () => {
  const app = await appWithDoors();
  const ann = await link(app, HOME, "ann", [], {
    accounts: [account("GB29NWBK60161331926819", { currency: "GBP" })],
  });
  const numbers = { account: "31926819", bacs_sort_code: "601613" };
  const ben = await link(app, { id: "ins_116834" }, "ben", [], {
    accounts: [account(null, { currency: "GBP", numbers })],
    token: { country_codes: ["GB"] },
  });
  const { grantId, ids: apart } = await idsOfGrant(app, [ann, ben]);
  const alone = [await idsOfGrant(app, [ann]), await idsOfGrant(app, [ben])];
  expect(alone.flatMap(({ ids }) => ids)).toEqual(apart);
  expect(new Set(apart).size).toBe(2);
  for (const one of [ann, ben]) await sayJoins(app, one, grantId, true);
  expect(new Set(await idsEach(app, grantId, [ann, ben])).size).toBe(1);
});

test("a number that one person's bank tells names no account of another person's login without it", async () => {
  const app = await appWithDoors();
  const ann = await link(app, HOME);
  const ben = await link(app, HOME, "ben", [], { accounts: [account(null)] });
  const [ofAnn, ofBen] = [await idsOf(app, ann.access_token), await idsOf(app, ben.access_token)];
  expect(ofAnn).not.toEqual(ofBen);
  const { grantId, ids: apart } = await idsOfGrant(app, [ann, ben]);
  for (const one of [ann, ben]) await sayJoins(app, one, grantId, true);
  expect(await idsEach(app, grantId, [ann, ben])).toEqual(apart);
});
