import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { AccountNumbers } from "../../../protocol/numbers.ts";
import { VERIFICATION_STATUSES } from "../../../protocol/vocabulary.ts";
import type { ItemAccount } from "../../domain/items/item.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database, Tables } from "../tables.ts";

const account = jsonColumn(Account);
const numbers = jsonColumn(AccountNumbers);

/** How far micro-deposits have proven an account. */
export const verification = jsonColumn(
  z
    .strictObject({ status: z.enum(VERIFICATION_STATUSES), since: z.number(), wrong: z.int() })
    .nullable(),
);

/** An account as a row, at a place in its Item's list; checked, since it is not when it is read. */
export const accountRow = (one: ItemAccount, position: number): Tables["item_account"] => ({
  item_id: one.itemId,
  account_id: one.account.account_id,
  position,
  account: account.write(Account.parse(one.account)),
  numbers: numbers.write(AccountNumbers.parse(one.numbers)),
  account_key: one.key,
  verification: verification.write(one.verification),
  owners: null,
});

/** Begins to read accounts as rows, each Item's in their order. */
export const selectAccounts = (db: Database) =>
  db
    .selectFrom("item_account")
    .select(["account", "numbers", "account_key as key", "verification"])
    .orderBy("position");

/** An account as it is read. */
export type AccountRow = { [F in "itemId" | "key" | "account" | "numbers"]: string } & {
  verification: string | null;
};

/** The account that a row is. Rows are ours, written from what was checked: they are only parsed. */
export const accountOfRow = (row: AccountRow): ItemAccount => ({
  itemId: row.itemId,
  account: JSON.parse(row.account),
  numbers: JSON.parse(row.numbers),
  key: row.key,
  verification: row.verification === null ? null : verification.read(row.verification),
});
