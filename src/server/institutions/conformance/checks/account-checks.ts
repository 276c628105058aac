import { isRoutingNumber } from "../../../../protocol/routing-number.ts";
import type { AccountObservations, Check, CheckOf, Observations } from "../check.ts";
import { MAX_ROWS, type Reply, readFields, readRows, readText } from "../reply.ts";

type Row = Record<string, unknown>;

const CATEGORIES = [
  "ANNUITY_ACCOUNT",
  "COMMERCIAL_ACCOUNT",
  "DEPOSIT_ACCOUNT",
  "DIGITAL_WALLET",
  "INSURANCE_ACCOUNT",
  "INVESTMENT_ACCOUNT",
  "LOAN_ACCOUNT",
  "LOC_ACCOUNT",
];

/** A check of listed accounts. */
const inAccounts = (check: CheckOf<[accounts: Row[], observations: Observations]>): Check => ({
  ...check,
  area: "Data",
  find: (observations) => {
    const rows =
      observations.accounts?.failure === null ? readAccounts(observations.accounts) : null;
    return rows === null || rows.length === 0 ? undefined : check.find(rows, observations);
  },
});

/** Names wrong rows by position, since their values are personal; null without any. */
export const wrongRows = (rows: readonly Row[], isWrong: (row: Row) => boolean): string | null => {
  const places = rows.flatMap((row, at) => (isWrong(row) ? [at + 1] : []));
  if (places.length === 0) return null;
  // Further rows may follow the inspected ones.
  const first = rows.length < MAX_ROWS ? "" : "the first ";
  if (places.length === rows.length)
    return rows.length === 1 ? "in the only one" : `in all ${first && `of ${first}`}${rows.length}`;
  const more = places.length > 3 ? ` and ${places.length - 3} more` : "";
  return `in no. ${places.slice(0, 3).join(", ")}${more} of ${first}${rows.length}`;
};

const readAccounts = ({ body }: Reply): Row[] | null => readRows(body, "accounts");

/** A check of one reply for each account. */
const inEachAccount = (check: CheckOf<[account: AccountObservations]>): Check => ({
  ...check,
  area: "Data",
  find: ({ accountDetails }) => {
    const findings = accountDetails
      .map((detail) => check.find(detail))
      .filter((finding) => finding !== undefined);
    return findings.length === 0
      ? undefined
      : (findings.find((finding) => finding !== null) ?? null);
  },
});

/** Checks that accounts, their owners and their numbers can be read. */
export const accountChecks: readonly Check[] = [
  {
    id: "accounts-list",
    area: "Data",
    what: "lists accounts",
    fix: "respond to /accounts with {accounts: […]}, even for one account or none",
    find: ({ accounts }) => {
      if (accounts === null || accounts.failure !== null) return undefined;
      return readAccounts(accounts) === null ? "accounts is no list" : null;
    },
  },
  {
    id: "accounts-present",
    area: "Data",
    what: "has the accounts that were chosen",
    fix: "list each account that the customer has agreed to share; sign in with a customer who has some",
    find: ({ accounts }) => {
      if (accounts === null || accounts.failure !== null) return undefined;
      return readAccounts(accounts)?.length === 0 ? "the list is empty" : null;
    },
  },
  inAccounts({
    id: "account-id",
    what: "names each account by an id",
    fix: "give each an accountId: text, the same for as long as the account is there",
    find: (rows) => wrongRows(rows, (row) => readText(row, "accountId") === undefined),
  }),
  inAccounts({
    id: "account-id-unique",
    what: "names no two accounts by one id",
    fix: "give each account an accountId of its own",
    find: (rows) => {
      const ids = rows.flatMap((row) => readText(row, "accountId") ?? []);
      return new Set(ids).size === ids.length
        ? null
        : `${ids.length} accounts, ${new Set(ids).size} ids`;
    },
  }),
  inAccounts({
    id: "account-id-stable",
    what: "names an account the same each time",
    fix: "derive accountId from the account, not from the request",
    find: (rows, { accountsAgain }) => {
      if (accountsAgain?.failure !== null) return undefined;
      const later = readAccounts(accountsAgain)?.map(({ accountId }) => accountId) ?? [];
      return wrongRows(
        rows,
        ({ accountId }) => accountId !== undefined && !later.includes(accountId),
      );
    },
  }),
  inAccounts({
    id: "account-type",
    what: "names the kind of each account",
    fix: "add accountType, such as CHECKING, and accountCategory, such as DEPOSIT_ACCOUNT",
    find: (rows) =>
      wrongRows(
        rows,
        (row) =>
          readText(row, "accountType") === undefined ||
          !CATEGORIES.includes(readText(row, "accountCategory") ?? ""),
      ),
  }),
  inAccounts({
    id: "account-currency",
    what: "says in which currency each account is",
    fix: "add currency.currencyCode, such as USD (ISO 4217)",
    find: (rows) =>
      wrongRows(
        rows,
        ({ currency }) => !/^[A-Z]{3}$/.test(readText(currency, "currencyCode") ?? ""),
      ),
  }),
  inAccounts({
    id: "account-balance",
    what: "says what each account holds, as a number",
    fix: "make currentBalance a JSON number, such as 12.5, or currentValue of an investment account",
    find: (rows) =>
      wrongRows(
        rows,
        ({ accountCategory, currentBalance, currentValue }) =>
          typeof currentBalance !== "number" &&
          !(accountCategory === "INVESTMENT_ACCOUNT" && typeof currentValue === "number"),
      ),
  }),
  inAccounts({
    id: "account-mask",
    what: "shows the end of an account's number only",
    fix: "make accountNumberDisplay the last two to four digits, with or without asterisks",
    find: (rows) =>
      wrongRows(rows, (row) => {
        const digits = (readText(row, "accountNumberDisplay") ?? "").replace(/\D/g, "");
        return digits.length < 2 || digits.length > 4;
      }),
  }),
  inEachAccount({
    id: "account-single",
    what: "returns an account by itself as in the list",
    fix: "answer /accounts/{accountId} with the same account",
    find: ({ id, single }) =>
      single.failure ??
      (readFields(single.body).accountId === id ? null : "returns another accountId"),
  }),
  inEachAccount({
    id: "contact-owners",
    what: "says who owns each account",
    fix: "answer /accounts/{accountId}/contact with holders, each with a name",
    find: ({ contact }) => {
      if (contact.failure !== null) return contact.failure;
      const holders = readRows(contact.body, "holders") ?? [];
      const hasNames = holders.every(({ name }) => readText(name, "last") !== undefined);
      return holders.length > 0 && hasNames ? null : "has no holders with a name";
    },
  }),
  inEachAccount({
    id: "payment-networks",
    what: "has numbers for payments that can be right",
    fix: "answer /accounts/{accountId}/payment-networks with bankId, a routing number whose check digit fits, and identifier",
    find: ({ paymentNetworks }) => {
      if (paymentNetworks.failure !== null) return paymentNetworks.failure;
      const rows = readRows(paymentNetworks.body, "paymentNetworks");
      if (rows === null) return "paymentNetworks is no list";
      return wrongRows(
        rows.filter(({ type }) => /^US_/.test(String(type))),
        (row) =>
          !isRoutingNumber(readText(row, "bankId") ?? "") ||
          readText(row, "identifier") === undefined,
      );
    },
  }),
  inEachAccount({
    id: "statements",
    // No product needs them.
    level: "should",
    what: "lists statements with their dates",
    fix: "answer /accounts/{accountId}/statements with statementId and statementDate (YYYY-MM-DD)",
    find: ({ statements }) => {
      if (statements.failure !== null) return statements.failure;
      const rows = readRows(statements.body, "statements");
      if (rows === null) return "statements is no list";
      const isDate = (row: Row) => /^\d{4}-\d\d-\d\d/.test(readText(row, "statementDate") ?? "");
      return wrongRows(rows, (row) => readText(row, "statementId") === undefined || !isDate(row));
    },
  }),
];
