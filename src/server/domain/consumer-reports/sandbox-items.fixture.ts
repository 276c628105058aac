import { createHash } from "node:crypto";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { createSandboxConnector } from "../../connectors/sandbox/connector.ts";
import { dayAt, toDate } from "../calendar.ts";
import type { BankTransaction } from "../connectors/bank-transaction.ts";
import { unstoredLogin } from "../connectors/unstored-login.fixture.ts";
import { groupBy } from "../group-by.ts";
import { findCategory } from "../transactions/categories.ts";
import type { LinkedItem } from "./linked-item.ts";

/** A user of a sandbox bank, with the period to read. */
type SignIn = {
  username: string;
  password?: string;
  institutionId?: string;
  now: number;
  days?: number;
};

/**
 * Builds the Item of a sandbox user, as the API shows it. Ids are digests and reveal nothing;
 * `keyOf` returns the sandbox's internal key.
 */
export const sandboxItem = async ({
  username,
  password = "pass_good",
  institutionId = "ins_109508",
  now,
  days = 731,
}: SignIn): Promise<{ item: LinkedItem; keyOf: ReadonlyMap<string, string> }> => {
  const connector = createSandboxConnector(() => now);
  const credentials = { username, password };
  const login = unstoredLogin(institutionId, credentials);
  const step = await connector.start(institutionId, credentials);
  if (step.at !== "accounts") throw new Error("the sandbox asks for more");
  const period = { from: toDate(dayAt(now) - days + 1), to: toDate(dayAt(now)) };
  const transactions = await connector.transactions(login, period);
  const owners = new Map(
    (await connector.identity(login)).map((account) => [account.key, account.owners]),
  );
  const byAccount = groupBy(transactions, ({ accountKey }) => accountKey);
  const institution = connector
    .institutions()
    .find((catalogueInstitution) => catalogueInstitution.institutionId === institutionId);
  const keyOf = new Map(transactions.map(({ key }) => [digest(key), key]));
  const item: LinkedItem = {
    itemId: digest(`${institutionId} ${username}`),
    institutionId,
    institutionName: institution?.name ?? "",
    updatedAt: now,
    accounts: step.accounts.map(({ key, numbers: _, microDeposits: __, ...account }) => ({
      account: { account_id: digest(key), ...account },
      owners: owners.get(key) ?? [],
      transactions: (byAccount.get(key) ?? []).map(toTransaction),
    })),
  };
  return { item, keyOf };
};

function toTransaction({ key, accountKey, pendingKey, ...rest }: BankTransaction): Transaction {
  return {
    ...NO_ENRICHMENT,
    ...rest,
    transaction_id: digest(key),
    account_id: digest(accountKey),
    persistent_transaction_id: null,
    possible_match: null,
    pending_transaction_id: pendingKey === null ? null : digest(pendingKey),
    category:
      rest.category_id === null ? null : (findCategory(rest.category_id)?.hierarchy ?? null),
  };
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 37);
