import type {
  BankInvestments,
  BankInvestmentTransaction,
  BankSecurity,
} from "../../domain/connectors/bank-investments.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import { hasInvestments, listAccounts } from "./account-data.ts";
import { readPeriods } from "./account-rows.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { HeldPositions, OpenTrade, Reads } from "./dialect-reads.ts";
import { mapWithConcurrency } from "./each-account.ts";

/** The maximum number of a person's investments, which are in memory and stored together. */
const MAX_INVESTMENTS = 20_000;

/**
 * The positions of the investment accounts, and their transactions in a period;
 * PRODUCTS_NOT_SUPPORTED if the dialect has none.
 */
export const readInvestments = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  period: Period,
): Promise<BankInvestments> => {
  const { accounts, investments } = reads;
  if (investments === null)
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: "the institution does not support investments",
    });
  const { open } = await listAccounts(reads, data);
  const own = open.filter((account) => hasInvestments(reads, account));
  await data.expect(own.length * 2);
  const { pending: _, ...lines } = reads.transactions;
  const lists = await mapWithConcurrency(own, async (account) => {
    const accountKey = accounts.keyOf(account);
    const path = fillPath(investments.path, { accountId: accountKey });
    const positions = await data.get(path, investments.schema);
    const held = positions?.(accountKey) ?? { securities: [], holdings: [] };
    const trades = { ...lines, schema: investments.transaction };
    const { rows, since } = await readPeriods(trades, data, accountKey, period);
    return { accountKey, since, ...(await fetchPart(account, held, rows, period)) };
  });
  const days = lists.flatMap(({ accountKey, since }) =>
    since === null ? [] : [[accountKey, since] as const],
  );
  const isWhole = lists.every(({ since }) => since === period.from);
  const joined = {
    securities: distinct(lists.flatMap(({ securities }) => securities)),
    holdings: lists.flatMap(({ holdings }) => holdings),
    transactions: lists
      .flatMap(({ transactions }) => transactions)
      .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
  };
  if (joined.holdings.length + joined.transactions.length > MAX_INVESTMENTS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(`the user has more than ${MAX_INVESTMENTS} positions and transactions`),
    });
  return isWhole ? joined : { ...joined, since: new Map(days) };
};

/** The investments of an account without duplicate transactions, even if pages repeat them. */
async function fetchPart<Account>(
  account: Account,
  held: HeldPositions,
  rows: readonly (OpenTrade<Account> | null)[],
  { from, to }: Period,
): Promise<Pick<BankInvestments, "securities" | "holdings" | "transactions">> {
  const securities = [...held.securities];
  const known = {
    byKey: new Map(securities.map((security) => [security.key, security])),
    byTicker: new Map(securities.map((security) => [security.ticker_symbol ?? "", security])),
  };
  const transactions = new Map<string, BankInvestmentTransaction>();
  await eachInTurns(rows, (row) => {
    const trade = row?.(account, known);
    if (!trade || trade.transaction.date < from || trade.transaction.date > to) return;
    if (trade.security) securities.push(trade.security);
    transactions.set(trade.transaction.key, trade.transaction);
  });
  return { ...held, securities, transactions: [...transactions.values()] };
}

/** Lists each security once, with its first description; a position's description comes first. */
const distinct = (securities: readonly BankSecurity[]): BankSecurity[] => {
  const byKey = new Map<string, BankSecurity>();
  for (const security of securities)
    if (!byKey.has(security.key)) byKey.set(security.key, security);
  return [...byKey.values()];
};
