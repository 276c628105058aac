import { expect } from "vitest";
import { z } from "zod";
import { Account } from "../../protocol/account.ts";
import { RemovedTransaction, Transaction } from "../../protocol/transaction.ts";
import { testApp } from "./test-app.ts";

/** The response of `/transactions/get`. */
export const Page = z.object({
  transactions: z.array(Transaction).nullable(),
  total_transactions: z.int(),
  accounts: z.array(Account),
});

const Sync = z.object({
  added: z.array(Transaction),
  modified: z.array(Transaction),
  removed: z.array(RemovedTransaction),
  next_cursor: z.string(),
  has_more: z.boolean(),
  transactions_update_status: z.string(),
});

/** A period that contains every transaction of the sandbox. */
export const YEARS = { start_date: "2024-01-01", end_date: "2026-12-31" };

/** An app with an Item that has transactions, and functions that read them. */
export const transactionsApp = async (products = ["transactions"], options = {}) => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", products, options);
  await app.runJobs();
  const get = async (body: object = {}) =>
    Page.parse(await app.call("/transactions/get", { access_token, ...YEARS, ...body }));
  const sync = async (cursor = "", count = 500) =>
    Sync.parse(await app.call("/transactions/sync", { access_token, cursor, count }));
  const all = async () => {
    const { total_transactions } = await get({ options: { count: 1 } });
    const pages = [];
    for (let offset = 0; offset < total_transactions; offset += 500)
      pages.push(...((await get({ options: { count: 500, offset } })).transactions ?? []));
    return pages;
  };
  const refusal = async (path: string, body: object) => {
    const { client_id, secret } = app.keys;
    return (await app.post(path, { client_id, secret, ...body })).body;
  };
  return { app, access_token, get, sync, all, refusal };
};

/** Applies all changes from a cursor to the end to a reader's copy. Returns the next cursor. */
export const syncAll = async (
  sync: (cursor: string, count: number) => Promise<z.infer<typeof Sync>>,
  copy: Map<string, Transaction>,
  cursor = "",
  count = 500,
) => {
  let next = cursor;
  for (;;) {
    const page = await sync(next, count);
    for (const transaction of page.added) {
      expect(copy.has(transaction.transaction_id)).toBe(false);
      copy.set(transaction.transaction_id, transaction);
    }
    for (const transaction of page.modified) {
      expect(copy.has(transaction.transaction_id)).toBe(true);
      copy.set(transaction.transaction_id, transaction);
    }
    for (const transaction of page.removed)
      expect(copy.delete(transaction.transaction_id)).toBe(true);
    next = page.next_cursor;
    if (!page.has_more) return next;
  }
};
