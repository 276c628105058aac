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

/** Two transactions that may be the same: `before` was removed when `now` came. */
const PersonMatch = z.strictObject({
  transaction_id: z.string(),
  before_id: z.string(),
  account_id: z.string(),
  before: MatchRow,
  now: MatchRow,
  /** The reasons for which they may be the same. */
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
  /** The application's look, as its users know it from Link. */
  brand: z.strictObject({
    accent: z.strictObject({ light: z.string(), dark: z.string() }).nullable(),
    logo: z.strictObject({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
  }),
  /** The logo is the address of a picture; null if the institution is no longer known. */
  institution: z.strictObject({
    name: z.string(),
    color: z.string(),
    logo: z.string().nullable(),
  }),
  status: z.enum(["connected", "paused", "ended"]),
  /** The reason for which its consent has ended; left out if it has not, or no reason is known. */
  ended: z.enum(CONSENT_END_NAMES).optional(),
  /** Whether its user's yes renews the consent now, without a sign-in. */
  reconfirms: z.literal(true).optional(),
  accounts: z.array(
    z.strictObject({ account_id: z.string(), name: z.string(), mask: z.string().nullable() }),
  ),
  /** The accounts that get nothing new until their user signs in at the bank, by name; left out for none. */
  waiting: z.array(z.string()).optional(),
  products: z.array(z.enum(PRODUCTS)),
  /** The transactions that may be the same, for the person to decide; left out if nothing is to be done. */
  matches: z.array(PersonMatch).optional(),
  /** The statements of its accounts, newest first; left out for none. */
  statements: z
    .array(z.strictObject({ statement_id: z.string(), account_id: z.string(), date: CalendarDate }))
    .optional(),
  /** Whether its user adds newer files. */
  takes_files: z.literal(true).optional(),
  since: z.iso.datetime(),
  /** When its user signed in at the institution last. */
  signed_in_at: z.iso.datetime(),
  /** The end of the consent; null if it has none. */
  until: z.iso.datetime().nullable(),
});
export type PersonConnection = z.infer<typeof PersonConnection>;

/** Another application that reads accounts by a grant, as shown to the person whose accounts they are. */
const PersonGrant = z.strictObject({
  grant_id: z.string(),
  name: z.string(),
  account_ids: z.array(z.string()),
  /** The first day of transactions that it sees; null for all. */
  from: z.string().nullable(),
  /** Null where the protocol has no pending transactions. */
  pending: z.enum(PENDING_RULES).nullable(),
  until: z.iso.datetime().nullable(),
  /** Null before its first use. */
  used_at: z.iso.datetime().nullable(),
  /** The network of its last use. */
  used_from: z.string().nullable(),
  /** Whether the person may change it: all its accounts are theirs, and no application links others by it. */
  can_change: z.boolean(),
  /** Whether the person lets their accounts be shown as one with the same account of another person. */
  joins: z.boolean(),
});
export type PersonGrant = z.infer<typeof PersonGrant>;

/** The protocols by which people share, each with the keys that they give to a reader. */
export const SHARING_DOORS = ["simplefin", "ofx"] as const;
export type SharingDoor = (typeof SHARING_DOORS)[number];

/** The keys of a new grant, by their names, in the order in which they are shown. */
const GrantKeys = z.union([
  z.strictObject({ token: z.string() }),
  z.strictObject({ address: z.string(), user: z.string(), password: z.string() }),
]);

/** The response of every path of the account site while the session lasts. */
export const ConnectionsAnswer = z.strictObject({
  /** The address that the person has confirmed; null in a session from Link. */
  email: z.string().nullable(),
  connections: z.array(PersonConnection),
  /** Null if the person has no grant and cannot make one. */
  grants: z.array(PersonGrant).nullable(),
  /** The protocols by which people may make grants. */
  grant_doors: z.array(z.enum(SHARING_DOORS)),
  /** The keys of the grant that was just made, which are shown once. */
  grant_keys: GrantKeys.optional(),
  /** The outcome of the file that was just sent: how many transactions are new, or what the file leaves open. */
  added_file: z
    .union([
      z.strictObject({
        added: z.int(),
        /** The rows that were left out, in a sentence; left out for none. */
        note: z.string().optional(),
      }),
      z.strictObject({
        left_open: z.enum(["account", "columns", "encoding", "questions", "rules"]),
      }),
    ])
    .optional(),
  /** Whether the person is reminded by mail; left out without an address, or a server that sends mail. */
  reminders: z.boolean().optional(),
  /** The ms until the session ends without further requests. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type ConnectionsAnswer = z.infer<typeof ConnectionsAnswer>;
