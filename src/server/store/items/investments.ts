import { LRUCache } from "lru-cache";
import { z } from "zod";
import { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type { ItemWithAccounts } from "../../domain/items/item.ts";
import {
  type HoldingsJson,
  type InvestmentStore,
  namedSecurities,
} from "../../domain/transactions/investments/investments.ts";
import { openTextOften, sealText } from "../column-cipher.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database } from "../tables.ts";
import { changeItem } from "./change-item.ts";
import { accountPlace } from "./item-accounts.ts";

const Held = z.strictObject({
  securities: z.array(Security),
  holdings: z.array(Holding),
  marginLoan: z.number().exactOptional(),
});
const Done = z.strictObject({ transactions: z.array(InvestmentTransaction) });

const held = jsonColumn(Held);
const done = jsonColumn(Done);

/** The size of the holdings cache in bytes. An Item with 500 holdings has half a megabyte. */
const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * The investments of accounts in sealed columns. A write validates them; a read only parses them.
 */
export const investments = (db: Database, writeWithOutbox: WriteWithOutbox): InvestmentStore => ({
  holdingsJson: holdingsJson(db),

  readAt: async (itemId) => {
    const rows = await db
      .selectFrom("item_account")
      .select(["account_id", "investments_at"])
      .where("item_id", "=", itemId)
      .where("investments_at", "is not", null)
      .execute();
    return new Map(rows.map((row) => [row.account_id, Number(row.investments_at)]));
  },

  find: async (itemId) => {
    const rows = await db
      .selectFrom("item_account")
      .select(["account_id", "holdings", "investment_transactions"])
      .where("item_id", "=", itemId)
      .where("investments_at", "is not", null)
      .orderBy("position")
      .execute();
    return new Map(
      rows.flatMap((row) => {
        const { account_id, holdings, investment_transactions: transactions } = row;
        if (holdings === null || transactions === null) return [];
        const open = (column: "holdings" | "investment_transactions", text: string) =>
          JSON.parse(openTextOften(db, accountPlace(column, itemId, account_id), text));
        const first: z.infer<typeof Held> = open("holdings", holdings);
        const second: z.infer<typeof Done> = open("investment_transactions", transactions);
        return [[account_id, { ...first, ...second }] as const];
      }),
    );
  },

  set: (itemId, byAccount, now, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      await changeItem(transaction).where("item_id", "=", itemId).execute();
      for (const [accountId, { transactions, ...rest }] of byAccount) {
        const seal = (column: "holdings" | "investment_transactions", text: string) =>
          sealText(transaction, accountPlace(column, itemId, accountId), text);
        await transaction
          .updateTable("item_account")
          .set({
            holdings: seal("holdings", held.write(Held.parse(rest))),
            investment_transactions: seal(
              "investment_transactions",
              done.write(Done.parse({ transactions })),
            ),
            investments_at: now,
          })
          .where("item_id", "=", itemId)
          .where("account_id", "=", accountId)
          .execute();
      }
    }),
});

/**
 * The holdings of Items as JSON, in an LRU cache by Item object. A change of the investments, in
 * any process, changes the Item's revision, and the next lookup returns another object.
 */
function holdingsJson(db: Database): InvestmentStore["holdingsJson"] {
  const cache = new LRUCache<string, { found: ItemWithAccounts; json: HoldingsJson }>({
    maxSize: CACHE_BYTES,
  });
  return async (found) => {
    const { itemId } = found.item;
    const entry = cache.get(itemId);
    if (entry?.found === found) return entry.json;
    const rows = await db
      .selectFrom("item_account")
      .select(["account_id", "holdings", "investments_at"])
      .where("item_id", "=", itemId)
      .where("investments_at", "is not", null)
      .orderBy("position")
      .execute();
    const marginLoans = new Map<string, number>();
    const parts = rows.flatMap(({ account_id, holdings }): z.infer<typeof Held>[] => {
      if (holdings === null) return [];
      const place = accountPlace("holdings", itemId, account_id);
      const part: z.infer<typeof Held> = JSON.parse(openTextOften(db, place, holdings));
      if (part.marginLoan !== undefined) marginLoans.set(account_id, part.marginLoan);
      return [part];
    });
    const holdings = parts.flatMap((part) => part.holdings);
    // Bytes need no encoding when they are sent.
    const toBytes = (list: readonly unknown[]) => ({ json: Buffer.from(JSON.stringify(list)) });
    const json = {
      readAt: new Map(rows.map((row) => [row.account_id, Number(row.investments_at)])),
      marginLoans,
      holdings: toBytes(holdings),
      securities: toBytes(namedSecurities(parts, holdings)),
    };
    const size = 1000 + json.holdings.json.length + json.securities.json.length;
    cache.set(itemId, { found, json }, { size });
    return json;
  };
}
