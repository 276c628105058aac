import { randomBytes } from "node:crypto";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import {
  type ListedTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../connectors/bank-transaction.ts";
import type { PaymentEvidence } from "../connectors/payment-evidence.ts";
import { type InstitutionIds, UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { createVault } from "../vault.ts";
import type { MatchCandidate } from "./match-candidates.ts";
import { ownTransactions } from "./own-transactions.ts";
import { changesBetween } from "./transaction-changes.ts";

const runtime = { vault: createVault({ current: new Uint8Array(32) }, randomBytes) };
const item = { itemId: "item-1", clientId: "client-1", institutionId: "ins_1" };
const accounts = ["account", "other"].map((key) => ({ key, account: { account_id: key } }));

/** A row of a bank's list, with a card payment's facts by default. */
export type BankRow = Pick<ListedTransaction, "key" | "date" | "amount" | "name"> &
  Partial<ListedTransaction>;

/** Converts a row to a listed transaction. */
export const bankRow = (row: BankRow): ListedTransaction => ({
  ...{ accountKey: "account", pendingKey: null, account_owner: null, iso_currency_code: "USD" },
  ...{ unofficial_currency_code: null, category_id: null, transaction_type: "unresolved" },
  ...{ authorized_date: null, datetime: null, authorized_datetime: null, merchant_name: null },
  ...{ original_description: null, location: NO_LOCATION, payment_meta: NO_PAYMENT_META },
  ...{ payment_channel: "other", pending: false, transaction_code: null },
  ...row,
});

/** An Item that pulls lists one after another, and applies the changes. */
export const startPulls = () => {
  const aliases = new Map<string, string>();
  const candidates: MatchCandidate[] = [];
  const evidence = new Map<string, PaymentEvidence>();
  /** The names of the stored rows at the start of each comparison by content. */
  const matched: string[][] = [];
  let stored: Transaction[] = [];
  const pull = async (list: readonly BankRow[], known: Partial<InstitutionIds> = {}) => {
    const own = ownTransactions(runtime, item, accounts, list.map(bankRow));
    const changes = await changesBetween(stored, own, {
      ...{ aliases, candidates },
      ids: { ...UNSEEN_IDS, ...known },
      evidenceOf: async (gone) => {
        matched.push(gone.map(({ name }) => name));
        return evidence;
      },
    });
    for (const [alias, id] of changes.aliases ?? []) aliases.set(alias, id);
    candidates.push(...(changes.candidates?.set ?? []));
    for (const each of [...changes.added, ...changes.modified])
      if (each.evidence) evidence.set(each.transaction_id, each.evidence);
    const changed = [...changes.added, ...changes.modified].map((each) => ({
      ...NO_ENRICHMENT,
      ...each,
    }));
    const gone = new Set(
      [...changes.removed, ...changed].map(({ transaction_id }) => transaction_id),
    );
    stored = [...stored.filter(({ transaction_id }) => !gone.has(transaction_id)), ...changed];
    return changes;
  };
  return { pull, stored: () => stored, candidates, matched };
};
