import { dayAt, MINUTE_MS, toDate } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { digest, isSameDigest, opaqueId } from "../identifiers.ts";
import { hasAccess } from "../items/item-state.ts";
import { WRONG_SECRETS } from "../limits/rate-limits.ts";
import type { GrantDeps } from "./deps.ts";
import type { DoorName, Grant, GrantedAccount } from "./grant.ts";
import { accessEnd } from "./grant-link.ts";

/**
 * Compared in place of a missing digest: a grant that is not claimed yet has no secret, and the
 * empty secret must not match it.
 */
const UNMATCHED_DIGEST = "-".repeat(digest("").length);

/** The keys that a reader has of a grant. */
export type GrantKeys = { grantId: string; secret: string };

/**
 * Exchanges the secret that is claimed for the one that reads, once; throws INVALID_API_KEYS for any other secret, and
 * RATE_LIMIT for wrong ones beyond those that a network may guess.
 */
export const claimGrant = async (
  { clock, random, store, guessLimiter }: GrantDeps,
  claimToken: string,
  address: string,
): Promise<GrantKeys> => {
  const secret = opaqueId(random, 43);
  const claimDigest = digest(claimToken);
  const grantId = await store.grants.claim(claimDigest, digest(secret), clock());
  if (grantId !== null) return { grantId, secret };
  return refuseSecret({ store, guessLimiter }, claimDigest, `grant claim ${address}`);
};

/**
 * Refuses a secret only after the comparison, so that a right secret is never refused for wrong
 * ones: it has at least 190 random bits, and guessing does not find it. The secret of an ended
 * grant does not count as a guess, but gets the same words as a wrong one when its network has sent
 * too many.
 */
const refuseSecret = async (
  { store, guessLimiter }: Pick<GrantDeps, "guessLimiter"> & { store: GrantDeps["store"] },
  secretDigest: string,
  guesses: string,
): Promise<never> => {
  const isEnded = await store.grants.isEndedKey(secretDigest);
  await guessLimiter[isEnded ? "check" : "pass"](guesses, WRONG_SECRETS);
  throw new Fault("INVALID_API_KEYS");
};

/**
 * Returns the grant of a reader's keys; throws INVALID_API_KEYS if they are wrong, the grant has ended, or it is for
 * another door, and RATE_LIMIT for wrong ones beyond those that a network may guess. The store is asked each time, so
 * that an end counts in every process at once.
 */
export const findGrant = async (
  services: GrantDeps,
  { grantId, secret }: GrantKeys,
  { door, address }: { door: DoorName; address: string },
): Promise<Grant> => {
  const { store } = services;
  const secretDigest = digest(secret);
  const found = await store.grants.byId(grantId);
  const isRight = isSameDigest(found?.secretDigest ?? UNMATCHED_DIGEST, secretDigest);
  if (isRight) return requireOpenGrant(services, found?.grant, door);
  return refuseSecret(services, secretDigest, `grant ${address}`);
};

/**
 * Returns a grant that its reader may use at a door; throws INVALID_API_KEYS if it has ended, is for another door, or
 * its client allows no grants.
 */
export const requireOpenGrant = async (
  { clock, store }: GrantDeps,
  grant: Grant | undefined,
  door: DoorName,
): Promise<Grant> => {
  if (grant?.door !== door || hasExpired(grant, clock())) throw new Fault("INVALID_API_KEYS");
  const { clientId } = grant;
  if (clientId !== null && !(await store.clients.byClientId(clientId))?.grantsAllowed)
    throw new Fault("INVALID_API_KEYS");
  return grant;
};

/** Whether the last day of a grant is over. */
export const hasExpired = ({ until }: Pick<Grant, "until">, now: number): boolean =>
  until !== null && until <= now;

/**
 * Returns the accounts that a grant shows now, of all its Items or of `itemIds`. It leaves out Items that
 * cannot be read, Items whose client forbids grants, and Items to which the application's access has ended.
 * Throws INVALID_API_KEYS if a grant of chosen accounts has none left: the removal of the Items and the end
 * of their consents end the grant, too.
 */
export const grantedAccounts = async (
  { clock, environment, store }: Pick<GrantDeps, "clock" | "environment" | "store">,
  { grantId, clientId }: Grant,
  itemIds?: readonly string[],
): Promise<GrantedAccount[]> => {
  const refs = await store.grants.accounts(grantId, itemIds);
  const isOver =
    clientId === null ? () => false : await endedAccess(store, grantId, { itemIds, now: clock() });
  const accounts: GrantedAccount[] = [];
  for (const itemId of new Set(refs.map((ref) => ref.itemId))) {
    if (isOver(itemId)) continue;
    const item = await store.items.byItemId(itemId);
    if (!item || !hasAccess(item, "cached", { environment, now: clock() })) continue;
    if (!(await store.clients.byClientId(item.clientId))?.grantsAllowed) continue;
    const ids = refs.filter((ref) => ref.itemId === itemId).map(({ accountId }) => accountId);
    for (const account of await store.items.accounts(itemId))
      if (ids.includes(account.account.account_id)) accounts.push({ item, account });
  }
  if (accounts.length === 0 && clientId === null) throw new Fault("INVALID_API_KEYS");
  return accounts;
};

/** Finds the Items of an application to which the access of their link is over. */
async function endedAccess(
  { grantLinks }: GrantDeps["store"],
  grantId: string,
  { itemIds, now }: { itemIds: readonly string[] | undefined; now: number },
): Promise<(itemId: string) => boolean> {
  const links = itemIds
    ? (await Promise.all(itemIds.map((itemId) => grantLinks.linked(grantId, itemId)))).flat()
    : await grantLinks.linked(grantId);
  const of = (isOpen: boolean) =>
    new Set(links.filter((link) => now < accessEnd(link) === isOpen).map(({ itemId }) => itemId));
  const [open, over] = [of(true), of(false)];
  return (itemId) => over.has(itemId) && !open.has(itemId);
}

/** Records a use of a grant; the first one of a day and network is in the audit log. */
export const recordGrantUse = async (
  { clock, store }: GrantDeps,
  { grantId, door, usedAt, usedFrom }: Grant,
  address: string,
): Promise<void> => {
  const at = clock();
  const isRecent = usedAt !== null && at - usedAt < MINUTE_MS && dayAt(at) === dayAt(usedAt);
  if (isRecent && usedFrom === address) return;
  await store.transact(async ({ grants, audit }) => {
    if (await grants.recordUse({ grantId, at, day: toDate(dayAt(at)), address }))
      await audit.append({
        at,
        actor: { kind: "reader", name: grantId },
        action: "grant.use",
        subject: grantId,
        details: { door, address },
      });
  });
};
