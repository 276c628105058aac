import type { Owner } from "../src/protocol/account.ts";
import { type Lines, ownLines } from "../src/server/domain/bank-values.ts";
import type { BankAccount } from "../src/server/domain/connectors/bank-account.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../src/server/domain/connectors/bank-transaction.ts";
import type { CatalogueInstitution } from "../src/server/domain/institutions/institution.ts";
import { bankAccount, bankTransaction } from "../src/testing/bank-data.ts";

/** The sign-in of a bank's users: in Link's form, or at the bank's site. */
export type BankKind = "form" | "site";

/** The institution of a simulated bank. */
export const institutionOf = (institutionId: string, kind: BankKind): CatalogueInstitution => ({
  institutionId,
  name: `Simulated ${institutionId}`,
  aliases: [],
  products: [
    ...(["auth", "balance", "identity", "transactions"] as const),
    ...(["assets", "investments", "liabilities", "statements"] as const),
  ],
  countryCodes: ["US"],
  routingNumbers: [],
  oauth: kind === "site",
  url: "https://bank.example",
  logoShape: "hill",
  color: "#123456",
  health: "HEALTHY",
  healthSince: 0,
  supported: true,
  enabled: true,
  purpose: "login",
  fields:
    kind === "site"
      ? []
      : [
          { name: "username", label: "User", type: "text" },
          { name: "password", label: "Password", type: "password" },
        ],
});

/** The name that identifies a transaction in the bank and in the service. */
export const toName = (key: string): string => `Purchase ${key}`;

/** The owner of a customer's accounts. */
export const ownerOf = (username: string): Lines<Owner> =>
  ownLines({
    names: [username],
    addresses: [],
    phone_numbers: [],
    emails: [{ data: `${username}@example.com`, primary: true, type: "primary" as const }],
  });

/** A customer's account by its key. */
export const toAccount = (key: string, at: number): BankAccount =>
  bankAccount({
    key,
    name: key,
    official_name: null,
    mask: `000${at}`,
    type: "depository",
    subtype: "checking",
    balances: {
      available: 100 + at,
      current: 100 + at,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    numbers: { ach: { account: toNumber(key), routing: "011401533", wire_routing: null } },
  });

/** The unique number of an account. */
export const toNumber = (key: string): string =>
  [...key]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7)
    .toString()
    .padStart(12, "1");

/** A transaction on a day, from its key. */
export const transactionOf = (
  key: string,
  accountKey: string,
  { date, amount, isPending }: { date: string; amount: number; isPending: boolean },
): BankTransaction =>
  bankTransaction({
    key,
    accountKey,
    pendingKey: null,
    account_owner: null,
    amount,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
    category_id: null,
    transaction_type: "special",
    date,
    authorized_date: null,
    datetime: null,
    authorized_datetime: null,
    name: toName(key),
    merchant_name: null,
    original_description: null,
    location: NO_LOCATION,
    payment_meta: NO_PAYMENT_META,
    payment_channel: "other",
    pending: isPending,
    transaction_code: null,
  });
