import { createHmac } from "node:crypto";
import { groupBy } from "../group-by.ts";
import { toUuid } from "../identifiers.ts";
import { idByKey } from "../items/persistent-account-id.ts";
import type { GrantDeps } from "./deps.ts";
import type { AccountRef, Grant, GrantedAccount, GrantMember } from "./grant.ts";

/** The services that name the accounts of a grant, within a transaction. */
export type NamingDeps = Pick<GrantDeps, "vault"> & {
  store: Pick<GrantDeps["store"], "grants" | "items">;
};

/** The id of an account that all connections of it share, which no reader gets, and the ids that a reader may get. */
type Ids = { shared: string; own: string; account: string };

/** A member whose reader has an id of it. */
export type NamedMember = GrantMember & { readerId: string };

/** A member with its possible ids. */
export type Identified<Member extends GrantMember = GrantMember> = { member: Member; ids: Ids };

/**
 * Gives the accounts of a grant that have no id of its reader one that they keep, the oldest connection first, so that
 * it does not depend on which is read first. An id follows from the account and its person, so that a later connection
 * of that person has the same one, also by another bank and in another grant, and readers of two people's grants cannot
 * tell that they have one account. Two people's connections have one id if both let them be shown as one.
 */
export const nameMembers = async (services: NamingDeps, grant: Grant): Promise<void> => {
  const { grants } = services.store;
  const { grantId } = grant;
  const found = await grants.members(grantId, { readerId: null });
  if (found.length === 0) return;
  const relatives = (await loadRelatives(services, grantId, found)).filter(isNamed);
  const unnamed = await inheritJoins(services, grantId, found, relatives);
  const joined = [...unnamed, ...relatives].some(({ joins }) => joins)
    ? (await grants.members(grantId, { joins: true })).filter(isNamed)
    : [];
  const known = new Map([...relatives, ...joined].map((member) => [toKey(member), member]));
  const sharing = new Map<string, NamedMember[]>();
  for (const { member, ids } of await identify(services, grant, [...known.values()]))
    pushTo(sharing, ids.shared, member);
  const byReader = new Map<string, NamedMember[]>();
  const holdersOf = async (readerId: string): Promise<readonly GrantMember[]> => [
    ...(byReader.get(readerId) ?? []),
    ...(await grants.members(grantId, { readerId })),
  ];
  for (const { member, ids } of await identify(services, grant, unnamed)) {
    const peer = findPeer(sharing.get(ids.shared) ?? [], member);
    const readerId = peer?.readerId ?? (await freeId(holdersOf, member, ids));
    const named = { ...member, readerId };
    pushTo(sharing, ids.shared, named);
    pushTo(byReader, readerId, named);
  }
  await grants.setReaderIds(grantId, [...byReader.values()].flat());
};

/** The identity of an account of a grant, as text. */
export const toKey = ({ itemId, accountId }: AccountRef): string =>
  JSON.stringify([itemId, accountId]);

export const isNamed = (member: GrantMember): member is NamedMember => member.readerId !== null;

/** Loads the accounts of the people of others; an application that does not say whose they are has none. */
export async function loadRelatives(
  { store: { grants } }: NamingDeps,
  grantId: string,
  members: readonly GrantMember[],
): Promise<GrantMember[]> {
  const people = new Map(members.map(({ person }) => [JSON.stringify(person), person]));
  const found: GrantMember[] = [];
  for (const person of people.values())
    if (person.userId !== null || person.clientUserId !== null)
      found.push(...(await grants.members(grantId, { person })));
  return found;
}

/** Lets a new connection be shown as one with other people's if all others of its person are: it is one tick. */
async function inheritJoins(
  { store: { grants } }: NamingDeps,
  grantId: string,
  members: readonly GrantMember[],
  relatives: readonly NamedMember[],
): Promise<GrantMember[]> {
  const heirs = members.filter((member) => {
    if (member.joins) return false;
    const own = relatives.filter(({ person }) => isOnePerson(person, member.person));
    return own.length > 0 && own.every(({ joins }) => joins);
  });
  if (heirs.length === 0) return [...members];
  const itemIds = [...new Set(heirs.map(({ itemId }) => itemId))];
  await grants.setJoins(grantId, itemIds, true);
  return members.map((member) => (heirs.includes(member) ? { ...member, joins: true } : member));
}

const pushTo = (lists: Map<string, NamedMember[]>, key: string, member: NamedMember): void => {
  const list = lists.get(key);
  if (list) list.push(member);
  else lists.set(key, [member]);
};

/** Returns members that are in their Items, with their possible ids, the oldest connection first. */
export async function identify<Member extends GrantMember>(
  services: NamingDeps,
  { door }: Grant,
  members: readonly Member[],
): Promise<Identified<Member>[]> {
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

/** Returns the id of the account's person, or the account's own if another has it with which it is not shown as one. */
async function freeId(
  holdersOf: (readerId: string) => Promise<readonly GrantMember[]>,
  member: GrantMember,
  { own, account }: Ids,
): Promise<string> {
  const holders = await holdersOf(own);
  return holders.every((holder) => isShownAsOne(holder, member)) ? own : account;
}

function idsOf(
  services: NamingDeps,
  door: Grant["door"],
  { item, account: { account, key } }: GrantedAccount,
  { person }: Pick<GrantMember, "person">,
): Ids {
  const shared =
    account.persistent_account_id ?? idByKey(services, item, key) ?? account.account_id;
  const { clientId, userId, clientUserId } = person;
  const toId = (kind: "own" | "account", content: string) => {
    // Keyed: applications know the shared ids of their users, and exported files have them.
    const bytes = createHmac("sha256", services.vault.key("reader-account"))
      .update(JSON.stringify([kind, content]))
      .digest();
    return door === "gocardless" ? toUuid(bytes) : bytes.toString("base64url");
  };
  return {
    shared,
    own: toId("own", JSON.stringify([shared, clientId, userId, clientUserId])),
    account: toId("account", account.account_id),
  };
}

/**
 * Returns the ids that readers by OFX have of an Item's accounts before people join them, by the
 * accounts' own ids. A file and the door then name one account.
 */
export const ofxAccountIds = async (
  services: NamingDeps,
  itemId: string,
): Promise<ReadonlyMap<string, string>> => {
  const { items } = services.store;
  const [item, person] = [await items.byItemId(itemId), await items.personOf(itemId)];
  if (!item || !person) return new Map();
  const accounts = await items.accounts(itemId);
  return new Map(
    accounts.map((account) => [
      account.account.account_id,
      idsOf(services, "ofx", { item, account }, { person }).own,
    ]),
  );
};

/** Whether a reader sees two connections of an account as one: those of one person, and those of two who both let them be. */
function isShownAsOne(a: GrantMember, b: GrantMember): boolean {
  if (a.itemId === b.itemId) return a.accountId === b.accountId;
  return (a.joins && b.joins) || isOnePerson(a.person, b.person);
}

/** Whether two are one person to their application. One that does not say whose connections are has one person. */
export function isOnePerson(one: GrantMember["person"], other: GrantMember["person"]): boolean {
  if (one.clientId !== other.clientId) return false;
  const { userId, clientUserId } = one;
  if (userId === null && clientUserId === null)
    return other.userId === null && other.clientUserId === null;
  return (
    (userId !== null && userId === other.userId) ||
    (clientUserId !== null && clientUserId === other.clientUserId)
  );
}
