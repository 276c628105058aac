import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { AccountNumbers } from "../../../protocol/numbers.ts";
import { VERIFICATION_STATUSES } from "../../../protocol/vocabulary.ts";
import type { ItemAccount } from "../../domain/items/item.ts";
import { openTextOften, sealText } from "../column-cipher.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable, Tables } from "../tables.ts";

const account = jsonColumn(Account);
const numbers = jsonColumn(AccountNumbers);

/** The column of an account's verification. */
export const verification = jsonColumn(
  z
    .strictObject({ status: z.enum(VERIFICATION_STATUSES), since: z.number(), wrong: z.int() })
    .nullable(),
);

/** An account as a row, at a position in its Item's list. The write validates it. */
export const accountRow = (
  db: Queryable,
  itemAccount: ItemAccount,
  position: number,
): Tables["item_account"] => ({
  item_id: itemAccount.itemId,
  account_id: itemAccount.account.account_id,
  position,
  ...sealedColumns(db, itemAccount.itemId, itemAccount.account.account_id, {
    account: account.write(Account.parse(itemAccount.account)),
    numbers: numbers.write(AccountNumbers.parse(itemAccount.numbers)),
    account_key: itemAccount.key,
  }),
  verification: verification.write(itemAccount.verification),
  owners: null,
  balances_at: null,
  liability: null,
  holdings: null,
  investment_transactions: null,
  investments_at: null,
});

/** Begins to select accounts, in the order of their Item's list. */
export const selectAccounts = (db: Queryable) =>
  db
    .selectFrom("item_account")
    .select(["account_id as accountId", "account", "numbers", "account_key as key", "verification"])
    .orderBy("position");

export type AccountRow = {
  [F in "itemId" | "accountId" | "key" | "account" | "numbers"]: string;
} & {
  verification: string | null;
};

/** The account of a row. Its write was validated, so the row is only parsed. */
export const accountOfRow = (db: Queryable, row: AccountRow): ItemAccount => {
  const open = (column: SealedColumn, text: string) =>
    openTextOften(db, accountPlace(column, row.itemId, row.accountId), text);
  return {
    itemId: row.itemId,
    account: JSON.parse(open("account", row.account)),
    numbers: JSON.parse(open("numbers", row.numbers)),
    key: open("account_key", row.key),
    verification: row.verification === null ? null : verification.read(row.verification),
  };
};

type SealedColumn =
  | "account"
  | "numbers"
  | "account_key"
  | "owners"
  | "liability"
  | "holdings"
  | "investment_transactions";

/** The purpose for which a column of an account is sealed. */
export const accountPlace = (column: SealedColumn, itemId: string, accountId: string): string =>
  `item_account.${column}:${itemId}:${accountId}`;

const sealedColumns = <Column extends SealedColumn>(
  db: Queryable,
  itemId: string,
  accountId: string,
  texts: Record<Column, string>,
): Record<Column, string> => {
  const entries = Object.entries<string>(texts).map(([column, text]) => [
    column,
    sealText(db, accountPlace(column as Column, itemId, accountId), text),
  ]);
  return Object.fromEntries(entries);
};
