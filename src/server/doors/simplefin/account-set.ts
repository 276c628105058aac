import type { Transaction } from "../../../protocol/transaction.ts";
import { dayAt, toDate, toDay } from "../../domain/calendar.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import {
  basicCredentials,
  type Door,
  type DoorContext,
  type DoorReply,
  type DoorRequest,
} from "../door.ts";
import { grantedInvestments } from "../granted-investments.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import {
  admitReader,
  amountText,
  chargeCall,
  type DoorAccount,
  listItems,
  needsUser,
  ownBalance,
  readAccounts,
} from "../read-grant.ts";
import { type AccountsQuery, MAX_DAYS, parseAccountsQuery } from "./accounts-query.ts";
import { holdingShapes } from "./holdings.ts";
import { connectionList, nameOrganizations, organization } from "./organizations.ts";

/** Responds to GET /accounts: the accounts of the grant, their balances and their transactions. */
export const readAccountSet: Door["routes"][number]["handle"] = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const { user, password } = basicCredentials(request.authorization);
  const keys = { grantId: user, secret: password };
  const grant = await admitReader(context, keys, { door: "simplefin", address: request.address });
  const query = parseAccountsQuery(request.query, context.clock());
  const all = await readAccounts(context, grant);
  const asked = query.accountIds && new Set(query.accountIds);
  const accounts = all.filter(({ id }) => asked?.has(id) ?? true);
  const names = nameOrganizations(all);
  const errors = [...capError(query), ...missingErrors(query, all), ...connectionErrors(names)];
  chargeCall(context, listItems(accounts), query.balancesOnly ? "balance" : "transactions");
  const shown = query.balancesOnly
    ? new Map<string, string[]>()
    : await readTransactions(context, grant, { accounts, query });
  const held = query.balancesOnly ? new Map() : await readHoldings(context, grant, accounts);
  const origin = context.publicUrl();
  const orgOf = ({ connection }: DoorAccount) => {
    const own = names.get(connection) ?? connection.institution;
    return { org: organization(connection, own, origin) };
  };
  const toAccount = (one: DoorAccount) => ({
    ...(query.version === 1 ? orgOf(one) : connectionId(one)),
    id: one.id,
    name: one.name,
    currency: one.currency,
    ...toBalances(one),
  });
  const head =
    query.version === 1
      ? { errors: errors.map(({ msg }) => msg) }
      : { errlist: errors, connections: connectionList(names, origin) };
  const parts = accounts.map((one) => ({
    account: { ...toAccount(one), ...held.get(one) },
    transactions: shown.get(one.account.account_id) ?? [],
  }));
  const pieces = piecesOf(head, parts);
  const count = parts.reduce((sum, { transactions }) => sum + transactions.length, 0);
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    body: count > TRANSACTIONS_AT_ONCE ? pieces : await joinPieces(pieces),
  };
};

/** A small response in one piece, with a known length. */
async function joinPieces(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** The number of transactions per piece of a response. */
const TRANSACTIONS_AT_ONCE = 1000;

/** The response in pieces, each made in a turn of the event loop. Transactions are already JSON. */
async function* piecesOf(
  head: object,
  parts: readonly { account: object; transactions: readonly string[] }[],
): AsyncGenerator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},"accounts":[`;
  for (const [at, { account, transactions }] of parts.entries()) {
    text += `${at === 0 ? "" : ","}${JSON.stringify(account).slice(0, -1)},"transactions":[`;
    for (let from = 0; from < transactions.length; from += TRANSACTIONS_AT_ONCE) {
      const some = transactions.slice(from, from + TRANSACTIONS_AT_ONCE).join(",");
      yield `${text}${from === 0 ? "" : ","}${some}`;
      text = "";
      await yieldToEventLoop();
    }
    text += "]}";
  }
  yield `${text}]}`;
}

/** An error in the protocol's form; version 1 has only the texts. */
type AccountSetError = { code: string; msg: string; conn_id?: string; account_id?: string };

function capError({ isCapped, from }: AccountsQuery): AccountSetError[] {
  if (!isCapped) return [];
  const msg = `Only ${MAX_DAYS} days are returned at once: there may be transactions before ${toDate(dayAt(from * 1000))}.`;
  return [{ code: "gen.api", msg }];
}

function missingErrors({ accountIds }: AccountsQuery, all: readonly DoorAccount[]) {
  const ids = new Set(all.map(({ id }) => id));
  const missing = (accountIds ?? []).filter((id) => !ids.has(id));
  return missing.length === 0
    ? []
    : [{ code: "gen.api", msg: "An account that was asked for is not shared." }];
}

/** The errors of connections, without repetition. Readers search for the words of the first. */
function connectionErrors(names: ReturnType<typeof nameOrganizations>): AccountSetError[] {
  return [...names].flatMap(([{ item, problem }, { name }]) => {
    if (problem === null) return [];
    const msg = needsUser(problem)
      ? `Connection to ${name} may need attention`
      : `Data of ${name} may be incomplete. Try again later.`;
    return { code: needsUser(problem) ? "con.auth" : "con.", msg, conn_id: item.itemId };
  });
}

const connectionId = ({ connection }: DoorAccount) => ({ conn_id: connection.item.itemId });

/** Readers require both balances. A missing balance is copied from the other. */
function toBalances({ account, currency, balanceAt }: DoorAccount) {
  const { current, available } = ownBalance(account);
  const balance = current ?? available ?? 0;
  return {
    balance: amountText(currency, balance),
    "available-balance": amountText(currency, available ?? balance),
    "balance-date": Math.floor(balanceAt / 1000),
  };
}

/**
 * Returns a function that converts days to their noon in UTC, so that readers in nearly every zone
 * see the same day. Caches the few days of a response, since parsing each transaction's day would
 * double the response time.
 */
const momentsOfDays = (): ((date: string) => number) => {
  const known = new Map<string, number>();
  return (date) => {
    const moment = known.get(date) ?? toDay(date) * 86_400 + 43_200;
    known.set(date, moment);
    return moment;
  };
};

/** Returns the requested transactions, oldest first and as JSON, by account id in the Item. */
async function readTransactions(
  context: DoorContext,
  grant: Grant,
  { accounts, query }: { accounts: readonly DoorAccount[]; query: AccountsQuery },
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map(
    accounts.map(({ account }): [string, string[]] => [account.account_id, []]),
  );
  const period = { from: toDate(dayAt(query.from * 1000)), to: toDate(dayAt(query.to * 1000)) };
  const momentOf = momentsOfDays();
  for (const item of listItems(accounts)) {
    const pages = grantedTransactions(context, grant, item).pages(item.itemId, period);
    for await (const page of pages)
      for (const { transaction } of page) {
        const shape = toTransaction(transaction, momentOf);
        if (isAsked(shape, query)) found.get(transaction.account_id)?.push(JSON.stringify(shape));
      }
    // Many Items have less than a page each.
    await yieldToEventLoop();
  }
  return found;
}

/** Returns the holdings of the investment accounts that were read. */
async function readHoldings(
  context: DoorContext,
  grant: Grant,
  accounts: readonly DoorAccount[],
): Promise<Map<DoorAccount, { holdings: object[] }>> {
  const found = new Map<DoorAccount, { holdings: object[] }>();
  for (const item of listItems(accounts)) {
    const investments = await grantedInvestments(context, grant, item);
    for (const one of accounts) {
      const own = investments.get(one.account.account_id);
      if (own && one.connection.item === item)
        found.set(one, { holdings: holdingShapes(one, own) });
    }
  }
  return found;
}

type ReaderTransaction = ReturnType<typeof toTransaction>;

const toTransaction = (transaction: Transaction, momentOf: (date: string) => number) => {
  const { amount, authorized_date, date, iso_currency_code, merchant_name, name, pending } =
    transaction;
  const currency = iso_currency_code ?? transaction.unofficial_currency_code ?? "XXX";
  return {
    id: transaction.transaction_id,
    posted: pending ? 0 : momentOf(date),
    // In the protocol, inflows are positive.
    amount: amountText(currency, 0 - amount),
    description: name,
    payee: merchant_name ?? name,
    // Readers require the field, and there is no other text.
    memo: "",
    transacted_at: momentOf(pending ? date : (authorized_date ?? date)),
    ...(pending && { pending: true }),
  };
};

function isAsked({ posted, transacted_at, pending }: ReaderTransaction, query: AccountsQuery) {
  if (pending && !query.pending) return false;
  const at = pending ? transacted_at : posted;
  return at >= query.from && at < query.to;
}
