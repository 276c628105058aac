import { ownId } from "../../domain/bank-values.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Pull } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";
import type { KnownAccount } from "./accounts.ts";
import { wantsTan } from "./answers.ts";
import { readParameters } from "./bank-parameters.ts";
import { openDialog, tanOrder } from "./dialog.ts";
import {
  askForBalances,
  askForStatements,
  type OpenDialog,
  openingOrders,
  statementOrder,
} from "./orders.ts";
import { BankRefusal } from "./pin-guard.ts";
import type { SignIn } from "./progress.ts";
import { refusalOf } from "./refusals.ts";
import type { State } from "./state.ts";
import { readRows, toBankTransactions } from "./transactions.ts";

/** The number of days, including today, that a bank lists without a TAN. */
const DAYS_WITHOUT_TAN = 89;

/** The data of a login, and whether some rows are unreadable. */
export type LoginRead = Pull & { isPartial: boolean };

/** The bank wants a TAN while the user is away. */
export class TanWanted extends Error {}

type Reader = SignIn & { state: State; clock: () => number; log: ConnectorLog };

/**
 * Reads balances and transactions of a login after its user's approval. Throws TanWanted if the
 * bank requires another approval.
 */
export const readLogin = async (reader: Reader, period: Period | null): Promise<LoginRead> => {
  const { state, productId, send } = reader;
  const { method, medium, systemId, accounts } = state;
  const dialog = openDialog({ login: { ...reader, systemId }, method, send });
  const answer = await dialog.send([
    ...openingOrders(dialog.login, productId),
    tanOrder(method, "HKIDN", medium),
  ]);
  const refusal = refusalOf(answer);
  if (refusal !== null) throw new BankRefusal(refusal, answer);
  const parameters = readParameters(answer);
  if (wantsTan(answer) || !parameters) {
    await dialog.end();
    if (wantsTan(answer)) throw new TanWanted();
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("the bank names no parameters") });
  }
  const open = { dialog, parameters, medium };
  const reads: AccountRead[] = [];
  try {
    for (const account of accounts) reads.push(await readAccount(reader, open, account, period));
  } finally {
    await dialog.end();
  }
  // An account without statements has balances alone, which do not show that the login still works.
  const isRead = ({ balances: { balances }, since }: AccountRead): boolean =>
    period ? since !== null : balances !== null;
  if (reads.some(({ isRefused }) => isRefused) && !reads.some(isRead)) throw new TanWanted();
  return {
    transactions: reads.flatMap(({ transactions }) => transactions),
    balances: reads.map(({ balances }) => balances),
    since: new Map(
      reads.flatMap(({ balances: { key }, since }) =>
        since === null ? [] : [[key, since] as const],
      ),
    ),
    isPartial: reads.some(({ isPartial }) => isPartial),
  };
};

type AccountRead = {
  balances: AccountBalances;
  transactions: Pull["transactions"];
  /** The first day that was read; null if the account was not. */
  since: string | null;
  isPartial: boolean;
  /** Whether the bank requires a TAN for the account. */
  isRefused: boolean;
};

async function readAccount(
  { clock, log, institutionId }: Reader,
  open: OpenDialog,
  account: KnownAccount,
  period: Period | null,
): Promise<AccountRead> {
  const key = ownId(account.key);
  const balances = await askForBalances(open, account);
  const read = {
    balances: { key, balances: balances === "tan" ? null : balances },
    ...{ transactions: [], since: null, isPartial: false, isRefused: balances === "tan" },
  };
  const by = period && statementOrder(open, account);
  if (!by) return read;
  const today = dayAt(clock());
  const first = toDate(today - Math.min(by.days, DAYS_WITHOUT_TAN) + 1);
  const from = period.from > first ? period.from : first;
  if (from > period.to) return { ...read, since: from };
  const texts = await askForStatements(open, account, by, { from, to: period.to });
  if (texts === null) return read;
  if (texts === "tan") return { ...read, isRefused: true };
  const { rows, problems } = readRows(texts, account);
  if (problems.length > 0)
    log.warn(
      { institutionId, endpoint: by.name, problems: [...new Set(problems)], rows: problems.length },
      "rows of a statement are not understood, and left out",
    );
  const all = await toBankTransactions(rows, account, toDate(today));
  return {
    ...read,
    transactions: all.filter(({ date }) => date >= from && date <= period.to),
    since: from,
    isPartial: problems.length > 0,
  };
}
