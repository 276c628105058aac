import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import type { Operator } from "../../domain/institutions/bank-operator.ts";
import { applyOperator, toText } from "./operators.ts";

/**
 * A list of transactions: all transactions, or only the pending ones if the bank lists these
 * separately.
 */
export type TransactionList = Omit<TokenBank["transactions"], "fields" | "pending"> & {
  name: "transactions" | "pending_transactions";
  fields: Readonly<Record<string, Operator | undefined>>;
  pending: TokenBank["transactions"]["pending"] | "all";
};

/**
 * The lists of a bank's transactions. The list of pending transactions has the same signs as the
 * main list.
 */
export const transactionLists = ({
  transactions,
  pending_transactions: own,
}: TokenBank): TransactionList[] => [
  { ...transactions, name: "transactions", pending: transactions.pending },
  ...(own
    ? [
        {
          ...own,
          money_out: own.money_out ?? transactions.money_out,
          ...({ name: "pending_transactions", pending: "all" } as const),
        },
      ]
    : []),
];

/**
 * Returns the account of an entry in a list over all accounts; undefined for an unlisted account.
 */
export const accountFinder = <Row extends { account: { key: string } }>(
  { account }: Pick<TransactionList, "account">,
  rows: readonly Row[],
): ((entry: unknown) => Row | undefined) => {
  const byId = new Map(rows.map((row) => [row.account.key, row]));
  return (entry) => byId.get(toText(applyOperator(account, entry))?.trim() ?? "");
};
