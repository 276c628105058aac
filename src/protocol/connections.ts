import { z } from "zod";
import { CONSENT_ENDS, type ConsentEnd } from "./errors/consent-ends.ts";
import { ENGLISH_REASONS, type MatchReason } from "./match-reason.ts";
import { PENDING_RULES } from "./pending-rule.ts";
import { CalendarDate } from "./transaction.ts";
import { PRODUCTS } from "./vocabulary.ts";

const MatchRow = z.strictObject({
  date: CalendarDate,
  /** Positive when money leaves the account. */
  amount: z.number(),
  currency: z.string().nullable(),
  name: z.string(),
  pending: z.boolean(),
});

const REASONS = Object.keys(ENGLISH_REASONS) as MatchReason["reason"][];

/** Two transactions that may be the same: `before` was removed when `now` arrived. */
const PersonMatch = z.strictObject({
  transaction_id: z.string(),
  before_id: z.string(),
  account_id: z.string(),
  before: MatchRow,
  now: MatchRow,
  /** The reasons why the transactions may be the same. */
  reasons: z.array(
    z.union([
      z.string(),
      z.strictObject({
        reason: z.enum(REASONS),
        value: z.union([z.string(), z.number()]).optional(),
      }),
    ]),
  ),
});
export type PersonMatch = z.infer<typeof PersonMatch>;

const CONSENT_END_NAMES = Object.keys(CONSENT_ENDS) as ConsentEnd[];

/** A connection, as shown to the person whose accounts it reads. */
export const PersonConnection = z.strictObject({
  connection_id: z.string(),
  /** The application's name; null if it has none. */
  application: z.string().nullable(),
  /** The application's look in Link. */
  brand: z.strictObject({
    accent: z.strictObject({ light: z.string(), dark: z.string() }).nullable(),
    logo: z.strictObject({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
  }),
  /** The logo is the address of a picture; null if the institution is unknown by now. */
  institution: z.strictObject({
    name: z.string(),
    color: z.string(),
    logo: z.string().nullable(),
  }),
  status: z.enum(["connected", "paused", "ended"]),
  /**
   * The reason for the end of the consent; absent if the consent lasts, or without a known reason.
   */
  ended: z.enum(CONSENT_END_NAMES).optional(),
  /** Whether a confirmation renews the consent now, without a sign-in. */
  reconfirms: z.literal(true).optional(),
  accounts: z.array(
    z.strictObject({ account_id: z.string(), name: z.string(), mask: z.string().nullable() }),
  ),
  /**
   * The names of accounts without updates until their user signs in at the bank; absent without
   * such accounts.
   */
  waiting: z.array(z.string()).optional(),
  products: z.array(z.enum(PRODUCTS)),
  /**
   * Transactions that may be the same, for the person's decision; absent without open decisions.
   */
  matches: z.array(PersonMatch).optional(),
  /** The statements of the connection's accounts, newest first; absent without statements. */
  statements: z
    .array(z.strictObject({ statement_id: z.string(), account_id: z.string(), date: CalendarDate }))
    .optional(),
  /** Whether the user can add newer files. */
  takes_files: z.literal(true).optional(),
  since: z.iso.datetime(),
  /** The user's last sign-in at the institution. */
  signed_in_at: z.iso.datetime(),
  /** The end of the consent; null without an end. */
  until: z.iso.datetime().nullable(),
});
export type PersonConnection = z.infer<typeof PersonConnection>;

/** Another application's access by a grant, as shown to the accounts' owner. */
const PersonGrant = z.strictObject({
  grant_id: z.string(),
  name: z.string(),
  account_ids: z.array(z.string()),
  /** The first visible day of transactions; null for all. */
  from: z.string().nullable(),
  /** Null if the protocol has no pending transactions. */
  pending: z.enum(PENDING_RULES).nullable(),
  until: z.iso.datetime().nullable(),
  /** Null before the first use. */
  used_at: z.iso.datetime().nullable(),
  /** The network of the last use. */
  used_from: z.string().nullable(),
  /**
   * Whether the person may change the grant: all accounts are theirs, and no application links
   * others' accounts by it.
   */
  can_change: z.boolean(),
  /**
   * Whether the person allows their accounts to be joined with another person's view of the same
   * account.
   */
  joins: z.boolean(),
});
export type PersonGrant = z.infer<typeof PersonGrant>;

/** The protocols for sharing, each with the keys for a reader. */
export const SHARING_DOORS = ["simplefin", "ofx"] as const;
export type SharingDoor = (typeof SHARING_DOORS)[number];

/** The keys of a new grant by name, in display order. */
const GrantKeys = z.union([
  z.strictObject({ token: z.string() }),
  z.strictObject({ address: z.string(), user: z.string(), password: z.string() }),
]);

/** The response of every path of the account site while the session lasts. */
export const ConnectionsAnswer = z.strictObject({
  /** The person's confirmed address; null in a session from Link. */
  email: z.string().nullable(),
  connections: z.array(PersonConnection),
  /** Null if the person has no grant and cannot create one. */
  grants: z.array(PersonGrant).nullable(),
  /** The protocols for which people may create grants. */
  grant_doors: z.array(z.enum(SHARING_DOORS)),
  /** The keys of the new grant, which are shown once. */
  grant_keys: GrantKeys.optional(),
  /**
   * The result of the uploaded file: the number of new transactions, or the file's open questions.
   */
  added_file: z
    .union([
      z.strictObject({
        added: z.int(),
        /** A sentence about the rows that were left out; absent without such rows. */
        note: z.string().optional(),
      }),
      z.strictObject({
        left_open: z.enum(["account", "columns", "encoding", "questions", "rules"]),
      }),
    ])
    .optional(),
  /**
   * Whether the person gets reminders by mail; absent without an address, or if the server sends no
   * mail.
   */
  reminders: z.boolean().optional(),
  /** The ms until the session ends without further requests. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type ConnectionsAnswer = z.infer<typeof ConnectionsAnswer>;
