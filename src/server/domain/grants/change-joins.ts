import { groupBy } from "../group-by.ts";
import { type AlignDeps, partTransactions } from "./align-transactions.ts";
import type { AccountRef, Grant } from "./grant.ts";
import {
  type Identified,
  identify,
  isNamed,
  isOnePerson,
  loadRelatives,
  type NamedMember,
  type NamingDeps,
  nameMembers,
  toKey,
} from "./name-members.ts";

type JoinDeps = NamingDeps & { store: NamingDeps["store"] & AlignDeps["store"] };

type Named = Identified<NamedMember>;

/** Connections of one account, the oldest first: those of the person who ticks or unticks, and those that join. */
type Sides = Record<"all" | "changed" | "others", readonly Named[]>;

/**
 * Sets whether the accounts of the people of these Items join those of others; returns false if nothing changes. Several
 * people whose connections are one account keep its id when another one comes or goes. Two become one under the id of
 * the oldest connection, and part with the ids that they had.
 */
export const changeJoins = async (
  services: JoinDeps,
  grant: Grant,
  itemIds: readonly string[],
  joins: boolean,
): Promise<boolean> => {
  const { grants } = services.store;
  const { grantId } = grant;
  const own = await grants.members(grantId, { itemIds });
  const all = [...own, ...(await loadRelatives(services, grantId, own))];
  const ownIds = [...new Set(all.map(({ itemId }) => itemId))];
  if (!(await grants.setJoins(grantId, ownIds, joins))) return false;
  const changed = (await grants.members(grantId, { itemIds: ownIds })).filter(isNamed);
  const joined = (await grants.members(grantId, { joins: true })).filter(isNamed);
  const isChanged = new Set(changed.map(toKey));
  const concerned = new Map([...changed, ...joined].map((member) => [toKey(member), member]));
  const found = await identify(services, grant, [...concerned.values()]);
  const forgotten: AccountRef[] = [];
  for (const [, same] of groupBy(found, ({ ids }) => ids.shared)) {
    const isOwn = ({ member }: Named) => isChanged.has(toKey(member));
    const others = same.filter((one) => !isOwn(one));
    const sides = { all: same, changed: same.filter(isOwn), others };
    if (sides.changed.length === 0 || others.length === 0) continue;
    const renamed = joins ? renamedByJoining(sides) : renamedByParting(sides);
    forgotten.push(...renamed.map(({ member }) => member));
    if (!joins) await partTransactions(services, grantId, ...membersThatPart(sides));
  }
  await grants.forgetReaderIds(grantId, forgotten);
  await nameMembers(services, grant);
  return true;
};

/** The connections that take over an id: those of the person who comes to others, and of two people the newer ones. */
function renamedByJoining({ all, others }: Sides): Named[] {
  const [kept] = isGroup(others) ? others : all;
  return all.filter(({ member }) => member.readerId !== kept?.member.readerId);
}

/** The connections that need another id: those of the person who goes, and of the last two those that do not own it. */
function renamedByParting(sides: Sides): Named[] {
  const [going, staying] = sharingIds(sides);
  if (isGroup(staying)) return going;
  return going.length === 0 ? [] : [...going, ...staying].filter((one) => !ownsId(one));
}

const membersThatPart = (sides: Sides): [NamedMember[], NamedMember[]] => {
  const [going, staying] = sharingIds(sides).map((side) => side.map(({ member }) => member));
  return [going ?? [], staying ?? []];
};

/** The connections of each side that have an id of the other one. */
function sharingIds({ changed, others }: Sides): [Named[], Named[]] {
  const within = (some: readonly Named[], side: readonly Named[]) => {
    const ids = new Set(side.map(({ member }) => member.readerId));
    return some.filter(({ member }) => ids.has(member.readerId));
  };
  return [within(changed, others), within(others, changed)];
}

/** Whether they are of several people. */
const isGroup = ([first, ...rest]: readonly Named[]): boolean =>
  first !== undefined &&
  rest.some(({ member }) => !isOnePerson(member.person, first.member.person));

const ownsId = ({ member: { readerId }, ids }: Named): boolean =>
  readerId === ids.own || readerId === ids.account;
