import type { HistoricalBalance, InsightfulTransaction } from "../../../protocol/asset-report.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { AccountPart, AssetReportStore } from "./asset-report.ts";
import type { PrintableHistory, PrintableTransaction } from "./printable-report.ts";

/** The pieces of a part of an account, one at a time: no more is read before it is taken. */
export const readPieces = async function* (
  store: Pick<AssetReportStore, "piece">,
  assetReportId: string,
  accountId: string,
  part: AccountPart,
): AsyncGenerator<string> {
  for (let position = 0; ; position++) {
    const piece = await store.piece(assetReportId, accountId, part, position);
    if (piece === null) return;
    yield piece;
    await yieldToEventLoop();
  }
};

/** The entries of a piece; they were validated when they were written. */
export const entriesOf = <Entry>(piece: string): Entry[] => JSON.parse(piece);

/** What is printed of the history of one account, from a date on: all else is dropped at once. */
export const readHistory = async (
  store: Pick<AssetReportStore, "piece">,
  assetReportId: string,
  accountId: string,
  from: string,
): Promise<PrintableHistory> => {
  const entries = async <Entry extends { date: string }, Piece>(
    part: AccountPart,
    print: (entry: Entry) => Piece,
  ): Promise<Piece[]> => {
    const all: Piece[] = [];
    for await (const piece of readPieces(store, assetReportId, accountId, part))
      for (const entry of entriesOf<Entry>(piece)) if (entry.date >= from) all.push(print(entry));
    return all;
  };
  return {
    historical_balances: await entries("balances", (balance: HistoricalBalance) => balance),
    transactions: await entries("insights", printable),
  };
};

const printable = (transaction: InsightfulTransaction): PrintableTransaction => ({
  amount: transaction.amount,
  date: transaction.date,
  iso_currency_code: transaction.iso_currency_code,
  name: transaction.name,
  original_description: transaction.original_description,
  pending: transaction.pending,
  unofficial_currency_code: transaction.unofficial_currency_code,
});
