import type { Matchable } from "./row.ts";

/** A row of a case: the day of March 2026, the amount, the text, and other facts. */
type CaseRow = [day: number, amount: number, name: string, facts?: Partial<Matchable>];

/**
 * Removed, added and kept rows, with two lists of pairs by index: the same payments, and the
 * questions.
 */
export type PaymentCase = {
  kind: string;
  gone: Matchable[];
  come: Matchable[];
  kept: Matchable[];
  same: [number, number][];
  ask: [number, number][];
};

/** Marks a pending row. */
export const P = { pending: true };
/** A day of March 2026. */
export const DAY = (day: number) => `2026-03-${String(day).padStart(2, "0")}`;

const row =
  (side: string) =>
  ([day, amount, name, facts]: CaseRow, at: number): Matchable => ({
    ...{ transaction_id: `${side}${at}`, account_id: "account", amount, iso_currency_code: "USD" },
    ...{ date: DAY(day), authorized_date: null, pending: false, name, merchant_name: null },
    ...facts,
  });

/** Makes a case from rows. Without pairs, all rows are different payments. */
export const paymentCase = (
  kind: string,
  gone: CaseRow[],
  come: CaseRow[],
  {
    kept = [],
    same = [],
    ask = [],
  }: Partial<Pick<PaymentCase, "same" | "ask">> & { kept?: CaseRow[] } = {},
): PaymentCase => ({
  ...{
    kind,
    gone: gone.map(row("gone")),
    come: come.map(row("come")),
    kept: kept.map(row("kept")),
  },
  ...{ same, ask },
});

/** The first two rows are one payment. */
export const ONE = { same: [[0, 0]] } satisfies Partial<PaymentCase> as {
  same: [number, number][];
};
/** The user is asked about the first two rows. */
export const ASKED = { ask: [[0, 0]] } satisfies Partial<PaymentCase> as {
  ask: [number, number][];
};
