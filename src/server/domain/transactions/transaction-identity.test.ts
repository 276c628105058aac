import fc from "fast-check";
import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { samples } from "../../../testing/property-samples.ts";
import { PAYMENT_CASES } from "./match/payment-cases.fixture.ts";
import { type BankRow, bankRow, startPulls } from "./pulls.fixture.ts";

const idsByName = (list: readonly Transaction[]) =>
  list.map(({ name, transaction_id }) => [name, transaction_id]).toSorted();

const coffee = { date: "2026-03-02", amount: 3, name: "COFFEE" };
const metro = { date: "2026-03-02", amount: 2.5, name: "METRO" };
const bakery = { date: "2026-03-02", amount: 8, name: "BAKERY" };

test("a pull matches nothing by content unless a row is gone and another one came", async () => {
  const { pull, matched } = startPulls();
  const month = Array.from({ length: 30 }, (_, at) => ({
    ...{ key: `m${at}`, amount: 2.5, name: `METRO ${at}` },
    date: `2026-03-${String(at + 1).padStart(2, "0")}`,
  }));
  await pull(month);
  await pull(month);
  await pull([...month, { key: "new", ...bakery }]);
  await pull(month);
  expect(matched).toEqual([]);
  const [first, ...rest] = month;
  if (!first) throw new Error("the month has days");
  const { added, removed } = await pull([{ ...first, key: "other id" }, ...rest]);
  expect([added, removed]).toEqual([[], []]);
  expect(matched).toEqual([["METRO 0"]]);
});

test("ids that are positions of the day leave each transaction itself, whatever comes before it", async () => {
  const { pull, stored } = startPulls();
  await pull([
    { key: "2.0", ...coffee },
    { key: "2.1", ...metro },
  ]);
  const before = idsByName(stored());
  const list = [
    { key: "2.0", ...bakery },
    { key: "2.1", ...coffee },
    { key: "2.2", ...metro },
  ];
  const { added, modified, removed, seenIds } = await pull(list);
  expect(added.map(({ name }) => name)).toEqual(["BAKERY"]);
  expect([modified, removed, seenIds?.moved]).toEqual([[], [], 2]);
  expect(idsByName(stored()).filter(([name]) => name !== "BAKERY")).toEqual(before);
  const again = await pull(list);
  expect([again.added, again.modified, again.removed, again.seenIds?.moved]).toEqual([
    [],
    [],
    [],
    0,
  ]);
  // The position goes to another name with the same amount.
  const late = { date: "2026-03-02", amount: 8, name: "FLORIST" };
  const shifted = [
    { key: "2.0", ...late },
    ...list.map((row, at) => ({ ...row, key: `2.${at + 1}` })),
  ];
  expect((await pull(shifted)).added.map(({ name }) => name)).toEqual(["FLORIST"]);
  expect(idsByName(stored())).toEqual(expect.arrayContaining(before));
});

test("ids that are made for each delivery change nothing, with equal twins", async () => {
  const { pull, stored } = startPulls();
  const list = [metro, metro, { date: "2026-03-03", amount: 41.2, name: "GROCER" }];
  await pull(list.map((row, at) => ({ ...row, key: `a${at}` })));
  const before = idsByName(stored());
  for (const delivery of ["b", "c"]) {
    const changes = await pull(list.map((row, at) => ({ ...row, key: `${delivery}${at}` })));
    expect([changes.added, changes.modified, changes.removed]).toEqual([[], [], []]);
  }
  expect(idsByName(stored())).toEqual(before);
});

test("an amount that moves under an id whose name stays is modified, and another payment is added", async () => {
  const { pull, stored } = startPulls();
  const bill = { key: "p1", date: "2026-03-02", amount: 50, name: "TAVERNA SUD", pending: true };
  await pull([bill]);
  const paid = { ...bill, date: "2026-03-04", amount: 59, pending: false };
  const { added, modified, removed } = await pull([paid]);
  expect([added.length, modified.length, removed.length]).toEqual([0, 1, 0]);
  const [before] = stored();
  const other = await pull([{ ...paid, amount: 8, name: "BAKERY" }]);
  expect([other.added.length, other.modified.length, other.removed.length]).toEqual([1, 0, 1]);
  expect(stored()[0]?.transaction_id).not.toBe(before?.transaction_id);
});

test("an institution whose ids move gives none to another name of the same amount", async () => {
  const { pull, stored } = startPulls();
  await pull([{ key: "2.0", ...bakery }]);
  const [before] = stored();
  const { added, removed } = await pull([{ key: "2.0", ...bakery, name: "FLORIST" }], {
    setting: "move",
  });
  expect([added.length, removed.length]).toEqual([1, 1]);
  expect(added[0]?.transaction_id).not.toBe(before?.transaction_id);
});

test("a list that shows three moved ids is matched by content, also where a name stays", async () => {
  const { pull, stored } = startPulls();
  const day = "2026-03-02";
  const kiosks = [3, 4, 5].map((amount) => ({ date: day, amount, name: `KIOSK ${amount}` }));
  const at = (list: readonly object[]) =>
    list.map((row, place) => ({ ...row, key: `${day}/${place}` })) as BankRow[];
  const held = { date: day, amount: 73.65, name: "POS GROCER", pending: true };
  await pull(at([...kiosks, held]));
  const grocerOf = () => stored().find(({ amount }) => amount === 73.65)?.transaction_id;
  const before = grocerOf();
  const late = { date: day, amount: 38.88, name: "GROCER TOLEDO" };
  const posted = { date: "2026-03-04", amount: 73.65, name: "GROCER TOLEDO", key: "2026-03-04/0" };
  const { seenIds } = await pull([
    ...at([
      { date: day, amount: 9, name: "FLORIST" },
      ...kiosks.slice(0, 2),
      late,
      kiosks[2] ?? {},
    ]),
    posted,
  ]);
  expect(seenIds?.moved).toBe(4);
  expect(grocerOf()).toBe(before);
});

test("an institution that was seen to book again three times leaves none of its equal payments to a question", async () => {
  const { pull, stored, candidates } = startPulls();
  const kiosk = { amount: 3.1, name: "KIOSK 4" };
  const list = [8, 10].map((day) => ({ ...kiosk, key: `a${day}`, date: `2026-08-${day + 10}` }));
  const grocer = { amount: 41.2, name: "GROCER" };
  await pull([...list, { ...grocer, key: "g1", date: "2026-08-19" }]);
  const ids = idsByName(stored());
  const again = list.map((row, at) =>
    at === 0 ? { ...row, key: "again", date: "2026-08-22" } : row,
  );
  const booked = { ...grocer, key: "g2", date: "2026-08-22" };
  const { seenIds } = await pull([...list, booked]);
  expect(seenIds).toEqual({ moved: 0, rebooked: 1 });
  const known = await pull([...again, booked], { rebooked: 3 });
  expect([known.added, known.removed, known.seenIds?.rebooked]).toEqual([[], [], 1]);
  expect([candidates, idsByName(stored())]).toEqual([[], ids]);
});

test.each(PAYMENT_CASES)(
  "$kind: a pull keeps, asks, or adds",
  async ({ gone, come, kept, same, ask }) => {
    const { pull, stored, candidates } = startPulls();
    const listRows = (list: typeof gone): BankRow[] =>
      list.map(
        ({ transaction_id, account_id, ...facts }) =>
          ({ ...facts, key: transaction_id, accountKey: account_id }) as BankRow,
      );
    await pull([...listRows(gone), ...listRows(kept)]);
    const first = stored();
    const { added, removed } = await pull([...listRows(kept), ...listRows(come)]);
    expect(added).toHaveLength(come.length - same.length);
    expect(removed).toHaveLength(gone.length - same.length);
    expect(candidates).toHaveLength(ask.length);
    const before = new Map(first.map((each) => [each.transaction_id, each]));
    for (const each of stored())
      expect(before.get(each.transaction_id)?.amount ?? each.amount).toBeGreaterThan(0);
  },
);

/** The ways in which a bank assigns ids: stable, by position, or new with each delivery. */
const REGIMES = ["stay", "positions", "deliveries"] as const;

const payments = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 9 }),
    amount: fc.constantFrom(2.5, 3, 8, 9.6),
    name: fc.constantFrom("METRO", "COFFEE", "BAKERY", "CARD PURCHASE"),
    seenOn: fc.integer({ min: 0, max: 3 }),
    isPendingUntil: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test("each row of a list is one transaction, whatever its ids are, and amounts stay the same by day", async () => {
  await fc.assert(
    fc.asyncProperty(
      payments,
      fc.array(fc.constantFrom(...REGIMES), { minLength: 4, maxLength: 4 }),
      async (all, regimes) => {
        const { pull, stored } = startPulls();
        for (const [at, regime] of regimes.entries()) {
          const seen = all
            .map((payment, index) => ({ ...payment, index }))
            .filter(({ seenOn }) => seenOn <= at);
          const sorted = seen.toSorted((a, b) => a.day - b.day || b.seenOn - a.seenOn);
          const list = sorted.map(
            ({ day, amount, name, isPendingUntil, index }, position): BankRow => ({
              ...{ date: `2026-03-0${day}`, amount, name, pending: isPendingUntil > at },
              key: {
                stay: `id ${index}`,
                positions: `2026-03-0${day}.${position}`,
                deliveries: `${at} ${index}`,
              }[regime],
            }),
          );
          await pull(list);
          const toFacts = ({
            date,
            amount,
            name,
            pending,
          }: Pick<Transaction, "date" | "amount" | "name" | "pending">) =>
            `${date} ${amount} ${name} ${pending}`;
          const lists = [stored(), list.map(bankRow)].map((rows) => rows.map(toFacts).toSorted());
          expect(lists[0]).toEqual(lists[1]);
        }
      },
    ),
    { numRuns: samples(150) },
  );
});
