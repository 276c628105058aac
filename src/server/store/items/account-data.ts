import { z } from "zod";
import { Account, type Balances, Owner } from "../../../protocol/account.ts";
import { LiabilityTerms } from "../../../protocol/liabilities.ts";
import { openText, openTextOften, sealText } from "../column-cipher.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database, Queryable } from "../tables.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { accountPlace } from "./item-accounts.ts";

const account = jsonColumn(Account);
const ownerList = jsonColumn(z.array(Owner));
const liabilityTerms = jsonColumn(LiabilityTerms);

/** Stores the balances of an Item's accounts by account id; unknown ids are ignored. */
export const setBalances = async (
  transaction: Queryable,
  itemId: string,
  balances: ReadonlyMap<string, Balances>,
  now: number,
): Promise<void> => {
  for (const [accountId, accountBalances] of balances) {
    const row = await transaction
      .selectFrom("item_account")
      .select("account")
      .where("item_id", "=", itemId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (!row) continue;
    const place = accountPlace("account", itemId, accountId);
    const previous = account.read(openTextOften(transaction, place, row.account));
    const updated = { ...previous, balances: accountBalances };
    await transaction
      .updateTable("item_account")
      .set({
        account: sealText(transaction, place, account.write(updated)),
        balances_at: now,
      })
      .where("item_id", "=", itemId)
      .where("account_id", "=", accountId)
      .execute();
  }
  await refreshAccountsJson(transaction, itemId);
};

/** When the institution reported the accounts' balances, by account id; null if unknown. */
export const findBalancesReadAt = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlyMap<string, number | null>> => {
  const rows = await db
    .selectFrom("item_account")
    .select(["account_id", "balances_at"])
    .where("item_id", "=", itemId)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.balances_at]));
};

/** The last known owners of an Item's accounts, by account id. */
export const findOwners = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlyMap<string, Owner[]>> => {
  const place = (accountId: string) => accountPlace("owners", itemId, accountId);
  const rows = await db
    .selectFrom("item_account")
    .select(["account_id", "owners"])
    .where("item_id", "=", itemId)
    .orderBy("position")
    .execute();
  return new Map(
    rows.flatMap(({ account_id, owners }) =>
      owners === null
        ? []
        : [[account_id, ownerList.read(openText(db, place(account_id), owners))] as const],
    ),
  );
};

/** Stores the owners of an Item's accounts. */
export const setOwners = (
  db: Database,
  itemId: string,
  owners: ReadonlyMap<string, Owner[]>,
): Promise<void> =>
  db.transact(async (transaction) => {
    for (const [accountId, accountOwners] of owners)
      await transaction
        .updateTable("item_account")
        .set({
          owners: sealText(
            transaction,
            accountPlace("owners", itemId, accountId),
            ownerList.write(accountOwners),
          ),
        })
        .where("item_id", "=", itemId)
        .where("account_id", "=", accountId)
        .execute();
  });

/** The last known terms of an Item's debts, by account id. */
export const findLiabilities = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlyMap<string, LiabilityTerms>> => {
  const rows = await db
    .selectFrom("item_account")
    .select(["account_id", "liability"])
    .where("item_id", "=", itemId)
    .where("liability", "is not", null)
    .orderBy("position")
    .execute();
  return new Map(
    rows.flatMap(({ account_id, liability }) => {
      if (liability === null) return [];
      const place = accountPlace("liability", itemId, account_id);
      return [[account_id, liabilityTerms.read(openText(db, place, liability))] as const];
    }),
  );
};

/** Stores the terms of an Item's debts. An account that the list lacks loses its terms. */
export const setLiabilities = (
  db: Database,
  itemId: string,
  liabilities: ReadonlyMap<string, LiabilityTerms>,
): Promise<void> =>
  db.transact(async (transaction) => {
    await transaction
      .updateTable("item_account")
      .set({ liability: null })
      .where("item_id", "=", itemId)
      .where("liability", "is not", null)
      .execute();
    for (const [accountId, terms] of liabilities)
      await transaction
        .updateTable("item_account")
        .set({
          liability: sealText(
            transaction,
            accountPlace("liability", itemId, accountId),
            liabilityTerms.write(terms),
          ),
        })
        .where("item_id", "=", itemId)
        .where("account_id", "=", accountId)
        .execute();
  });
