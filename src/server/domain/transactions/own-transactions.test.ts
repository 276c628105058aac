import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import {
  type ListedTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../connectors/bank-transaction.ts";
import { UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { createVault } from "../vault.ts";
import { ownTransactions, ownTransactionsInTurns } from "./own-transactions.ts";
import { changesBetween } from "./transaction-changes.ts";

const RUNTIME = { vault: createVault({ current: new Uint8Array(32) }, randomBytes) };
const ACCOUNTS = ["checking", "card", ""];

/** The accounts of an Item under its own ids. */
const listAccounts = (itemId: string) =>
  ACCOUNTS.map((key) => ({ key, account: { account_id: `${itemId} ${key}` } }));

const lists = fc.uniqueArray(
  fc.record({
    key: fc.string(),
    accountKey: fc.constantFrom(...ACCOUNTS),
    persistentKey: fc.option(fc.string(), { nil: undefined }),
    pending: fc.boolean(),
  }),
  { selector: ({ key }) => key, maxLength: 20 },
);
const items = fc.record({
  itemId: fc.string(),
  clientId: fc.constantFrom("client-1", "client-2"),
  institutionId: fc.constantFrom("ins_1", "ins_2"),
});

test("a posted transaction has one persistent id in every Item of a client, and no other id in common", () => {
  fc.assert(
    fc.property(lists, items, items, (list, one, other) => {
      fc.pre(one.itemId !== other.itemId);
      const bank = list.map(({ persistentKey, ...facts }) =>
        toBankTransaction({ ...facts, ...(persistentKey !== undefined && { persistentKey }) }),
      );
      const [mine, theirs] = [one, other].map((item) =>
        ownTransactions(RUNTIME, item, listAccounts(item.itemId), bank),
      );
      const isShared = one.clientId === other.clientId && one.institutionId === other.institutionId;
      const posted = mine?.filter(({ pending }) => !pending) ?? [];
      for (const { transaction_id, account_id, persistent_transaction_id } of posted) {
        expect(theirs?.map((each) => each.transaction_id)).not.toContain(transaction_id);
        expect(persistent_transaction_id === null).toBe(account_id.endsWith(" "));
        if (persistent_transaction_id === null) continue;
        expect(
          theirs?.some((each) => each.persistent_transaction_id === persistent_transaction_id),
        ).toBe(isShared);
      }
      for (const each of mine ?? [])
        if (each.pending) expect(each.persistent_transaction_id).toBeNull();
    }),
  );
});

test("an id that counts in one Item alone gives no persistent id", () => {
  const [own] = ownTransactions(RUNTIME, ITEM, listAccounts("item-1"), [
    toBankTransaction({ persistentKey: null }),
  ]);
  expect(own?.persistent_transaction_id).toBeNull();
});

test("a persistent id comes when a transaction posts, and stays when its bank gives it another id", async () => {
  const toList = (changes: Partial<ListedTransaction>) =>
    ownTransactions(RUNTIME, ITEM, listAccounts("item-1"), [toBankTransaction(changes)]);
  const pending = toList({ pending: true });
  const [posted] = (await changesBetween(stored(pending), toList({ pending: false }))).modified;
  expect(posted?.persistent_transaction_id).toMatch(/^[\w-]{43}$/);
  const aliases = new Map([
    [String(toList({ key: "other" })[0]?.transaction_id), String(posted?.transaction_id)],
  ]);
  const renamed = toList({ key: "other", name: "Copper Ladle Ltd" });
  const { modified } = await changesBetween(posted ? stored([posted]) : [], renamed, {
    ...{ aliases, candidates: [], ids: UNSEEN_IDS },
  });
  expect(modified).toMatchObject([
    { persistent_transaction_id: posted?.persistent_transaction_id, name: "Copper Ladle Ltd" },
  ]);
});

test("a long list is converted in turns, as at once", async () => {
  const list = Array.from({ length: 1500 }, (_, at) => ({
    ...toBankTransaction({ key: `${at}`, pending: at % 3 === 0 }),
    pendingKey: at % 3 === 1 ? `${at - 1}` : null,
  }));
  const accounts = listAccounts("item-1");
  const turns = await countTurns(async () => {
    const inTurns = await ownTransactionsInTurns(RUNTIME, ITEM, accounts, list);
    expect(inTurns).toEqual(ownTransactions(RUNTIME, ITEM, accounts, list));
    expect(inTurns).toHaveLength(1000);
  });
  expect(turns).toBeGreaterThanOrEqual(4);
});

const ITEM = { itemId: "item-1", clientId: "client-1", institutionId: "ins_1" };

type Own = ReturnType<typeof ownTransactions>;
const stored = (list: Own) => list.map((each) => ({ ...NO_ENRICHMENT, ...each }));

const toBankTransaction = (changes: Partial<ListedTransaction>): ListedTransaction => ({
  ...{ key: "key", accountKey: "checking", pendingKey: null, account_owner: null, amount: 4.5 },
  ...{ iso_currency_code: "USD", unofficial_currency_code: null, category_id: null },
  ...{ transaction_type: "unresolved", date: "2026-01-05", authorized_date: null },
  ...{ datetime: null, authorized_datetime: null, name: "Copper Ladle", merchant_name: null },
  ...{ original_description: null, location: NO_LOCATION, payment_meta: NO_PAYMENT_META },
  ...{ payment_channel: "other", pending: false, transaction_code: null },
  ...changes,
});
