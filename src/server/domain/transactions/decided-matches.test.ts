import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { isOpen } from "./match-candidates.ts";
import { type BankRow, startPulls } from "./pulls.fixture.ts";

/** The ways in which a bank assigns ids from one list to the next. */
const REGIMES = ["stay", "positions", "deliveries"] as const;
type Regime = (typeof REGIMES)[number];

const withIds = (rows: readonly Omit<BankRow, "key">[], regime: Regime, at: number): BankRow[] => {
  const counts = new Map<string, number>();
  return rows.map((row, index) => {
    const position = counts.get(row.date) ?? 0;
    counts.set(row.date, position + 1);
    const keys = {
      stay: `id ${row.name} ${row.date} ${row.amount} ${row.pending} ${position}`,
      positions: `${row.date}/${position}`,
      deliveries: `${at}-${index}`,
    };
    return { ...row, key: keys[regime] };
  });
};

const toDay = (day: number) => `2026-03-${String(day).padStart(2, "0")}`;

/** Two pending payments at a merchant, one of which posts. The user is asked which. */
const twins = fc.record({
  name: fc.constantFrom("COPPER LADLE", "GREEN FORK BISTRO"),
  amount: fc.constantFrom(8, 20),
  days: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 7 })),
  booked: fc.integer({ min: 8, max: 9 }),
  answer: fc.constantFrom("first", "second", "neither"),
});

/** The other rows of a later list. */
const others = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 20 }),
    name: fc.constantFrom("METRO", "BAKERY", "COPPER"),
    amount: fc.constantFrom(2.5, 8, 20),
  }),
  { maxLength: 3 },
);

test("a decision is kept, and not asked again, however the bank gives its ids later", async () => {
  await fc.assert(
    fc.asyncProperty(
      twins,
      fc.array(fc.record({ regime: fc.constantFrom(...REGIMES), others }), {
        minLength: 3,
        maxLength: 6,
      }),
      async ({ name, amount, days, booked, answer }, [first, second, ...later]) => {
        const { pull, stored, candidates } = startPulls();
        const held = days.map((day) => ({ date: toDay(day), name, amount, pending: true }));
        const posted = { date: toDay(booked), name, amount, pending: false };
        await pull(withIds(held, first?.regime ?? "stay", 0));
        await pull(withIds([posted], second?.regime ?? "stay", 1));
        const [payment] = stored();
        const likely = candidates.toSorted((a, b) => (a.before.date < b.before.date ? -1 : 1));
        expect(likely.map(({ before }) => before.date)).toEqual(held.map(({ date }) => date));
        for (const [at, candidate] of likely.entries())
          candidate.decision = ["first", "second"][at] === answer ? "same" : "different";
        const linked = likely.find(({ decision }) => decision === "same")?.beforeId ?? null;
        const list: Omit<BankRow, "key">[] = [posted];
        for (const [at, { regime, others: more }] of later.entries()) {
          for (const { day, ...facts } of more)
            list.push({ ...facts, date: toDay(10 + day), pending: false });
          // A bank may list the newest row of a day first.
          await pull(withIds(at % 2 ? list.toReversed() : list, regime, at + 2));
          expect(stored()).toHaveLength(list.length);
          expect(candidates.filter(isOpen)).toEqual([]);
          expect(candidates).toHaveLength(likely.length);
          const now = stored().find(
            ({ transaction_id }) => transaction_id === payment?.transaction_id,
          );
          expect(now).toMatchObject({
            ...{ date: posted.date, name, amount, pending: false },
            ...{ pending_transaction_id: linked, possible_match: null },
          });
        }
      },
    ),
    { numRuns: samples(100) },
  );
});
