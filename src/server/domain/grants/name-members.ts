import { groupBy } from "../group-by.ts";
import { digest, toUuid } from "../identifiers.ts";
import { idByKey } from "../items/persistent-account-id.ts";
import type { GrantDeps } from "./deps.ts";
import type { AccountRef, Grant, GrantedAccount, GrantMember } from "./grant.ts";

/** The services that name the accounts of a grant, within a transaction. */
type NamingDeps = Pick<GrantDeps, "vault"> & {
  store: Pick<GrantDeps["store"], "grants" | "items">;
};

/** The ids of an account, the one that all connections of it share first, then that of its person, then its own. */
type Ids = readonly [shared: string, own: string, account: string];

/**
 * Gives the accounts of a grant that have no id of its reader one that they keep, the oldest connection first, so that
 * it does not depend on which is read first. An id follows from the account's persistent id, so that a later connection
 * of its person has the same one, also by another bank. Two people's connections of one account have one id if both let
 * them be shown as one.
 */
export const nameMembers = async (services: NamingDeps, grant: Grant): Promise<void> => {
  const { grants } = services.store;
  const { grantId } = grant;
  const unnamed = await grants.members(grantId, { readerId: null });
  if (unnamed.length === 0) return;
  const joined = unnamed.some(({ joins }) => joins)
    ? (await grants.members(grantId, { joins: true })).filter(isNamed)
    : [];
  const sharing = new Map<string, NamedMember[]>();
  for (const { member, ids } of await identified(services, grant, joined))
    pushTo(sharing, ids[0], member);
  const byReader = new Map<string, NamedMember[]>();
  const holdersOf = async (readerId: string): Promise<readonly GrantMember[]> => [
    ...(byReader.get(readerId) ?? []),
    ...(await grants.members(grantId, { readerId })),
  ];
  for (const { member, ids } of await identified(services, grant, unnamed)) {
    const peer = findPeer(sharing.get(ids[0]) ?? [], member);
    const readerId = peer?.readerId ?? (await freeId(holdersOf, member, ids));
    const named = { ...member, readerId };
    pushTo(sharing, ids[0], named);
    pushTo(byReader, readerId, named);
  }
  await grants.setReaderIds(grantId, [...byReader.values()].flat());
};

/**
 * Sets whether the accounts of these Items join those of other people; returns false if nothing changes. The oldest
 * connection of accounts that are joined or parted keeps its id, and the ids of all other accounts stay.
 */
export const changeJoins = async (
  services: NamingDeps,
  grant: Grant,
  itemIds: readonly string[],
  joins: boolean,
): Promise<boolean> => {
  const { grants } = services.store;
  const { grantId } = grant;
  if (!(await grants.setJoins(grantId, itemIds, joins))) return false;
  const changed = (await grants.members(grantId, { itemIds })).filter(isNamed);
  const concerned = [...changed, ...(await grants.members(grantId, { joins: true }))];
  for (const readerId of new Set(changed.map((member) => member.readerId)))
    concerned.push(...(await grants.members(grantId, { readerId })));
  const members = new Map(concerned.filter(isNamed).map((member) => [toKey(member), member]));
  const kept = new Map<string, NamedMember[]>();
  const forgotten: AccountRef[] = [];
  for (const { member, ids } of await identified(services, grant, [...members.values()])) {
    const same = kept.get(ids[0]) ?? [];
    const peer = findPeer(same, member);
    const stays = peer
      ? peer.readerId === member.readerId
      : !same.some(({ readerId }) => readerId === member.readerId);
    if (stays) pushTo(kept, ids[0], member);
    else forgotten.push(member);
  }
  await grants.forgetReaderIds(grantId, forgotten);
  if (!joins) {
    // Transactions that had one id have each their own again.
    const readerIds = new Set(changed.map(({ readerId }) => readerId));
    const parted = [...members.values()].filter(({ readerId }) => readerIds.has(readerId));
    await grants.forgetAliases(grantId, [...new Set(parted.map(({ itemId }) => itemId))]);
  }
  await nameMembers(services, grant);
  return true;
};

/** The identity of an account of a grant, as text. */
export const toKey = ({ itemId, accountId }: AccountRef): string =>
  JSON.stringify([itemId, accountId]);

type NamedMember = GrantMember & { readerId: string };

const isNamed = (member: GrantMember): member is NamedMember => member.readerId !== null;

const pushTo = (lists: Map<string, NamedMember[]>, key: string, member: NamedMember): void => {
  const list = lists.get(key);
  if (list) list.push(member);
  else lists.set(key, [member]);
};

/** Returns members that are in their Items, with their possible ids, the oldest connection first. */
async function identified<Member extends GrantMember>(
  services: NamingDeps,
  { door }: Grant,
  members: readonly Member[],
): Promise<{ member: Member; ids: Ids }[]> {
  const { items } = services.store;
  const found: { member: Member; ids: Ids; linkedAt: number }[] = [];
  for (const [itemId, own] of groupBy(members, (member) => member.itemId)) {
    const item = await items.byItemId(itemId);
    if (!item) continue;
    const accounts = await items.accounts(itemId);
    const byId = new Map(accounts.map((account) => [account.account.account_id, account]));
    for (const member of own) {
      const account = byId.get(member.accountId);
      if (account)
        found.push({
          ...{ member, linkedAt: item.createdAt },
          ids: idsOf(services, door, { item, account }, member),
        });
    }
  }
  return found.sort(
    (a, b) => a.linkedAt - b.linkedAt || (toKey(a.member) < toKey(b.member) ? -1 : 1),
  );
}

/** Returns a member that an account is shown as one with, and so with all that have its id; undefined for none. */
const findPeer = (members: readonly NamedMember[], account: GrantMember): NamedMember | undefined =>
  members.find(({ readerId }) =>
    members.every((other) => other.readerId !== readerId || isShownAsOne(other, account)),
  );

/** Returns the first id that no account has, or one with whose accounts the member's is shown as one. */
async function freeId(
  holdersOf: (readerId: string) => Promise<readonly GrantMember[]>,
  member: GrantMember,
  [shared, own, last]: Ids,
): Promise<string> {
  for (const id of [shared, own]) {
    const holders = await holdersOf(id);
    if (holders.every((holder) => isShownAsOne(holder, member))) return id;
  }
  return last;
}

function idsOf(
  services: NamingDeps,
  door: Grant["door"],
  { item, account: { account, key } }: GrantedAccount,
  { person }: GrantMember,
): Ids {
  const shared =
    account.persistent_account_id ?? idByKey(services, item, key) ?? account.account_id;
  const { clientId, userId, clientUserId } = person;
  const own = digest(JSON.stringify([shared, clientId, userId, clientUserId]));
  const toId = (id: string) =>
    door === "gocardless" ? toUuid(Buffer.from(digest(`reader-account ${id}`), "base64url")) : id;
  return [toId(shared), toId(own), toId(account.account_id)];
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
