import { expect, test } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { possibleMatchApp, TWINS } from "../../testing/test-app/possible-match.ts";

const [BEFORE = [], AFTER = []] = TWINS;

/**
 * An Item with a new payment that may equal a removed payment; by default there are two candidates.
 */
const setup = async (before = BEFORE, after = AFTER) => {
  const context = await possibleMatchApp(before);
  const first = await context.sync();
  const ids = (first.added as Transaction[]).map(({ transaction_id }) => transaction_id);
  await context.pull(after);
  const changes = await context.sync(String(first.next_cursor));
  const [now] = changes.added as Transaction[];
  if (!now) throw new Error("nothing was added");
  const matches = async () => (await context.person.connections()).connections[0]?.matches ?? [];
  const decide = (decision: string, changed: object = {}) =>
    context.person.post("connection/decide-match", {
      connection_id: context.item_id,
      transaction_id: now.transaction_id,
      before_id: now.possible_match?.transaction_id,
      decision,
      ...changed,
    });
  return { ...context, ids, changes, now, matches, decide, cursor: String(changes.next_cursor) };
};

test("a pair that facts do not decide is removed and added, with a possible match", async () => {
  const { changes, now, ids, matches } = await setup();
  expect(changes.modified).toEqual([]);
  expect(
    (changes.removed as Transaction[]).map(({ transaction_id }) => transaction_id).toSorted(),
  ).toEqual(ids.toSorted());
  expect(now).toMatchObject({ pending: false, pending_transaction_id: null });
  expect(now.possible_match).toEqual({
    transaction_id: ids[1],
    score: expect.any(Number),
    reasons: ["the same amount", "the name “copper ladle”", "2 days later"],
  });
  expect(await matches()).toEqual([
    {
      transaction_id: now.transaction_id,
      before_id: ids[1],
      account_id: now.account_id,
      before: {
        date: "2026-01-11",
        amount: 20,
        currency: "USD",
        name: "Copper Ladle",
        pending: true,
      },
      now: {
        date: "2026-01-13",
        amount: 20,
        currency: "USD",
        name: "Copper Ladle",
        pending: false,
      },
      reasons: [
        { reason: "amount" },
        { reason: "name", value: "copper ladle" },
        { reason: "later", value: 2 },
      ],
    },
  ]);
});

test("`same` links the two as an institution would, tells the application, and is asked once", async () => {
  const { app, access_token, receiver, decide, now, ids, matches, sync, cursor, pull } =
    await setup();
  expect((await decide("same")).status).toBe(200);
  await app.runJobs();
  expect(receiver.codes()).toEqual(["TRANSACTIONS:SYNC_UPDATES_AVAILABLE"]);
  const { added, modified, removed, next_cursor } = await sync(cursor);
  expect({ added, removed }).toEqual({ added: [], removed: [] });
  expect(modified).toMatchObject([
    {
      transaction_id: now.transaction_id,
      pending_transaction_id: ids[1],
      possible_match: null,
      pending: false,
    },
  ]);
  expect(await matches()).toEqual([]);
  // A later list of the bank changes nothing, and neither does a list without the payment.
  await pull(AFTER);
  expect(await sync(String(next_cursor))).toMatchObject({ added: [], modified: [], removed: [] });
  await pull([]);
  await pull(AFTER);
  const { transactions } = await app.call("/transactions/get", {
    access_token,
    start_date: "2026-01-01",
    end_date: "2026-01-31",
  });
  expect(transactions).toMatchObject([
    { transaction_id: now.transaction_id, pending_transaction_id: ids[1], possible_match: null },
  ]);
  expect(await matches()).toEqual([]);
});

test("`same` for a payment that was booked again teaches how the institution books", async () => {
  const { app, decide } = await setup(
    [
      ["k1", 10, 3, false],
      ["k2", 11, 3, false],
    ],
    [
      ["k2", 11, 3, false],
      ["k3", 13, 3, false],
    ],
  );
  const seen = () => app.services.store.institutionIds.get("ins_109508");
  expect((await seen()).rebooked).toBe(0);
  expect((await decide("same")).status).toBe(200);
  expect((await seen()).rebooked).toBe(1);
});

test("`different` asks for the next likely one, and then for none", async () => {
  const { decide, ids, matches, sync, cursor } = await setup();
  await decide("different");
  const next = await sync(cursor);
  expect(next.modified).toMatchObject([
    { possible_match: { transaction_id: ids[0] }, pending_transaction_id: null },
  ]);
  expect(await matches()).toMatchObject([{ before_id: ids[0] }]);
  await decide("different", { before_id: ids[0] });
  expect((await sync(String(next.next_cursor))).modified).toMatchObject([
    { possible_match: null, pending_transaction_id: null },
  ]);
  expect(await matches()).toEqual([]);
});

test("a pair is decided once, also by two tabs at the same time", async () => {
  const { decide, sync, cursor } = await setup();
  const both = await Promise.all([decide("same"), decide("different")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const [refused] = both.filter(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: expect.stringContaining("before_id"),
  });
  const isSame = both[0]?.status === 200;
  const { modified } = await sync(cursor);
  expect(modified).toHaveLength(1);
  expect((modified as Transaction[])[0]?.pending_transaction_id !== null).toBe(isSame);
  expect((await decide("different")).body.error_code).toBe("INVALID_FIELD");
});

test("a decision on another user's transaction, or on a removed Item, is refused", async () => {
  const { app, decide, link, item_id, access_token, sync, cursor, matches } = await setup();
  const other = await link();
  const stranger = portalBrowser(app);
  await stranger.openFromLink(other.item_id);
  const [pair] = await matches();
  const { transaction_id, before_id } = pair ?? {};
  const body = { connection_id: item_id, transaction_id, before_id, decision: "same" };
  const refused = await stranger.post("connection/decide-match", body);
  expect(refused.body).toMatchObject({ error_code: "ITEM_NOT_FOUND" });
  const own = { ...body, connection_id: other.item_id };
  expect((await stranger.post("connection/decide-match", own)).body).toMatchObject({
    error_code: "INVALID_FIELD",
  });
  expect((await decide("perhaps")).body).toMatchObject({ error_code: "INVALID_FIELD" });
  expect(await sync(cursor)).toMatchObject({ modified: [] });
  await app.call("/item/remove", { access_token });
  expect((await decide("same")).status).toBe(400);
});

test("a decision counts after a pull that runs at the same time", async () => {
  const { app, decide, pull, sync, cursor, person, item_id } = await setup();
  const { apply } = app.services.store.transactions;
  let isFirst = true;
  app.services.store.transactions.apply = async (...change) => {
    if (!isFirst) return apply(...change);
    isFirst = false;
    await person.openFromLink(item_id);
    await decide("same");
    return apply(...change);
  };
  await pull([...AFTER, ["c", 14, 3, false]]);
  const { added, modified } = await sync(cursor);
  expect(added).toHaveLength(1);
  expect(modified).toMatchObject([{ pending_transaction_id: expect.any(String) }]);
});

test("a transaction that is gone, or whose rival is back, is asked about no more", async () => {
  const gone = await setup();
  await gone.pull([]);
  expect(await gone.matches()).toEqual([]);
  const { item_id, app } = gone;
  expect(await app.services.store.transactions.matchCandidates(item_id)).toEqual([]);
  const back = await setup();
  await back.pull([...BEFORE.slice(1), ...AFTER]);
  expect(await back.matches()).toMatchObject([{ before_id: back.ids[0] }]);
});
