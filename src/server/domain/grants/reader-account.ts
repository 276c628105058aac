import type { GrantDeps } from "./deps.ts";
import type { AccountRef, Grant, GrantedAccount, GrantMember } from "./grant.ts";
import { nameMembers, toKey } from "./name-members.ts";
import { grantedAccounts } from "./use-grant.ts";

/** The services that name accounts for applications. */
type ReaderDeps = Pick<GrantDeps, "clock" | "environment" | "store" | "vault">;

/** An account with the id that an application has of it. */
export type ReaderAccount = GrantedAccount & Pick<GrantMember, "aligned"> & { readerId: string };

/** Returns the accounts that an application reads of some Items, each with its id. */
export const readerAccounts = async (
  services: ReaderDeps,
  grant: Grant,
  itemIds: readonly string[],
): Promise<ReaderAccount[]> =>
  nameAccounts(services, grant, await grantedAccounts(services, grant, itemIds));

/** Returns accounts of a grant with the ids that its reader has of them, as they are stored; those without get one. */
export const nameAccounts = async (
  services: ReaderDeps,
  grant: Grant,
  accounts: readonly GrantedAccount[],
): Promise<ReaderAccount[]> => {
  const itemIds = [...new Set(accounts.map(({ item }) => item.itemId))];
  const loadMembers = async () =>
    new Map(
      (await services.store.grants.members(grant.grantId, { itemIds })).map((member) => [
        toKey(member),
        member,
      ]),
    );
  const before = await loadMembers();
  const isUnnamed = accounts.some(
    (account) => before.get(toKey(refOf(account)))?.readerId === null,
  );
  if (isUnnamed)
    await services.store.transact((store) => nameMembers({ ...services, store }, grant));
  const members = isUnnamed ? await loadMembers() : before;
  return accounts.flatMap((account) => {
    const { readerId = null, aligned = null } = members.get(toKey(refOf(account))) ?? {};
    return readerId === null ? [] : { ...account, readerId, aligned };
  });
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
  await services.store.transact((store) => nameMembers({ ...services, store }, grant));
  return grants.readerIds(grant.grantId, { readerId });
};

const refOf = ({ item, account }: GrantedAccount): AccountRef => ({
  itemId: item.itemId,
  accountId: account.account.account_id,
});
