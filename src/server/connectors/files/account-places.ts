import type { StatementAccount } from "../../formats/statement.ts";
import { accountKey, type FilesState, isSameAccount } from "./files-state.ts";

/** The account that the user chose, the key of a new one, and the state, which a new Item has not. */
type Choice = { account?: string | undefined; newKey: string; state: string | null };

/** The place of a statement's account among the stored ones; null if the user has to be asked. */
export function placeOf(
  account: StatementAccount,
  accounts: FilesState["accounts"],
  { account: chosen, newKey, state }: Choice,
): { key: string; at: number } | null {
  const same = accounts.findIndex((stored) => isSameAccount(stored.account, account));
  const found = accounts[same];
  if (found) return { key: found.key, at: same };
  const key = accountKey(account);
  if (key !== null) return { key, at: accounts.length };
  if (chosen === undefined && state !== null) return null;
  const at = accounts.findIndex((stored) => stored.key === chosen);
  if (chosen !== undefined && at >= 0) return { key: chosen, at };
  // A file may have several accounts that it does not name.
  return { key: `${newKey}${accounts.length}`, at: accounts.length };
}

/** A stored account with the facts that a later file adds. */
export function filled(
  stored: StatementAccount,
  { ...account }: StatementAccount,
): StatementAccount {
  return {
    id: stored.id ?? account.id,
    iban: stored.iban ?? account.iban,
    bankId: stored.bankId ?? account.bankId,
    name: stored.name ?? account.name,
    type: stored.type ?? account.type,
    currency: stored.currency ?? account.currency,
  };
}
