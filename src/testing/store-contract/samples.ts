import type { Balances } from "../../protocol/account.ts";
import { NO_ENRICHMENT } from "../../protocol/enrichment.ts";
import type { Transaction, TransactionFacts } from "../../protocol/transaction.ts";
import type { AuditOrigin } from "../../server/domain/audit-actor.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import type { ClientSecret } from "../../server/domain/clients/client-secret.ts";
import { eraseRemovedClient } from "../../server/domain/clients/erase-client.ts";
import { UNRESTRICTED } from "../../server/domain/clients/secret-restrictions.ts";
import { NO_LOCATION, NO_PAYMENT_META } from "../../server/domain/connectors/bank-transaction.ts";
import type { LinkEventRecord } from "../../server/domain/dashboard/traffic.ts";
import { digest } from "../../server/domain/identifiers.ts";
import type { Item, ItemAccount } from "../../server/domain/items/item.ts";
import type { PublicToken } from "../../server/domain/items/public-token.ts";
import type { NewJob } from "../../server/domain/jobs/job.ts";
import { NEW_GUARD } from "../../server/domain/link/attempt-guard.ts";
import type { LinkSession, LinkToken } from "../../server/domain/link/link-session.ts";
import type { NewItem } from "../../server/domain/link/new-item.ts";
import type { Store } from "../../server/domain/store.ts";
import type { User } from "../../server/domain/users/user.ts";

/** The moment that the samples were made at. */
export const NOW = Date.UTC(2024, 1, 29, 12);

/** The author of changes that follow from a test's call. */
export const SAMPLE_ORIGIN: AuditOrigin = { at: NOW, actor: { kind: "user", name: "person 1" } };

export const sampleClient = (changes: Partial<Client> = {}): Client => ({
  clientId: "client-1",
  name: "",
  secrets: [sampleSecret("secret")],
  publicKey: "public-key-1",
  publicKeyEnabled: true,
  partner: false,
  legacyUserApi: false,
  grantsAllowed: true,
  defaultVersion: "2020-09-14",
  products: ["auth", "transactions"],
  institutions: [],
  allowedOrigins: ["https://shop.example"],
  accountSelection: "several",
  productionAccess: { state: "none" },
  createdAt: NOW,
  ...changes,
});

/** The row of a secret. */
export const sampleSecret = (
  secret: string,
  changes: Partial<ClientSecret> = {},
): ClientSecret => ({
  secretId: `id of ${secret}`,
  name: "",
  digest: digest(secret),
  lastFour: secret.slice(-4),
  createdAt: NOW,
  usedAt: null,
  endsAt: null,
  restrictions: UNRESTRICTED,
  ...changes,
});

/** A user of `sampleClient`, by the new user API. */
export const sampleUser = (changes: Partial<User> = {}): User => ({
  userId: "usr_1",
  clientId: "client-1",
  clientUserId: "customer-1",
  legacyUserId: null,
  sealedIdentity: "sealed-identity",
  createdAt: NOW,
  productsEndedAt: null,
  ...changes,
});

/** A new Link session of `sampleClient`. */
export const sampleSession = (changes: Partial<LinkSession> = {}): LinkSession => ({
  linkSessionId: "session-1",
  tokenDigest: "session-token-1",
  clientId: "client-1",
  origin: "https://shop.example",
  config: {
    clientName: "Shop",
    product: ["auth"],
    language: "en",
    countryCodes: ["US"],
    accountSelection: "several",
  },
  linkTokenDigest: null,
  publicTokenDigest: null,
  resumeDigest: null,
  updateItemId: null,
  consent: null,
  guard: NEW_GUARD,
  step: { at: "institution" },
  results: [],
  revision: 0,
  createdAt: NOW,
  expiresAt: NOW + 3_600_000,
  ...changes,
});

/** An event in `sampleSession` at `NOW`. Its id ends in `name`. */
export const sampleEvent = (
  name: string,
  changes: Partial<LinkEventRecord> = {},
): LinkEventRecord => ({
  eventId: `event-${name}`,
  linkSessionId: "session-1",
  at: NOW,
  source: "link",
  name: "OPEN",
  detail: null,
  errorCode: null,
  ms: null,
  ...changes,
});

/** A link token of `sampleClient`, valid for four hours from `NOW` on. */
export const sampleLinkToken = (changes: Partial<LinkToken> = {}): LinkToken => ({
  digest: "link-1",
  clientId: "client-1",
  config: { clientName: "Shop", product: ["auth"], language: "en", countryCodes: ["US"] },
  updateItemId: null,
  details: {
    clientUserId: "user-1",
    redirectUri: null,
    userId: null,
    products: ["auth"],
    permissiblePurpose: null,
    reportOptions: null,
  },
  sealedToken: "sealed-link-1",
  createdAt: NOW,
  expiresAt: NOW + 14_400_000,
  ...changes,
});

/** An Item of `sampleClient` with two accounts and a public token. All ids end in `name`. */
export const sampleItem = (name: string, changes: Partial<Item> = {}): NewItem => {
  const itemId = `item-${name}`;
  const item: Item = {
    itemId,
    clientId: "client-1",
    userId: null,
    institutionId: "ins_1",
    accessTokenDigest: `access-${name}`,
    ...{ accessTokenGeneration: 0, products: ["auth"] },
    consentedProducts: ["auth", "cra_base_report"],
    consentBinds: false,
    authMethod: "INSTANT_AUTH",
    webhook: null,
    sealedLogin: "sealed",
    error: null,
    consentExpiresAt: null,
    ...{ consentEnd: null, reconfirmableUntil: null, reconfirmedAt: null },
    createdAt: NOW,
    loggedInAt: NOW,
    removedAt: null,
    ...changes,
  };
  const accounts = (["savings", "checking"] as const).map((type) => sampleAccount(itemId, type));
  return { item, accounts, publicToken: sampleToken(name) };
};

/** An account of an Item; the id ends in `subtype`. */
const sampleAccount = (itemId: string, subtype: "savings" | "checking"): ItemAccount => ({
  itemId,
  account: {
    account_id: `account-${subtype}`,
    balances: { ...BALANCES, available: 100.25, current: 110 },
    mask: "0000",
    name: `My ${subtype}`,
    official_name: null,
    type: "depository",
    subtype,
  },
  numbers: { ach: { account: "1111222233330000", routing: "011401533", wire_routing: null } },
  key: `key-${subtype}`,
  verification: null,
});

/** The balances of an account after a second request. */
export const BALANCES: Balances = {
  available: 12.34,
  current: 56.78,
  limit: null,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
};

/** A transaction of an account of `sampleItem` before any rule has run. Its id ends in `name`. */
export const sampleTransaction = (
  name: string,
  changes: Partial<Transaction> = {},
): Transaction => ({ ...NO_ENRICHMENT, ...sampleFacts(name), ...changes });

/** A sample transaction before it is enriched. */
export const sampleFacts = (
  name: string,
  changes: Partial<TransactionFacts> = {},
): TransactionFacts & Pick<Transaction, "possible_match"> => ({
  persistent_transaction_id: null,
  possible_match: null,
  transaction_id: `transaction-${name}`,
  account_id: "account-checking",
  account_owner: null,
  amount: 12.5,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
  category: null,
  category_id: null,
  transaction_type: "unresolved",
  date: "2024-02-29",
  authorized_date: null,
  datetime: null,
  authorized_datetime: null,
  name: `Shop ${name}`,
  merchant_name: null,
  original_description: null,
  location: NO_LOCATION,
  payment_meta: NO_PAYMENT_META,
  payment_channel: "other",
  pending: false,
  pending_transaction_id: null,
  transaction_code: null,
  ...changes,
});

/** A public token for the Item of `sampleItem(name)`, valid for 30 minutes from `NOW`. */
export const sampleToken = (name: string, changes: Partial<PublicToken> = {}): PublicToken => ({
  digest: `public-${name}`,
  itemId: `item-${name}`,
  clientId: "client-1",
  createdAt: NOW,
  expiresAt: NOW + 1_800_000,
  exchangedAt: null,
  ...changes,
});

/** A job due at `NOW`. Its id ends in `name`. */
export const sampleJob = (name: string, changes: Partial<NewJob> = {}): NewJob => ({
  jobId: `job-${name}`,
  name: "sample",
  payload: { item_id: "item-1" },
  lane: "lane",
  dueAt: NOW,
  createdAt: NOW,
  ...changes,
});

/**
 * Returns a counter for the runs of a property that share a store, since a store is slow to create.
 */
export const counter = (): (() => number) => {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
};

/** The numbers of the public tokens and sessions that two processes race for. */
export const RACES: readonly number[] = Array.from({ length: 60 }, (_, n) => n);

/** The public token, of `sampleItem("1")`, that is raced for. */
export const raceToken = (n: number) => sampleToken("1", { digest: `raced-${n}` });

export const raceSession = (n: number) =>
  sampleSession({ linkSessionId: `raced-${n}`, tokenDigest: `raced-token-${n}` });

/** All traces of an Item, looked up by every id that leads to a trace. */
export const tracesOf = async (store: Store, { item, publicToken }: NewItem) => ({
  item: await store.items.byItemId(item.itemId),
  itemByAccessToken: (await store.items.findByAccessToken(item.accessTokenDigest))?.item ?? null,
  accounts: await store.items.accounts(item.itemId),
  publicToken: await store.publicTokens.byDigest(publicToken.digest),
});

/** The result of `tracesOf` for an Item that is complete. */
export const whole = ({ item, accounts, publicToken }: NewItem) => ({
  item,
  itemByAccessToken: item,
  accounts,
  publicToken,
});

/** The result of `tracesOf` if nothing was left behind. */
export const NOTHING = { item: null, itemByAccessToken: null, accounts: [], publicToken: null };

/** A product's use without its day and count. */
export const USE = { clientId: "client-1", product: "auth", itemId: "item-1" } as const;

/** Removes a client, and erases its rows. */
export const removeClient = async (store: Store, clientId: string): Promise<void> => {
  const { removed } = await store.clients.remove(clientId, { onlyEmpty: false, now: NOW });
  if (!removed) throw new Error(`there is no client ${clientId}`);
  await eraseRemovedClient({ store, ...SERVICES }, clientId);
};

/** The services that work on a store needs, with fixed time and randomness. */
export const SERVICES = { clock: () => NOW, random: (size: number) => Buffer.alloc(size, 7) };
