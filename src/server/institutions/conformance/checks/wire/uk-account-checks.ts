import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import { bicFrom } from "../../../../domain/bank-values.ts";
import type { Check } from "../../check.ts";
import { UK_SHAPE } from "../../consents/shapes.ts";
import { readFields, readText } from "../../reply.ts";
import { inBalances, wireDataChecks } from "./data-checks.ts";
import {
  amountFault,
  faultIn,
  inAccounts,
  inEachAccount,
  isIban,
  momentFault,
  quoted,
  type Row,
  rowsAt,
  wordFault,
} from "./findings.ts";
import { BALANCE_TYPE, CODE, DIRECTION, KIND, STATUS, wordsAt } from "./uk-words.ts";

/** The checks of accounts, balances and owners of UK Open Banking. */
export const ukAccountChecks: readonly Check[] = [
  ...wireDataChecks(UK_SHAPE),
  {
    id: "error-code",
    area: "Data",
    what: "returns errors with a code",
    fix: 'respond {"Code", "Message", "Errors": [{"ErrorCode": "UK.OBIE.…", "Message": "…"}]}',
    find: ({ unknownAccount }) => {
      if (!unknownAccount || (unknownAccount.status ?? 0) < 400) return undefined;
      const code = valueAt(unknownAccount.body, "Errors.0.ErrorCode");
      return typeof code === "string" && /^(UK\.|U\d{3}$|[A-Z]{2,4}\w*$)/.test(code)
        ? null
        : `Errors[0].ErrorCode is ${quoted(code)}`;
    },
  },
  {
    id: "accounts-links",
    area: "Data",
    what: "says under which address a response was read",
    fix: "add Links.Self with the address of the request",
    level: "should",
    find: ({ accounts }) => {
      if (accounts?.failure !== null) return undefined;
      return typeof valueAt(accounts.body, "Links.Self") === "string" ? null : "has no Links.Self";
    },
  },
  inAccounts("Data.Account", {
    id: "account-status",
    what: "says the state of each account",
    fix: "make Status Enabled, Disabled, Deleted, ProForma or Pending, or leave it out",
    find: (rows, observations) =>
      faultIn(rows, (row) =>
        wordFault(row, "Status", wordsAt(STATUS, observations), { isOptional: true }),
      ),
  }),
  inAccounts("Data.Account", {
    id: "account-type",
    what: "says the kind of each account",
    fix: "make AccountSubType (3.1) such as CurrentAccount, or AccountTypeCode (4.0) such as CACC",
    find: (rows, observations) =>
      faultIn(rows, (row) => {
        const isNew = wordsAt(KIND, observations) === CODE;
        return wordFault(
          row,
          isNew ? "AccountTypeCode" : "AccountSubType",
          wordsAt(KIND, observations),
        );
      }),
  }),
  inAccounts("Data.Account", {
    id: "account-numbers",
    what: "has the numbers of each account",
    fix: "make each of Account a SchemeName such as UK.OBIE.SortCodeAccountNumber with 14 digits in Identification, an IBAN whose check digits fit, or a card's number with asterisks",
    find: (rows) => faultIn(rows, numbersFault),
  }),
  inAccounts("Data.Account", {
    id: "account-servicer",
    what: "names the bank of an account by a BIC, if it names it",
    fix: "make Servicer.Identification a BIC of 8 or 11 characters",
    find: (rows) =>
      faultIn(rows, ({ Servicer }) => {
        const { SchemeName: scheme, Identification: bic } = readFields(Servicer);
        if (!/BICFI$/.test(String(scheme))) return null;
        return bicFrom(String(bic)) === null ? "Servicer.Identification is no BIC" : null;
      }),
  }),
  inBalances(UK_SHAPE, {
    id: "balance-direction",
    what: "has balances with their direction",
    fix: "make CreditDebitIndicator Credit, or Debit for an overdraft and what is owed",
    faultOf: (row) => wordFault(row, "CreditDebitIndicator", DIRECTION),
  }),
  inBalances(UK_SHAPE, {
    id: "balance-time",
    what: "says as of when each balance is",
    fix: "make DateTime a moment in ISO 8601, with a zone",
    faultOf: ({ DateTime }) => momentFault(DateTime, "DateTime"),
  }),
  inEachAccount(({ balances }) => balances, {
    id: "balance-type",
    what: "says the type of each balance",
    fix: "make Type InterimAvailable, InterimBooked or another one of 3.1, or a code of 4.0 such as ITAV",
    find: (body, _, consent) =>
      faultIn(rowsAt(body, "Data.Balance") ?? [], (row) =>
        wordFault(row, "Type", wordsAt(BALANCE_TYPE, { consent })),
      ),
  }),
  inEachAccount(({ balances }) => balances, {
    id: "balance-credit-lines",
    what: "says what credit a balance includes",
    fix: "give each CreditLine Included, true or false, and an Amount",
    find: (body) =>
      faultIn(
        (rowsAt(body, "Data.Balance") ?? []).flatMap(({ CreditLine }) =>
          Array.isArray(CreditLine) ? CreditLine.map(readFields) : [],
        ),
        ({ Included, Amount }) => {
          if (typeof Included !== "boolean") return `Included is ${quoted(Included)}`;
          // The credit is subtracted from the balance, so its size must be known.
          return Included
            ? amountFault(readFields(Amount).Amount, { field: "Amount.Amount", isSigned: false })
            : null;
        },
      ),
  }),
  {
    id: "owners-readable",
    area: "Data",
    what: "says who owns an account",
    fix: "answer /accounts/{AccountId}/parties with JSON, or connect it with --deviation lacks=identity",
    find: ({ consent }) => {
      const details = consent?.details ?? [];
      if (details.length === 0) return undefined;
      return details.find(({ owners }) => owners.failure !== null)?.owners.failure ?? null;
    },
  },
  inEachAccount(({ owners }) => owners, {
    id: "owner-names",
    what: "names the owners of an account",
    fix: "give each party a Name, or a FullLegalName",
    find: (body) => {
      const rows = rowsAt(body, "Data.Party") ?? [readFields(valueAt(body, "Data.Party"))];
      return faultIn(rows, (row) =>
        (readText(row, "Name") ?? readText(row, "FullLegalName")) === undefined
          ? "Name is missing"
          : null,
      );
    },
  }),
];

function numbersFault({ Account }: Row): string | null {
  if (!Array.isArray(Account) || Account.length === 0) return `Account is ${quoted(Account)}`;
  for (const { SchemeName: scheme, Identification: number } of Account.map(readFields)) {
    if (typeof scheme !== "string" || !/^\w+(\.\w+)+$/.test(scheme))
      return `SchemeName is ${quoted(scheme)}`;
    if (typeof number !== "string") return `Identification is ${quoted(number)}`;
    if (/SortCodeAccountNumber$/.test(scheme) && !/^\d{14}$/.test(number))
      return "a sort code and its number have not 14 digits";
    if (/\bIBAN$/.test(scheme) && !isIban(number)) return "the IBAN is wrong";
    if (/\bPAN$/.test(scheme) && /\d{12,}/.test(number.replace(/[\s-]/g, "")))
      return "a card's number is whole, without ReadPAN";
  }
  return null;
}
