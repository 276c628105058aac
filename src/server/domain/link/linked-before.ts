import { openCredentials } from "../connectors/open-login.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { hasAccess } from "../items/item-state.ts";
import { accountNumber, idByNumber } from "../items/persistent-account-id.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";

/** The session of a user, as far as it says whose it is. */
type UserSession = Pick<LinkSession, "clientId" | "linkTokenDigest">;

/** An account that the user has linked by another Item: its bank and the end of its number there, null if unknown. */
export type LinkedAccount = {
  bank: string | null;
  mask: string | null;
  persistentId: string;
  /** Whether the user is warned: a login that is connected at the same institution is found as a duplicate. */
  isTold: boolean;
};

/** How many Items of a user are compared, the newest ones: an application may give all of its users one id. */
const MAX_ITEMS = 50;

/**
 * Finds the accounts of a login that the session's user has already linked by another Item than `exceptItemId`, each
 * by its number and currency. It reads Items of the same client and user alone; it finds none if the application did
 * not identify its user.
 */
export const linkedBefore = async <Account extends Parameters<typeof accountNumber>[0]>(
  services: LinkDeps,
  { clientId, linkTokenDigest }: UserSession,
  { institutionId, accounts }: { institutionId: string; accounts: readonly Account[] },
  exceptItemId: string | null,
): Promise<ReadonlyMap<Account, LinkedAccount>> => {
  const { clock, environment, store } = services;
  const found = new Map<Account, LinkedAccount>();
  const wanted = new Map<string, Account>();
  for (const account of accounts) {
    const id = idByNumber(services, clientId, account, accounts);
    if (id !== undefined) wanted.set(id, account);
  }
  if (wanted.size === 0 || linkTokenDigest === null) return found;
  const linkToken = await store.linkTokens.byDigest(linkTokenDigest);
  if (!linkToken) return found;
  const { userId, clientUserId } = linkToken.details;
  const items = await store.items.ofEndUser({ clientId, userId, clientUserId });
  const { mayBeDuplicate } = PURPOSES[services.directory.get(institutionId).purpose];
  const moment = { environment, now: clock() };
  for (const item of items.slice(0, MAX_ITEMS)) {
    if (item.itemId === exceptItemId || !hasAccess(item, "renewal", moment)) continue;
    const own = await store.items.accounts(item.itemId);
    const isTold = item.institutionId !== institutionId || !mayBeDuplicate;
    for (const { id, persistentId, mask } of own.flatMap((one) =>
      idsOf(services, item, one, own),
    )) {
      const account = wanted.get(id);
      if (account && (isTold || !found.has(account)) && !found.get(account)?.isTold)
        found.set(account, { bank: bankOf(services, item), mask, persistentId, isTold });
    }
  }
  return found;
};

/** The ids by which an account may be another Item's: the one that it was given, and that of the number it has now. */
function idsOf(
  services: LinkDeps,
  { clientId }: Item,
  { account, numbers }: ItemAccount,
  all: readonly ItemAccount[],
): { id: string; persistentId: string; mask: string | null }[] {
  const numbered = all.map((one) => ({ ...one.account, numbers: one.numbers }));
  const byNumber = idByNumber(services, clientId, { ...account, numbers }, numbered);
  const given = account.persistent_account_id ?? byNumber;
  if (given === undefined) return [];
  return [...new Set([given, byNumber ?? given])].map((id) => ({
    ...{ id, persistentId: given, mask: account.mask },
  }));
}

/** The name of an Item's bank: for files the one that its user named. */
function bankOf(services: LinkDeps, item: Item): string | null {
  const { directory } = services;
  const { institutionId } = item;
  if (!directory.has(institutionId)) return null;
  const isOfFiles = directory.connectorOf(institutionId).files !== undefined;
  const { bank } = isOfFiles ? openCredentials(services, item) : {};
  return bank ?? directory.get(institutionId).name;
}

/**
 * Gives an Item's renewed accounts whose number has become known the persistent ids that they have in another Item of
 * the session's user; all others keep theirs.
 */
export const withLearnedIds = async (
  services: LinkDeps,
  session: UserSession,
  {
    institutionId,
    existing,
    renewed,
  }: {
    institutionId: string;
    existing: readonly ItemAccount[];
    renewed: ItemAccount[];
  },
): Promise<ItemAccount[]> => {
  const before = new Map(existing.map((one) => [one.account.account_id, numberOf(one)]));
  const learned = renewed.filter(
    (one) => numberOf(one) !== null && !before.get(one.account.account_id),
  );
  const [first] = learned;
  if (!first) return renewed;
  const numbered = learned.map((one) => ({ ...one.account, numbers: one.numbers }));
  const login = { institutionId, accounts: numbered };
  const linked = await linkedBefore(services, session, login, first.itemId);
  return renewed.map((one) => {
    const [of] = numbered.filter(({ account_id }) => account_id === one.account.account_id);
    const persistent_account_id = of && linked.get(of)?.persistentId;
    return persistent_account_id
      ? { ...one, account: { ...one.account, persistent_account_id } }
      : one;
  });
};

const numberOf = ({ account, numbers }: ItemAccount): string | null =>
  accountNumber({ ...account, numbers });
