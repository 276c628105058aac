import type { Generated } from "kysely";
import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { AuthMethod } from "../../../protocol/item.ts";
import type { PendingRule } from "../../../protocol/pending-rule.ts";
import type { TransactionsUpdateStatus } from "../../../protocol/transaction.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { DoorName } from "../../domain/grants/grant.ts";

/** Items, their accounts and their connectors' state. */
export type ItemTables = {
  item: {
    item_id: string;
    client_id: string;
    /** The user that it was linked under, if any. */
    user_id: string | null;
    /** The application's own id of whom it was linked for, if it named one. */
    client_user_id: string | null;
    /** The application's name as its user knows it, if it sent one. */
    application_name: string | null;
    institution_id: string;
    access_token_digest: string;
    access_token_generation: number;
    products: string;
    /** Null for an Item that was linked before this was stored. */
    consented_products: string | null;
    /** 1 if the Item gets no product that its user has not consented to. */
    consent_binds: number;
    /** The method by which its accounts' numbers were found; null before this was stored. */
    auth_method: AuthMethod | null;
    webhook: string | null;
    sealed_login: string;
    error: ErrorCode | null;
    /** The reason of the error, if the consent has ended. */
    consent_end: ConsentEnd | null;
    consent_expires_at: number | null;
    /** Until when the user's yes alone renews the consent; null if only a sign-in does. */
    reconfirmable_until: number | null;
    reconfirmed_at: number | null;
    created_at: number;
    logged_in_at: number;
    removed_at: number | null;
    /** The accounts, those with numbers, and the numbers, each as JSON; null if not written. */
    shown_accounts: string | null;
    auth_accounts: string | null;
    auth_numbers: string | null;
    /** The keys of all accounts that the institution has ever listed; null before its first list. */
    account_keys: string | null;
    /** Counts the changes of the row. */
    revision: Generated<number>;
  };
  /** How the user of an Item is reached, as its Link session knew it. */
  item_contact: {
    item_id: string;
    language: Language;
    /** Null if the application gave no address. */
    email_digest: string | null;
    sealed_email: string | null;
  };
  /** The addresses that get no reminders, since when. */
  reminder_opt_out: { email_digest: string; at: number };
  item_account: {
    item_id: string;
    account_id: string;
    /** The place in the Item's list, from 0. */
    position: number;
    account: string;
    numbers: string;
    /** The account's own key at its institution. */
    account_key: string;
    verification: string | null;
    owners: string | null;
    /** When the institution reported the balances. */
    balances_at: number | null;
    /** The terms of a debt as sealed JSON; null before a read, and for an account that is none. */
    liability: string | null;
    /** The holdings and their securities, and the investment transactions, each as sealed JSON; null before a read. */
    holdings: string | null;
    investment_transactions: string | null;
    /** When the institution reported the investments. */
    investments_at: number | null;
  };
  /** The statements of an Item, of the period that its application has set: null for the server's default. */
  statement_list: {
    item_id: string;
    /** YYYY-MM-DD. */
    start_date: string | null;
    end_date: string | null;
    /** When they were read; null before the first read. */
    read_at: number | null;
  };
  statement: {
    item_id: string;
    statement_id: string;
    account_id: string;
    /** The last day of its period, YYYY-MM-DD. */
    date: string;
    /** The institution's own key of it. */
    statement_key: string;
    /** The PDF; null before it was downloaded. */
    document: string | null;
    /** When its document was kept, in ms since 1970; null for none. */
    kept_at: number | null;
  };
  /** A read of an Item's institution, and its lease. */
  item_read: {
    item_id: string;
    kind: string;
    /** The number of times that the read has ended. */
    revision: number;
    lease_until: number | null;
    /** The error of the last read; null if it succeeded. */
    outcome: string | null;
  };
  /** A pull of an Item that its institution's notification has requested. */
  item_pull: {
    item_id: string;
    /** The first changed day, YYYY-MM-DD. */
    since: string;
    /** 0 or 1. */
    new_accounts: number;
    /** 0 or 1. */
    owners: number;
    /** The one job that waits for it. */
    job_id: string;
    /** Counts the merged notifications. */
    revision: number;
  };
  connector_state: {
    item_id: string;
    sealed: string;
    revision: number;
  };
  /** States in the clear, of an earlier version, until a server has sealed them. */
  unsealed_connector_state: { item_id: string; state: string };
  /** The table has one row, which is counted only if the number of live Items is limited. */
  live_items: { count: number };
  /** How many live Items a client or an institution has: the sum of its slots. */
  live_item_total: {
    kind: "client" | "institution";
    owner_id: string;
    slot: number;
    count: number;
  };
  item_status: {
    item_id: string;
    transactions_updated_at: number | null;
    transactions_failed_at: number | null;
    webhook_code: string | null;
    webhook_sent_at: number | null;
  };
};

/** The grants of accounts to readers, who come by a door. */
export type GrantTables = {
  access_grant: {
    grant_id: string;
    door: DoorName;
    /** The client of an application's grant. */
    client_id: string | null;
    name: string;
    /** YYYY-MM-DD; null for all transactions. */
    from_date: string | null;
    pending: PendingRule;
    /** Null for no end. */
    until: number | null;
    created_at: number;
    /** Null once it is claimed. */
    claim_digest: string | null;
    claim_expires_at: number | null;
    /** The digest of the grant's secret; null until the grant is claimed. */
    secret_digest: string | null;
    used_at: number | null;
    used_from: string | null;
  };
  access_grant_account: {
    grant_id: string;
    item_id: string;
    account_id: string;
    /** The id that a reader has of it; null before it was asked for. */
    reader_id: string | null;
    /** 1 if its person lets it be shown as one with the same account of another person. */
    joins: Generated<number>;
    /** The states of its transactions and of those that they were compared with last; null for none. */
    aligned: string | null;
  };
  /** The transactions that a reader has read by another connection of their account, with the ids there. */
  access_grant_alias: {
    grant_id: string;
    item_id: string;
    transaction_id: string;
    reader_id: string;
  };
  /** The networks that used a grant on its last day of use. */
  access_grant_use: { grant_id: string; day: string; address: string };
  ended_grant_key: { digest: string; ended_at: number };
  /** A link by which an application has a user connect an Item. */
  grant_link: {
    link_id: string;
    grant_id: string;
    link_token_digest: string;
    /** The application's own name of the link, unique in the grant; null for none. */
    reference: string | null;
    /** JSON, in the words of the door. */
    details: string;
    /** Null for access without an end. */
    access_days: number | null;
    created_at: number;
    expires_at: number;
    linked_at: number | null;
    item_id: string | null;
  };
  /** An application's agreement with a user. */
  grant_agreement: {
    agreement_id: string;
    grant_id: string;
    /** JSON, in the words of the door. */
    details: string;
    created_at: number;
  };
};

/** The transactions of Items. */
export type TransactionTables = {
  transaction_feed: {
    item_id: string;
    status: TransactionsUpdateStatus;
    last_change: number;
    revision: number;
    first_date: string | null;
    last_date: string | null;
    pulled_at: number | null;
    history_retry_at: number | null;
    /** JSON; null before the application reads recurring streams. */
    recurring_digests: string | null;
  };
  item_transaction: {
    item_id: string;
    transaction_id: string;
    account_id: string;
    date: string;
    /** The numbers of the change that it came with, and of the last one. */
    added: number;
    changed: number;
    /** The institution's fields but its original description, which is returned only on request. */
    body: string;
    /** Packed; null for a transaction that no rule has seen. */
    enrichment: string | null;
    original_description: string | null;
    persistent_id: string | null;
    /** JSON; null for none. */
    possible_match: string | null;
    /** JSON: what the institution says of the payment, for the matcher alone; null for nothing. */
    evidence: string | null;
  };
  /** A transaction, and a removed one that it may be. */
  match_candidate: {
    item_id: string;
    transaction_id: string;
    /** The removed one. */
    before_id: string;
    account_id: string;
    /** JSON: the score and its reasons, and the facts of the removed one by which people know it. */
    body: string;
    /** Null until its user decides. */
    decision: "same" | "different" | null;
  };
  /** The id that follows from the institution's own, of a transaction that keeps an earlier one. */
  transaction_alias: {
    item_id: string;
    alias: string;
    transaction_id: string;
  };
  /** The number of transactions of an Item's account on a day; a day without transactions has no row. */
  transaction_day: {
    item_id: string;
    date: string;
    account_id: string;
    count: number;
    /** How many of them are pending. */
    pending: number;
  };
  removed_transaction: {
    item_id: string;
    /** The number of the change that it went with. */
    removed: number;
    transaction_id: string;
    account_id: string;
    added: number;
  };
};
