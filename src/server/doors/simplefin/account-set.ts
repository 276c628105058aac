import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayAt, dayOf } from "../../domain/calendar.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { oldestFirst } from "../../domain/transactions/days-at-a-time.ts";
import {
  basicCredentials,
  type Door,
  type DoorContext,
  type DoorReply,
  type DoorRequest,
  jsonReply,
} from "../door.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import {
  admitReader,
  amountText,
  chargeCall,
  type DoorAccount,
  type DoorConnection,
  itemsOf,
  needsUser,
  ownBalance,
  readAccounts,
} from "../read-grant.ts";
import { type AccountsQuery, MAX_DAYS, parseAccountsQuery } from "./accounts-query.ts";

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
  const accounts = all.filter(({ id }) => query.accountIds?.includes(id) ?? true);
  const errors = [...capError(query), ...missingErrors(query, all), ...connectionErrors(all)];
  chargeCall(context, itemsOf(accounts), query.balancesOnly ? "balance" : "transactions");
  const shown = query.balancesOnly
    ? null
    : await readTransactions(context, grant, { accounts, query });
  const origin = context.publicUrl();
  const toAccount = (one: DoorAccount) => ({
    ...(query.version === 1 ? { org: orgOf(one.connection, origin) } : connectionId(one)),
    id: one.id,
    name: one.name,
    currency: one.currency,
    ...balancesOf(one),
    ...(shown && { transactions: shown.get(one.account.account_id) ?? [] }),
  });
  return jsonReply(200, {
    ...(query.version === 1
      ? { errors: errors.map(({ msg }) => msg) }
      : { errlist: errors, connections: connectionsOf(all, origin) }),
    accounts: accounts.map(toAccount),
  });
};

/** An error in the protocol's words; those of version 1 are its texts alone. */
type AccountSetError = { code: string; msg: string; conn_id?: string; account_id?: string };

function capError({ isCapped, from }: AccountsQuery): AccountSetError[] {
  if (!isCapped) return [];
  const msg = `Only ${MAX_DAYS} days are returned at once: there may be transactions before ${dateOf(dayAt(from * 1000))}.`;
  return [{ code: "gen.api", msg }];
}

function missingErrors({ accountIds }: AccountsQuery, all: readonly DoorAccount[]) {
  const missing = (accountIds ?? []).filter((id) => !all.some((account) => account.id === id));
  return missing.length === 0
    ? []
    : [{ code: "gen.api", msg: "An account that was asked for is not shared." }];
}

/** The errors of connections, each named once; readers look for the words of the first. */
function connectionErrors(all: readonly DoorAccount[]): AccountSetError[] {
  const broken = new Set(all.map(({ connection }) => connection).filter(({ problem }) => problem));
  return [...broken].map(({ item, institution: { name }, problem }) =>
    needsUser(problem)
      ? { code: "con.auth", msg: `Connection to ${name} may need attention`, conn_id: item.itemId }
      : {
          code: "con.",
          msg: `Data of ${name} may be incomplete. Try again later.`,
          conn_id: item.itemId,
        },
  );
}

const connectionId = ({ connection }: DoorAccount) => ({ conn_id: connection.item.itemId });

/** The address of an institution has no path to a server of its own: ours speaks for it. */
const sfinUrl = (origin: string): string => `${origin}/simplefin`;

const orgOf = ({ institution: { id, name, url } }: DoorConnection, origin: string) => ({
  id,
  name,
  ...(url !== null && { url, domain: new URL(url).hostname.replace(/^www\./, "") }),
  "sfin-url": sfinUrl(origin),
});

const connectionsOf = (all: readonly DoorAccount[], origin: string) =>
  [...new Set(all.map(({ connection }) => connection))].map(
    ({ item, institution: { id, name, url } }) => ({
      conn_id: item.itemId,
      name,
      org_id: id,
      org_name: name,
      ...(url !== null && { org_url: url }),
      sfin_url: sfinUrl(origin),
    }),
  );

function balancesOf({ account, currency, balanceAt }: DoorAccount) {
  const { current, available } = ownBalance(account);
  return {
    balance: amountText(currency, current ?? available ?? 0),
    ...(available !== null && { "available-balance": amountText(currency, available) }),
    "balance-date": Math.floor(balanceAt / 1000),
  };
}

/**
 * Returns a function from days to their noon in UTC, so that a reader in nearly every zone sees the same day. It keeps
 * the moments of an answer's few days: parsing each transaction's takes as long as the rest of it.
 */
const momentsOfDays = (): ((date: string) => number) => {
  const known = new Map<string, number>();
  return (date) => {
    const moment = known.get(date) ?? dayOf(date) * 86_400 + 43_200;
    known.set(date, moment);
    return moment;
  };
};

/** Returns the transactions that a query asks for, oldest first, by the account's id in its Item. */
async function readTransactions(
  context: DoorContext,
  grant: Grant,
  { accounts, query }: { accounts: readonly DoorAccount[]; query: AccountsQuery },
): Promise<ReadonlyMap<string, ReaderTransaction[]>> {
  const found = new Map(
    accounts.map(({ account }): [string, ReaderTransaction[]] => [account.account_id, []]),
  );
  const period = { from: dateOf(dayAt(query.from * 1000)), to: dateOf(dayAt(query.to * 1000)) };
  const momentOf = momentsOfDays();
  for (const item of itemsOf(accounts)) {
    const { inPeriod } = grantedTransactions(context, grant, item);
    for await (const some of oldestFirst((days) => inPeriod(item.itemId, days), period))
      for (const one of some) {
        const transaction = toTransaction(one, momentOf);
        if (isAsked(transaction, query)) found.get(one.account_id)?.push(transaction);
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
    // The protocol counts money that comes in as positive.
    amount: amountText(currency, 0 - amount),
    description: name,
    payee: merchant_name ?? name,
    transacted_at: momentOf(pending ? date : (authorized_date ?? date)),
    ...(pending && { pending: true }),
  };
};

function isAsked({ posted, transacted_at, pending }: ReaderTransaction, query: AccountsQuery) {
  if (pending && !query.pending) return false;
  const at = pending ? transacted_at : posted;
  return at >= query.from && at < query.to;
}
