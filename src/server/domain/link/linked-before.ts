import type { LoginAccount } from "../connectors/bank-account.ts";
import { openCredentials } from "../connectors/open-login.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { hasAccess } from "../items/item-state.ts";
import {
  accountNumber,
  idOfNumber,
  plainNumber,
  soleNumbers,
} from "../items/persistent-account-id.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";

/** A session with the fields that identify its user. */
type UserSession = Pick<LinkSession, "clientId" | "linkTokenDigest">;

/**
 * An account that the user has linked by another Item: its bank, and the end of its number there
 * (null if unknown).
 */
export type LinkedAccount = {
  bank: string | null;
  mask: string | null;
  persistentId: string;
  /**
   * Whether to warn the user. The same login at the same institution is found as a duplicate
   * instead.
   */
  isTold: boolean;
};

/**
 * The maximum number of a user's Items to compare, the newest first, since an application may give
 * all users one id.
 */
const MAX_ITEMS = 50;

type OwnAccount = Pick<LoginAccount, "key" | "type" | "balances" | "numbers" | "statedNumbers">;

/**
 * Finds a login's accounts that the session's user has already linked by another Item than
 * `exceptItemId`: at the same institution by key, at any institution by number and currency. Reads
 * only Items of the same client and user. Finds nothing if the application did not identify its
 * user. A number stated in a file is compared with these Items only.
 */
export const linkedBefore = async <Account extends OwnAccount>(
  services: LinkDeps,
  { clientId, linkTokenDigest }: UserSession,
  { institutionId, accounts }: { institutionId: string; accounts: readonly Account[] },
  exceptItemId: string | null,
): Promise<ReadonlyMap<Account, LinkedAccount>> => {
  const { clock, environment, store } = services;
  const found = new Map<Account, LinkedAccount>();
  if (accounts.length === 0 || linkTokenDigest === null) return found;
  const linkToken = await store.linkTokens.byDigest(linkTokenDigest);
  if (!linkToken) return found;
  const { userId, clientUserId } = linkToken.details;
  const person = personOf(linkToken.details);
  if (person === null) return found;
  const numbers = soleNumbers(accounts, anyNumber);
  const wanted = {
    byNumber: new Map<string, Account>(),
    byKey: new Map(accounts.map((account) => [account.key, account])),
  };
  for (const [account, number] of numbers)
    for (const statedBy of [undefined, person])
      wanted.byNumber.set(idOfNumber(services, { clientId }, number, statedBy), account);
  const items = await store.items.ofEndUser({ clientId, userId, clientUserId });
  const { mayBeDuplicate } = PURPOSES[services.directory.get(institutionId).purpose];
  const moment = { environment, now: clock() };
  const byKey = new Map<Account, string>();
  const byNumber = new Map<Account, LinkedAccount>();
  // The oldest Items come first, since their ids stay. The user is told of the newest.
  for (const item of items.slice(0, MAX_ITEMS).toReversed()) {
    if (item.itemId === exceptItemId || !hasAccess(item, "renewal", moment)) continue;
    const isHere = item.institutionId === institutionId;
    if (!isHere && numbers.size === 0) continue;
    const isTold = !isHere || !mayBeDuplicate;
    for (const one of namedAccounts(services, item, await store.items.accounts(item.itemId))) {
      const keyed = isHere ? withKey(wanted.byKey, one) : undefined;
      if (keyed && !byKey.has(keyed)) byKey.set(keyed, one.persistentId);
      for (const account of numberedAccounts(wanted.byNumber, one)) {
        // The key belongs to another account of the login with the same number.
        if (keyed && keyed !== account) continue;
        const { persistentId } = byNumber.get(account) ?? one;
        const { mask } = one;
        const bank = isTold ? bankOf(services, item) : null;
        if (isTold || !byNumber.get(account)?.isTold)
          byNumber.set(account, { bank, mask, persistentId, isTold });
      }
    }
  }
  const taken = new Set(byKey.values());
  for (const account of accounts) {
    const own = byKey.get(account);
    const other = byNumber.get(account);
    const number = numbers.get(account);
    if (own !== undefined) found.set(account, { ...(other ?? NOT_TOLD), persistentId: own });
    else if (other && !taken.has(other.persistentId)) found.set(account, other);
    else if (number !== undefined && plainNumber(account.numbers) === null) {
      const persistentId = idOfNumber(services, { clientId }, number, person);
      if (!taken.has(persistentId)) found.set(account, { ...NOT_TOLD, persistentId });
    }
  }
  return found;
};

const NOT_TOLD = { bank: null, mask: null, isTold: false };

/** The person of a link token, for finding Items; null if the application named no user. */
const personOf = ({
  userId,
  clientUserId,
}: {
  userId: string | null;
  clientUserId: string | null;
}): string | null => userId ?? (clientUserId === null ? null : JSON.stringify([clientUserId]));

/** The account's number from the bank, or else from a file. */
const anyNumber = ({ statedNumbers, ...account }: OwnAccount): string | null =>
  accountNumber({ ...account, numbers: { ...statedNumbers, ...account.numbers } });

/** An account of an Item: its own id, and the id of its current number. */
type NamedAccount = Pick<ItemAccount, "key" | "numbers"> & {
  mask: string | null;
  persistentId: string;
  numberId: string | undefined;
};

function namedAccounts(
  services: LinkDeps,
  item: Item,
  all: readonly ItemAccount[],
): NamedAccount[] {
  const numbered = all.map(({ account, key, numbers }) => ({ ...account, key, numbers }));
  const sole = soleNumbers(numbered);
  return numbered.flatMap((one) => {
    const number = sole.get(one);
    const numberId = number === undefined ? undefined : idOfNumber(services, item, number);
    const persistentId = one.persistent_account_id ?? numberId;
    if (persistentId === undefined) return [];
    const { key, numbers, mask } = one;
    return [{ key, numbers, mask, persistentId, numberId }];
  });
}

/** The login's account with the key of an Item's account, unless both have different numbers. */
function withKey<Account extends OwnAccount>(
  byKey: ReadonlyMap<string, Account>,
  { key, numbers }: NamedAccount,
): Account | undefined {
  const account = key === "" ? undefined : byKey.get(key);
  const [before, now] = [plainNumber(numbers), account ? plainNumber(account.numbers) : null];
  return before !== null && now !== null && before !== now ? undefined : account;
}

const numberedAccounts = <Account>(
  byNumber: ReadonlyMap<string, Account>,
  { persistentId, numberId }: NamedAccount,
): ReadonlySet<Account> =>
  new Set([persistentId, numberId ?? persistentId].flatMap((id) => byNumber.get(id) ?? []));

/** The name of an Item's bank. For files, the user has named the bank. */
function bankOf(services: LinkDeps, item: Item): string | null {
  const { directory } = services;
  const { institutionId } = item;
  if (!directory.has(institutionId)) return null;
  const isOfFiles = directory.connectorOf(institutionId).files !== undefined;
  const { bank } = isOfFiles ? openCredentials(services, item) : {};
  return bank ?? directory.get(institutionId).name;
}

/**
 * Gives an Item's renewed accounts with a newly known number the persistent ids of the user's other
 * Item. All other accounts keep their ids.
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
  const before = new Map(
    existing.map(({ account, numbers }) => [account.account_id, plainNumber(numbers)]),
  );
  // A currency alone identifies no account.
  const isLearned = ({ account, numbers }: ItemAccount) =>
    plainNumber(numbers) !== null && !before.get(account.account_id);
  const [first] = renewed.filter(isLearned);
  if (!first) return renewed;
  const numbered = renewed.map(({ account, key, numbers }) => ({ ...account, key, numbers }));
  const login = { institutionId, accounts: numbered };
  const linked = await linkedBefore(services, session, login, first.itemId);
  const taken = new Set(renewed.map(({ account }) => account.persistent_account_id));
  return renewed.map((one, at) => {
    const of = isLearned(one) ? numbered[at] : undefined;
    const persistent_account_id = of && linked.get(of)?.persistentId;
    return persistent_account_id && !taken.has(persistent_account_id)
      ? { ...one, account: { ...one.account, persistent_account_id } }
      : one;
  });
};
