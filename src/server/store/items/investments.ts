import { z } from "zod";
import { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type { InvestmentStore } from "../../domain/transactions/investments/investments.ts";
import { openTextOften, sealText } from "../column-cipher.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database } from "../tables.ts";
import { accountPlace } from "./item-accounts.ts";

const Held = z.strictObject({ securities: z.array(Security), holdings: z.array(Holding) });
const Done = z.strictObject({ transactions: z.array(InvestmentTransaction) });

const held = jsonColumn(Held);
const done = jsonColumn(Done);

/** The investments of accounts, in columns of these; validated when they are written, and only parsed here. */
export const investments = (db: Database, writeWithOutbox: WriteWithOutbox): InvestmentStore => ({
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
      for (const [accountId, { securities, holdings, transactions }] of byAccount) {
        const seal = (column: "holdings" | "investment_transactions", text: string) =>
          sealText(transaction, accountPlace(column, itemId, accountId), text);
        await transaction
          .updateTable("item_account")
          .set({
            holdings: seal("holdings", held.write(Held.parse({ securities, holdings }))),
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
