import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import type { Operator } from "../../domain/institutions/bank-operator.ts";
import { applyOperator, toText } from "./operators.ts";

/** A list of transactions: of all, or of the pending ones if the bank lists them apart. */
export type TransactionList = Omit<TokenBank["transactions"], "fields" | "pending"> & {
  name: "transactions" | "pending_transactions";
  fields: Readonly<Record<string, Operator | undefined>>;
  pending: TokenBank["transactions"]["pending"] | "all";
};

/** The lists of a bank's transactions; its own list of pending ones has the signs of the other one. */
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

/** Returns the account that an entry of a list of all accounts names; undefined if that account is not listed. */
export const accountFinder = <Row extends { account: { key: string } }>(
  { account }: Pick<TransactionList, "account">,
  rows: readonly Row[],
): ((entry: unknown) => Row | undefined) => {
  const byId = new Map(rows.map((row) => [row.account.key, row]));
  return (entry) => byId.get(toText(applyOperator(account, entry))?.trim() ?? "");
};
