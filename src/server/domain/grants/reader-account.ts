import { digest, toUuid } from "../identifiers.ts";
import { idByKey } from "../items/persistent-account-id.ts";
import type { GrantDeps } from "./deps.ts";
import type { AccountRef, Grant, GrantedAccount, GrantMember } from "./grant.ts";
import { grantedAccounts } from "./use-grant.ts";

/** The services that name accounts for applications. */
type ReaderDeps = Parameters<typeof grantedAccounts>[0] & Pick<GrantDeps, "vault">;

/** An account with the id that an application has of it. */
export type ReaderAccount = GrantedAccount & Pick<GrantMember, "aligned"> & { readerId: string };

/** Returns the accounts that an application reads of some Items, each with its id. */
export const readerAccounts = async (
  services: ReaderDeps,
  grant: Grant,
  itemIds: readonly string[],
): Promise<ReaderAccount[]> =>
  nameAccounts(services, grant, await grantedAccounts(services, grant, itemIds));

/**
 * Gives accounts of a grant the ids that its reader has of them, which they keep. An id follows from the account's
 * persistent id, so that a later connection of its person has the same one, also by another bank, or else from the
 * account's id in the Item. Two people's connections of one account have one id if both let them be shown as one.
 */
export const nameAccounts = async (
  services: Pick<ReaderDeps, "vault" | "store">,
  { grantId, door }: Grant,
  accounts: readonly GrantedAccount[],
): Promise<ReaderAccount[]> => {
  const { grants } = services.store;
  const itemIds = [...new Set(accounts.map(({ item }) => item.itemId))];
  const members = new Map(
    (await grants.members(grantId, { itemIds })).map((member) => [toKey(member), member]),
  );
  const oldestFirst = accounts.toSorted((a, b) => a.item.createdAt - b.item.createdAt);
  const named: (GrantMember & { readerId: string })[] = [];
  const holdersOf = async (readerId: string): Promise<readonly GrantMember[]> => [
    ...named.filter((one) => one.readerId === readerId),
    ...(await grants.members(grantId, { readerId })),
  ];
  for (const account of oldestFirst) {
    const member = members.get(toKey(refOf(account)));
    if (!member || member.readerId !== null) continue;
    const readerId = await freeId(holdersOf, member, idsOf(services, door, account, member));
    named.push({ ...member, readerId });
  }
  await grants.setReaderIds(grantId, named);
  for (const member of named) members.set(toKey(member), member);
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
  await readerAccounts(services, grant, [...new Set(unnamed.map(({ itemId }) => itemId))]);
  return grants.readerIds(grant.grantId, { readerId });
};

/** Returns the first id that no account has, or one with which the member's account is shown as one. */
async function freeId(
  holdersOf: (readerId: string) => Promise<readonly GrantMember[]>,
  member: GrantMember,
  [id, ...others]: readonly [string, ...string[]],
): Promise<string> {
  const holders = await holdersOf(id);
  const [next, ...rest] = others;
  if (next === undefined || holders.length === 0) return id;
  return holders.some((holder) => isShownAsOne(holder, member))
    ? id
    : freeId(holdersOf, member, [next, ...rest]);
}

/**
 * Returns the ids of an account that a reader may get, in order: the id that all connections of the account
 * share, the id for its person, and its own account_id.
 */
function idsOf(
  services: Pick<ReaderDeps, "vault">,
  door: Grant["door"],
  { item, account: { account, key } }: GrantedAccount,
  { person }: GrantMember,
): [string, ...string[]] {
  const shared =
    account.persistent_account_id ?? idByKey(services, item, key) ?? account.account_id;
  const { clientId, userId, clientUserId } = person;
  const own = digest(JSON.stringify([shared, clientId, userId, clientUserId]));
  const ids: [string, string, string] = [shared, own, account.account_id];
  const toId = (id: string) =>
    door === "gocardless" ? toUuid(Buffer.from(digest(`reader-account ${id}`), "base64url")) : id;
  return [toId(ids[0]), toId(ids[1]), toId(ids[2])];
}

/**
 * Whether a reader sees two connections of an account as one: those of one person, and those of two who both let them
 * be. An application that does not say whose they are has one person.
 */
function isShownAsOne(a: GrantMember, b: GrantMember): boolean {
  if (a.itemId === b.itemId) return a.accountId === b.accountId;
  if (a.joins && b.joins) return true;
  const [one, other] = [a.person, b.person];
  if (one.clientId !== other.clientId) return false;
  const { userId, clientUserId } = one;
  if (userId === null && clientUserId === null)
    return other.userId === null && other.clientUserId === null;
  return (
    (userId !== null && userId === other.userId) ||
    (clientUserId !== null && clientUserId === other.clientUserId)
  );
}

const refOf = ({ item, account }: GrantedAccount): AccountRef => ({
  itemId: item.itemId,
  accountId: account.account.account_id,
});

const toKey = ({ itemId, accountId }: AccountRef): string => JSON.stringify([itemId, accountId]);
