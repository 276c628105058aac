import { createHash } from "node:crypto";
import { type Id, ownId } from "../../domain/bank-values.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { amountFrom } from "../../formats/decimal.ts";
import type { StatementTrade } from "../../formats/investments.ts";
import { type StoredRow, storedRow } from "./file-account.ts";
import { investedIn } from "./files-state.ts";
import { byKey } from "./merge-investments.ts";

/** A movement of an investment account's cash as an account's row, with its key. */
export type CashRow = {
  row: StoredRow;
  key: Id;
  account: { key: Id; account: { currency: string | null } };
};

/**
 * The cash movements without a security of investment accounts in a period, oldest first: an
 * INVBANKTRAN, a fee or interest.
 */
export const cashRowsIn = (state: string, { from, to }: Period): CashRow[] =>
  investedIn(state)
    .flatMap(({ key: accountKey, currency, investments }) =>
      [...byKey(investments.transactions)].flatMap(([key, trade]): CashRow[] => {
        const isOfPeriod = trade.date >= from && trade.date <= to;
        if (!isOfPeriod || !isCash(trade)) return [];
        const digest = createHash("sha256").update(key).digest("base64url");
        const account = { key: accountKey, account: { currency } };
        return [{ row: toRow(trade), key: ownId(`${accountKey}/cash ${digest}`), account }];
      }),
    )
    .toSorted((a, b) => (a.row.date < b.row.date ? -1 : Number(a.row.date > b.row.date)));

const isCash = ({ securityKey, quantity, amount }: StatementTrade): boolean =>
  securityKey === null && quantity === 0 && amount !== 0;

const toRow = ({ date, amount, currency, id, memo, row }: StatementTrade): StoredRow =>
  storedRow(
    {
      // In rows, outflows are negative.
      ...{ date, amount: amountFrom(0 - amount), currency, id, description: memo },
      ...{ valueDate: null, madeDate: null, pending: false, reference: null, checkNumber: null },
      ...{ code: null, payee: null, memo: null, counterpartyAccount: null, category: null },
      ...row,
    },
    { number: 0, asOf: date, aliases: null },
  );
