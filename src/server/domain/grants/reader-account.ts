import { digest, toUuid } from "../identifiers.ts";
import { idByKey } from "../items/persistent-account-id.ts";
import type { GrantDeps } from "./deps.ts";
import type { AccountRef, Grant, GrantedAccount } from "./grant.ts";
import { grantedAccounts } from "./use-grant.ts";

/** The services that name accounts for applications. */
type ReaderDeps = Parameters<typeof grantedAccounts>[0] & Pick<GrantDeps, "vault">;

/** An account with the id that an application has of it. */
export type ReaderAccount = GrantedAccount & { readerId: string };

/**
 * Returns the accounts that an application reads of some Items. Each has a UUID that never changes
 * in an Item: it follows from the account's persistent id, so that a later connection has the same
 * UUID, or else from the account's id in the Item.
 */
export const readerAccounts = async (
  services: ReaderDeps,
  grant: Grant,
  itemIds: readonly string[],
): Promise<ReaderAccount[]> => {
  const { grants } = services.store;
  const accounts = await grantedAccounts(services, grant, itemIds);
  const known = await grants.readerIds(grant.grantId, { itemIds });
  const readerIds = new Map(known.map((ref) => [toKey(ref), ref.readerId]));
  const named = accounts.map((account) => ({
    ...account,
    readerId: readerIds.get(toKey(refOf(account))) ?? newReaderId(services, account),
  }));
  const missing = named.filter((account) => readerIds.get(toKey(refOf(account))) === null);
  await grants.setReaderIds(
    grant.grantId,
    missing.map((account) => ({ ...refOf(account), readerId: account.readerId })),
  );
  return named;
};

/** Returns the accounts of a grant with an application's id: one in each Item that has it; none for another id. */
export const findReaderAccount = async (
  services: GrantDeps,
  grant: Grant,
  readerId: string,
): Promise<AccountRef[]> => {
  const { grants } = services.store;
  const found = await grants.readerIds(grant.grantId, { readerId });
  if (found.length > 0) return found;
  const unnamed = await grants.readerIds(grant.grantId, { readerId: null });
  if (unnamed.length === 0) return [];
  await readerAccounts(services, grant, [...new Set(unnamed.map(({ itemId }) => itemId))]);
  return grants.readerIds(grant.grantId, { readerId });
};

function newReaderId(
  services: ReaderDeps,
  { item, account: { account, key } }: GrantedAccount,
): string {
  const id =
    account.persistent_account_id ?? idByKey(services, item, key) ?? account.account_id;
  return toUuid(Buffer.from(digest(`reader-account ${id}`), "base64url"));
}

const refOf = ({ item, account }: GrantedAccount): AccountRef => ({
  itemId: item.itemId,
  accountId: account.account.account_id,
});

const toKey = ({ itemId, accountId }: AccountRef): string => JSON.stringify([itemId, accountId]);
