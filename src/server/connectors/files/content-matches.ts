import {
  doesRebook,
  type IdSetting,
  UNSEEN_IDS,
} from "../../domain/institutions/institution-ids.ts";
import { matchTransactions } from "../../domain/transactions/match/match-transactions.ts";
import type { Matchable } from "../../domain/transactions/match/row.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import type { StoredRow } from "./file-account.ts";
import { evidenceFrom } from "./row-evidence.ts";

/**
 * The stored rows that a file may have under other facts, its unstored rows, and the stored rows
 * that it has.
 */
type Rows = {
  gone: readonly StoredRow[];
  come: readonly StatementTransaction[];
  kept: readonly StoredRow[];
  /** The account's currency. */
  currency: string | null;
  /** The number of the account's rebooked rows, and whether it is taken to rebook. */
  rebooked: number;
  idSetting: IdSetting | null;
  /** Whether each match is asked about, unless the account is known to book again. */
  isAsked: boolean;
};

/**
 * The stored row that each of a file's rows became, and possible matches, which the user decides
 * later.
 */
export type ContentMatches = {
  same: ReadonlyMap<StatementTransaction, StoredRow>;
  open: ReadonlySet<StoredRow>;
  /** The pairs of booked rows to ask about, likeliest first. */
  asked: readonly { stored: StoredRow; row: StatementTransaction }[];
  /** The number of rebooked rows, including earlier ones. */
  rebooked: number;
};

/**
 * Matches a file's rows with stored ones by the rule of docs/matching.md, as pulls do. If an
 * account is seen to rebook payments, even within this file, its equal rows are matched as well.
 */
export const matchContent = async (rows: Rows): Promise<ContentMatches> => {
  const { rebooked, idSetting: setting } = rows;
  const isKnown = doesRebook({ ...UNSEEN_IDS, rebooked, setting });
  const matches = await match(rows, isKnown);
  const isSeen = !isKnown && doesRebook({ ...UNSEEN_IDS, rebooked: matches.rebooked, setting });
  return isSeen && matches.open.size > 0 ? match(rows, true) : matches;
};

const match = async (
  { gone, come, kept, currency, rebooked, isAsked }: Rows,
  isRebooking: boolean,
): Promise<ContentMatches> => {
  const toMatchable = (row: RowFacts, id: string): Matchable => ({
    ...{ transaction_id: id, account_id: "", iso_currency_code: row.currency ?? currency },
    // In files an amount that leaves the account is negative.
    amount: 0 - Number(row.amount),
    ...{ date: row.date, authorized_date: row.madeDate, pending: row.pending },
    ...{ name: row.description ?? "", merchant_name: row.payee, original_description: row.memo },
    check_number: row.checkNumber,
    evidence: evidenceFrom(row),
  });
  const keptRows: Iterable<Matchable> = {
    *[Symbol.iterator]() {
      for (const row of kept) yield toMatchable(row, "");
    },
  };
  const result = await matchTransactions(
    gone.map((row, at) => toMatchable(row, `${at}`)),
    come.map((row, at) => toMatchable(row, `${at}`)),
    keptRows,
    { doesRebook: isRebooking },
  );
  const [matches, possible] =
    isAsked && !isRebooking
      ? [[], [...result.matches, ...result.possible]]
      : [result.matches, result.possible];
  const same = new Map<StatementTransaction, StoredRow>();
  let again = rebooked;
  for (const { before, after } of matches) {
    const [old, row] = [gone[Number(before)], come[Number(after)]];
    if (!old || !row) continue;
    same.set(row, old);
    if (!old.pending && !row.pending && old.date !== row.date) again += 1;
  }
  const open = new Set(possible.flatMap(({ before }) => gone[Number(before)] ?? []));
  const asked = possible.flatMap(({ before, after }) => {
    const [stored, row] = [gone[Number(before)], come[Number(after)]];
    return stored && row && !stored.pending && !row.pending ? [{ stored, row }] : [];
  });
  return { same, open, asked, rebooked: again };
};

type RowFacts = Omit<StatementTransaction, "line">;
