import { matchTransactions } from "../../domain/transactions/match/match-transactions.ts";
import type { Matchable } from "../../domain/transactions/match/row.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import type { StoredRow } from "./file-account.ts";

/** The stored rows that a file may have under other facts, its rows that are not stored, and the stored ones that it has. */
type Rows = {
  gone: readonly StoredRow[];
  come: readonly StatementTransaction[];
  kept: Iterable<StoredRow>;
  /** The account's currency. */
  currency: string | null;
};

/** The stored row that each row of a file became; and the stored ones that may be another, which a user decides later. */
export type ContentMatches = {
  same: ReadonlyMap<StatementTransaction, StoredRow>;
  open: ReadonlySet<StoredRow>;
};

/** Matches rows of a file with stored ones by the rule of docs/matching.md, as pulls do. */
export const matchContent = async ({
  gone,
  come,
  kept,
  currency,
}: Rows): Promise<ContentMatches> => {
  const toMatchable = (row: RowFacts, id: string): Matchable => ({
    ...{ transaction_id: id, account_id: "", iso_currency_code: row.currency ?? currency },
    // Files have money that leaves an account below zero.
    amount: 0 - Number(row.amount),
    ...{ date: row.date, authorized_date: row.madeDate, pending: row.pending },
    ...{ name: row.description ?? "", merchant_name: row.payee, original_description: row.memo },
    check_number: row.checkNumber,
  });
  function* keptRows(): Generator<Matchable> {
    for (const row of kept) yield toMatchable(row, "");
  }
  const { matches, possible } = await matchTransactions(
    gone.map((row, at) => toMatchable(row, `${at}`)),
    come.map((row, at) => toMatchable(row, `${at}`)),
    keptRows(),
  );
  const same = new Map<StatementTransaction, StoredRow>();
  for (const { before, after } of matches) {
    const [old, row] = [gone[Number(before)], come[Number(after)]];
    if (old && row) same.set(row, old);
  }
  const open = new Set(possible.flatMap(({ before }) => gone[Number(before)] ?? []));
  return { same, open };
};

type RowFacts = Omit<StatementTransaction, "line">;
