import { createHash } from "node:crypto";
import { toDate } from "../../domain/calendar.ts";

/** A payment in the ledger of all habits. Days count since 1970; inflows are positive. */
type Entry = {
  n: number;
  day: number;
  /** The first day of the hold; null if booked at once. */
  held: number | null;
  /** The first day in the list. */
  listed: number;
  cents: number;
  party: string;
  isCard: boolean;
};

/** A row of today's list. */
type Shown = { entry: Entry; isPending: boolean; date: string; place: number; delivery: number };

/** A bank's way of naming and showing rows. */
type Habit = {
  reference(shown: Shown, today: number): string | null;
  transactionId?: (shown: Shown) => string | null;
  row?: (shown: Shown) => object;
  /** Whether each row is listed twice. */
  isTwice?: boolean;
  /** Whether a hold looks booked, under another code. */
  holdsLookBooked?: boolean;
  isPendingApart?: boolean;
  pageSize?: number;
  /** Whether the list goes forward, and ignores the requested days. */
  isForward?: boolean;
  historyDays?: number;
};

const toDigest = (...parts: unknown[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
const own = ({ entry }: Shown) => `E${entry.n}`;
const minted = ({ entry, delivery }: Shown) => toDigest(entry.n, delivery);

/** The habits of real banks, one account each. */
export const HABITS: Readonly<Record<string, Habit>> = {
  "ids that hold": { reference: own },
  "ids of each delivery": { reference: minted },
  "no ids": { reference: () => null },
  "positions in the day": {
    reference: ({ date, place }, today) => (date === toDate(today) ? null : `${date}-${place}`),
  },
  "positions, and another id that holds": {
    reference: ({ date, place }) => `${date}.${place}`,
    transactionId: own,
  },
  "ids of the month": {
    reference: (shown, today) =>
      shown.date.slice(0, 7) === toDate(today).slice(0, 7) ? minted(shown) : own(shown),
  },
  "other ids while pending": {
    reference: (shown) => (shown.isPending ? `P${shown.entry.n}` : own(shown)),
    isPendingApart: true,
  },
  "holds that look booked": {
    reference: (shown) => (shown.isPending ? `A${shown.entry.n}` : own(shown)),
    holdsLookBooked: true,
  },
  "rows listed twice": { reference: own, transactionId: own, isTwice: true },
  "cards of another status without ids": {
    reference: (shown) => (shown.entry.isCard ? null : own(shown)),
    row: ({ entry, isPending }) => (entry.isCard && !isPending ? { status: "OTHR" } : {}),
  },
  "three kinds of ids in a year": {
    reference: (shown, today) => {
      const month = Number(toDate(today).slice(5, 7));
      if (month < 5) return minted(shown);
      return month < 9 ? null : toDigest("uuid", shown.entry.n);
    },
  },
  "one reference for all": { reference: () => "NOTPROVIDED" },
  "an id that changes a day after": {
    reference: (shown, today) => `${own(shown)}${today > shown.entry.day ? "b" : "a"}`,
  },
  "short pages that go forward": { reference: own, pageSize: 7, isForward: true },
  "a history of 90 days": { reference: own, historyDays: 90 },
  nulls: {
    reference: own,
    row: () => ({ value_date: null, reference_number: null, creditor: null, debtor: null }),
  },
};

/** Pseudorandom numbers from 0 to 1, the same in each run. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const PARTIES = ["Corner Cafe", "Harbour Books", "Elm Bakery", "Paper Lantern", "Cedar Cinema"];
const MORE = ["Tulip Florist", "Granite Gym", "Violet Pharmacy", "Maple Market", "Otter Tools"];

/** The ledger of an account from a first day: holds, twins, late entries, and recurring sums. */
export const ledgerOf = (seed: number, first: number, days: number): Entry[] => {
  const next = numbersFrom(seed);
  const entries: Entry[] = [];
  const add = (day: number, cents: number, party: string, more: Partial<Entry> = {}) =>
    entries.push({
      ...{ n: entries.length + 1, day, held: null, listed: day, cents, party, isCard: false },
      ...more,
    });
  const all = [...PARTIES, ...MORE];
  for (let day = first; day < first + days; day++) {
    if (day % 30 === 3) add(day, 250_000, "Northern Mill");
    if (day % 30 === 9) add(day, -999, "Lumen Streaming");
    if (day % 5 === 0) add(day, -350, "Kiosk");
    if (next() > 0.55) continue;
    const party = all[Math.floor(next() * all.length)] ?? "Corner Cafe";
    const cents = -(100 + Math.floor(next() * 9000));
    const kind = next();
    if (kind < 0.1) for (let twin = 0; twin < 2; twin++) add(day, cents, party);
    else if (kind < 0.2) add(day, cents, party, { listed: day + 3 });
    else if (kind < 0.55)
      add(day + 2 + Math.floor(next() * 3), cents, party, { held: day, isCard: true });
    else add(day, cents, party);
  }
  return entries.map((entry) => ({ ...entry, listed: Math.max(entry.listed, entry.day) }));
};

/** The rows of a habit on a day, in the bank's order. */
export const shownOn = (
  entries: readonly Entry[],
  habit: Habit,
  { today, delivery }: { today: number; delivery: number },
): Shown[] => {
  const places = new Map<string, number>();
  return entries
    .flatMap((entry) => {
      const isBooked = entry.listed <= today;
      if (!isBooked && (entry.held === null || entry.held > today)) return [];
      const date = toDate(isBooked ? entry.day : (entry.held ?? entry.day));
      return [{ entry, isPending: !isBooked, date, place: 0, delivery }];
    })
    .toSorted((a, b) =>
      a.date < b.date ? -1 : a.date > b.date ? 1 : b.entry.listed - a.entry.listed,
    )
    .map((shown) => {
      const place = (places.get(shown.date) ?? 0) + 1;
      places.set(shown.date, place);
      return { ...shown, place };
    })
    .toSorted((a, b) => (habit.isForward ? 0 : a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
};

/** Whether the bank treats a row as booked. */
export const isBookedAt = (habit: Habit, { isPending }: Shown): boolean =>
  !isPending || habit.holdsLookBooked === true;

/** A row of the API. */
export const toRow = (habit: Habit, shown: Shown, today: number): object[] => {
  const { entry, isPending, date } = shown;
  const isHeld = isPending && habit.holdsLookBooked === true;
  const isIn = entry.cents > 0;
  const row = {
    entry_reference: habit.reference(shown, today),
    transaction_id: habit.transactionId?.(shown) ?? null,
    transaction_amount: { currency: "EUR", amount: (Math.abs(entry.cents) / 100).toFixed(2) },
    credit_debit_indicator: isIn ? "CRDT" : "DBIT",
    status: isPending && !isHeld ? "PDNG" : "BOOK",
    booking_date: isPending && !isHeld ? null : date,
    ...(isPending && !isHeld ? { transaction_date: date } : { value_date: date }),
    ...(isIn ? { debtor: { name: entry.party } } : { creditor: { name: entry.party } }),
    bank_transaction_code: entry.isCard
      ? { code: isHeld ? "MCRD" : "CCRD", sub_code: isHeld ? "UPCT" : "POSD" }
      : null,
    remittance_information: [entry.party],
    ...habit.row?.(shown),
  };
  return habit.isTwice ? [row, { ...row, entry_reference: `${row.entry_reference}b` }] : [row];
};
