import type { BankStatement } from "../../domain/connectors/bank-statement.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { listAccounts } from "./account-data.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";
import { mapWithConcurrency } from "./each-account.ts";

/** The statements of all accounts in a period, without their documents. */
export const readStatements = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  { from, to }: Period,
): Promise<BankStatement[]> => {
  const { path, list, schema, period } = requireStatements(reads);
  const keys = (await listAccounts(reads, data)).open.map(reads.accounts.keyOf);
  await data.expect(keys.length);
  const lists = await mapWithConcurrency(keys, async (accountKey) => {
    const address = fillPath(path, { accountId: accountKey });
    const rows = await data.list(address, list, schema, period(from, to));
    return (rows ?? []).flatMap((row) => (row === null ? [] : [{ ...row, accountKey }]));
  });
  return lists.flat();
};

/** The document of a statement, or null. */
export const readStatementDocument = <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  { accountKey, key }: { accountKey: string; key: string },
): Promise<Uint8Array | null> =>
  data.file(
    fillPath(requireStatements(reads).document, { accountId: accountKey, statementId: key }),
  );

function requireStatements<Account, Row, Network>({ statements }: Reads<Account, Row, Network>) {
  if (statements === null)
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: "the institution does not support statements",
    });
  return statements;
}
