import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { listExchanges } from "../../consents/observations.ts";
import type { Shape } from "../../consents/shapes.ts";
import { dataChecks } from "../data-checks.ts";
import { judgeRefusal } from "../token-checks.ts";
import {
  amountFault,
  faultIn,
  inAccounts,
  inEachAccount,
  quoted,
  type Row,
  rowsAt,
  textAt,
} from "./findings.ts";

/** The checks of data APIs that all standards share. */
const SHARED = ["data-reachable", "data-rate-limit", "data-json", "data-needs-token"];

/** The checks of accounts and balances by the fields of a dialect. */
export const wireDataChecks = (shape: Shape): readonly Check[] => [
  ...dataChecks.filter(({ id }) => SHARED.includes(id)),
  {
    id: "data-retry-after",
    area: "Data",
    what: "says when to come back, if it limits calls",
    fix: "add Retry-After with seconds to each 429 and 503",
    find: ({ consent, accounts }) => {
      const replies = [...(accounts ? [accounts] : []), ...(consent ? listExchanges(consent) : [])];
      const limited = replies.filter(({ status }) => status === 429 || status === 503);
      if (limited.length === 0) return undefined;
      const silent = limited.find(({ headers }) => !headers.has("retry-after"));
      return silent ? `responds ${silent.status} without Retry-After` : null;
    },
  },
  {
    id: "data-unattended",
    area: "Data",
    what: "can be read while no person waits",
    fix: "take requests without the headers that name a person: their absence says that nobody waits",
    find: ({ consent }) => {
      const { unattended = null, proposals = [] } = consent ?? {};
      if (unattended === null || unattended.status === 429) return undefined;
      const proposal = proposals.find(({ at }) => at === "unattended");
      return proposal
        ? `${unattended.failure}, and takes it with --deviation ${proposal.deviation}`
        : unattended.failure;
    },
  },
  {
    id: "data-unknown-account",
    area: "Data",
    what: "returns errors with their status",
    fix: "refuse an unknown account with 400, 403 or 404, and never respond 200 with an error in it",
    find: ({ unknownAccount }) =>
      judgeRefusal(unknownAccount, "responds with success for an account that does not exist"),
  },
  {
    id: "accounts-list",
    area: "Data",
    what: "lists accounts",
    fix: `respond to /accounts with a list at ${shape.accounts}, even for one account or none`,
    find: ({ accounts }) => {
      if (accounts?.failure !== null) return undefined;
      return rowsAt(accounts.body, shape.accounts) === null ? `${shape.accounts} is no list` : null;
    },
  },
  {
    id: "accounts-present",
    area: "Data",
    what: "has the accounts that were chosen",
    fix: "list each account that the customer has agreed to share; sign in with a customer who has some",
    find: ({ accounts }) => {
      if (accounts?.failure !== null) return undefined;
      return rowsAt(accounts.body, shape.accounts)?.length === 0 ? "the list is empty" : null;
    },
  },
  inAccounts(shape.accounts, {
    id: "account-id",
    what: "names each account by an id",
    fix: `give each ${shape.accountId}: a text`,
    find: (rows) => faultIn(rows, (row) => idFault(row, shape)),
  }),
  inAccounts(shape.accounts, {
    id: "account-id-unique",
    what: "names no two accounts by one id",
    fix: `give each account ${shape.accountId} of its own; only currencies of one account may share it`,
    find: (rows) => {
      const keys = rows.map((row) => `${textAt(row, shape.accountId)} ${readCurrency(row)}`);
      return new Set(keys).size === keys.length
        ? null
        : `${keys.length} accounts, ${new Set(keys).size} ids`;
    },
  }),
  inAccounts(shape.accounts, {
    id: "account-id-stable",
    what: "names an account the same each time",
    fix: `keep ${shape.accountId} for as long as the consent is good`,
    find: (rows, { accountsAgain }) => {
      if (accountsAgain?.failure !== null) return undefined;
      const again = rowsAt(accountsAgain.body, shape.accounts) ?? [];
      const ids = new Set(again.map((row) => textAt(row, shape.accountId)));
      return faultIn(rows, (row) => {
        const id = textAt(row, shape.accountId);
        return id === undefined || ids.has(id) ? null : `${shape.accountId} is another one later`;
      });
    },
  }),
  {
    ...inAccounts(shape.accounts, {
      id: "data-nulls",
      what: "leaves out what it does not know",
      fix: "leave a field out in place of null",
      find: (rows, { consent }) => {
        const all = (consent?.rows?.pages ?? []).flatMap(({ body }) =>
          shape.rows.flatMap((place) => rowsAt(body, place) ?? []),
        );
        return faultIn([...rows, ...all], (row) => {
          const [name] = Object.entries(row).find(([, value]) => value === null) ?? [];
          return name === undefined ? null : `${name} is null`;
        });
      },
    }),
    level: "should",
  },
  inAccounts(shape.accounts, {
    id: "account-currency",
    what: "says in which currency each account is",
    fix: "make it a code of ISO 4217 in capital letters, such as GBP or EUR",
    find: (rows) =>
      faultIn(rows, (row) =>
        /^[A-Z]{3}$/.test(readCurrency(row) ?? "") ||
        (shape.mayLackCurrency && row.Currency == null)
          ? null
          : `the currency is ${quoted(readCurrency(row))}`,
      ),
  }),
  {
    id: "balances-readable",
    area: "Data",
    what: "says what each account holds",
    fix: "answer the balances of each account with JSON",
    find: ({ consent }) => {
      const details = consent?.details ?? [];
      if (details.length === 0) return undefined;
      return details.find(({ balances }) => balances.failure !== null)?.balances.failure ?? null;
    },
  },
  inEachAccount(({ balances }) => balances, {
    id: "balances-list",
    what: "lists balances",
    fix: `make ${shape.balances} a list with a balance at least`,
    find: (body) => {
      const rows = rowsAt(body, shape.balances);
      return rows === null
        ? `${shape.balances} is no list`
        : rows.length === 0
          ? "the list is empty"
          : null;
    },
  }),
  inBalances(shape, {
    id: "balance-amount",
    what: "has balances with an amount",
    fix: amountFix(shape.balanceAmount, shape),
    faultOf: (row) =>
      amountFault(valueAt(row, shape.balanceAmount), {
        ...{ field: shape.balanceAmount, isSigned: shape.isSigned },
      }),
  }),
  inBalances(shape, {
    id: "balance-currency",
    what: "has balances with a currency",
    fix: `make ${shape.balanceCurrency} a code of ISO 4217, such as GBP or EUR`,
    faultOf: (row) => {
      const currency = valueAt(row, shape.balanceCurrency);
      return typeof currency === "string" && /^[A-Z]{3}$/.test(currency)
        ? null
        : `${shape.balanceCurrency} is ${quoted(currency)}`;
    },
  }),
  {
    id: "balance-own-currency",
    area: "Data",
    what: "has balances in the currency of their account",
    fix: "return each balance in the currency that the list of accounts has for it",
    find: ({ accounts, consent }) => {
      if (accounts?.failure !== null || !consent?.details.length) return undefined;
      const rows = rowsAt(accounts.body, shape.accounts) ?? [];
      for (const { id, balances } of consent.details) {
        const own = rows.filter((row) => textAt(row, shape.accountId) === id).map(readCurrency);
        if (own.includes(undefined)) continue;
        const others = (rowsAt(balances.body, shape.balances) ?? [])
          .map((row) => textAt(row, shape.balanceCurrency))
          .filter((currency) => currency !== undefined && !own.includes(currency));
        if (others.length > 0 && !own.includes("XXX"))
          return `an account in ${own.map(quoted).join(", ")} has balances in ${quoted(others[0])}`;
      }
      return null;
    },
  },
  inEachAccount(({ balances }) => balances, {
    id: "balance-once",
    what: "has one balance of each type",
    fix: `return each ${shape.balanceType} once in a currency: the latest`,
    find: (body) => {
      const keys = (rowsAt(body, shape.balances) ?? []).map(
        (row) =>
          `${textAt(row, shape.balanceType)} ${textAt(row, shape.balanceCurrency)} ${row.referenceDate ?? ""}`,
      );
      const twice = keys.find((key, at) => keys.indexOf(key) !== at);
      return twice === undefined ? null : `${quoted(twice.split(" ")[0])} is there twice`;
    },
  }),
];

const idFault = (row: Row, { accountId }: Shape): string | null =>
  (textAt(row, accountId) ?? "") === "" ? `${accountId} is ${quoted(row[accountId])}` : null;

const readCurrency = (row: Row): string | undefined =>
  textAt(row, "Currency") ?? textAt(row, "currency");

/** The required form of an amount. */
export const amountFix = (field: string, { isSigned }: Shape): string =>
  `make ${field} a text such as "12.50", with a point${isSigned ? ", and with - for what goes out" : " and without a sign: CreditDebitIndicator has it"}`;

/** A check of each balance of each account. */
export function inBalances(
  { balances: place }: Shape,
  { faultOf, ...check }: Omit<Check, "area" | "find"> & { faultOf(row: Row): string | null },
): Check {
  return inEachAccount(({ balances }) => balances, {
    ...check,
    find: (body) => faultIn(rowsAt(body, place) ?? [], faultOf),
  });
}
