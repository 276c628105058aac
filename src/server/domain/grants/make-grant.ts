import { SessionConfig } from "../../../protocol/link/config.ts";
import { type PendingRule, proposePending } from "../../../protocol/pending-rule.ts";
import type { AuditActor } from "../audit-actor.ts";
import { DAY_MS, dayAt, toDate, toDay } from "../calendar.ts";
import { MAX_NAME_LENGTH } from "../clients/client.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../clients/new-client.ts";
import { Fault } from "../fault.ts";
import { digest, opaqueId, toUuid } from "../identifiers.ts";
import { hasAccess } from "../items/item-state.ts";
import type { GrantDeps } from "./deps.ts";
import { type AccountRef, type DoorName, type Grant, isApplicationDoor } from "./grant.ts";

/** A secret that is claimed has to be claimed within this time. */
export const CLAIM_LIFETIME_MS = DAY_MS;

/** The maximum number of accounts that one grant shows. */
const MAX_GRANT_ACCOUNTS = 100;

/** How many grants of one Item there may be. */
const MAX_GRANTS_OF_ITEM = 20;

/** A grant to be made; `until` is its last day, YYYY-MM-DD in UTC. */
export type GrantRequest = {
  door: DoorName;
  /** The client of an application's grant; null for any other. */
  clientId: string | null;
  name: string;
  /** At least one, except for an application, whose users link accounts later. */
  accounts: readonly AccountRef[];
  fromDate: string | null;
  /** By the name of the application, unless it is given. */
  pending?: PendingRule | undefined;
  until: string | null;
};

/** The services that a grant is made and changed with. */
export type MakeGrantDeps = Pick<GrantDeps, "clock" | "environment" | "random" | "store">;

/**
 * A new grant with its secret, which is shown once: a SimpleFIN setup token to be claimed, or a secret that
 * reads directly.
 */
export type NewGrant = { grant: Grant; secret: string };

/**
 * Makes a grant and its entry in the audit log; throws INVALID_FIELD if the request is wrong, if a client forbids
 * grants, or if an Item can no longer be read.
 */
export const makeGrant = async (
  services: MakeGrantDeps,
  request: GrantRequest,
  actor: AuditActor,
): Promise<NewGrant> => {
  const { clock, random } = services;
  const now = clock();
  // A password of OFX has 32 characters at most: libofx cuts a longer one.
  const secret = opaqueId(random, request.door === "ofx" ? 32 : 43);
  const isApplication = isApplicationDoor(request.door);
  const grant: Grant = {
    // Applications have a field for a UUID.
    grantId: isApplication ? toUuid(random(16)) : opaqueId(random, 24),
    door: request.door,
    clientId: request.clientId,
    name: requireName(request),
    fromDate: request.fromDate,
    pending: request.pending ?? proposePending(request.name),
    until: endOf(request, now),
    createdAt: now,
    usedAt: null,
    usedFrom: null,
  };
  const own = digest(secret);
  const secrets =
    grant.door === "simplefin"
      ? { claim: { digest: own, expiresAt: now + CLAIM_LIFETIME_MS }, secretDigest: null }
      : { claim: null, secretDigest: own };
  return services.store.transact(async (store) => {
    await requireClient(store, request);
    requireCount(request);
    await requireReadable({ ...services, store }, grant.grantId, request.accounts);
    await store.grants.add(grant, secrets, request.accounts);
    await store.audit.append({
      at: now,
      actor,
      action: "grant.create",
      subject: grant.grantId,
      details: {
        door: grant.door,
        ...(grant.clientId !== null && { client: grant.clientId }),
        accounts: request.accounts.map(({ accountId }) => accountId),
        from: grant.fromDate,
        pending: grant.pending,
        until: request.until,
      },
    });
    return { grant, secret };
  });
};

/**
 * Ends a grant, or its part of some Items; returns false if the grant has no account of theirs. Readers are
 * refused at once.
 */
export const endGrant = (
  { clock, store }: Pick<GrantDeps, "clock" | "store">,
  grantId: string,
  actor: AuditActor,
  itemIds?: readonly string[],
): Promise<boolean> =>
  store.transact(async ({ grants, audit }) => {
    const at = clock();
    if (!(await grants.end(grantId, at, itemIds))) return false;
    const isOver = (await grants.byId(grantId)) === null;
    await audit.append({
      at,
      actor,
      action: isOver ? "grant.end" : "grant.change",
      subject: grantId,
      ...(!isOver && itemIds && { details: { removed_items: itemIds } }),
    });
    return true;
  });

/** Returns the name of a grant; throws INVALID_FIELD if the text is not a valid name. */
export function requireName({ door, name: text }: Pick<GrantRequest, "door" | "name">): string {
  const name = text.trim();
  if (name === "") throw invalid("name must not be empty");
  if (name.length > MAX_NAME_LENGTH)
    throw invalid(`name must have at most ${MAX_NAME_LENGTH} characters`);
  if (!isPlainName(name)) throw invalid(`name ${PLAIN_NAME_RULE}`);
  // Users read it in Link.
  const shown = SessionConfig.shape.clientName.safeParse(name);
  if (isApplicationDoor(door) && !shown.success)
    throw invalid(`name ${shown.error.issues[0]?.message}`);
  return name;
}

/** The moment after the last day of a grant; throws INVALID_FIELD for days that cannot be. */
export function endOf(
  { until, fromDate }: Pick<GrantRequest, "until" | "fromDate">,
  now: number,
): number | null {
  if (fromDate !== null && fromDate > toDate(dayAt(now)))
    throw invalid("from must not be after today");
  if (until === null) return null;
  const end = (toDay(until) + 1) * DAY_MS;
  if (end <= now) throw invalid("until must not be before today");
  return end;
}

/** Throws unless an application's grant has a client that allows grants, and any other grant has none. */
async function requireClient(
  { clients }: Pick<MakeGrantDeps["store"], "clients">,
  { clientId, door }: GrantRequest,
): Promise<void> {
  if (!isApplicationDoor(door)) {
    if (clientId !== null) throw invalid(`client must be left out for ${door}`);
    return;
  }
  if (clientId === null) throw invalid(`client must be given for ${door}`);
  const client = await clients.byClientId(clientId);
  if (!client) throw invalid(`client names no client: ${clientId}`);
  if (!client.grantsAllowed) throw invalid("client names an application that allows no grants");
}

/** Throws INVALID_FIELD unless a grant may show this number of accounts, each once. */
export function requireCount({ door, accounts }: Pick<GrantRequest, "door" | "accounts">): void {
  if (accounts.length === 0 && !isApplicationDoor(door))
    throw invalid("accounts must have at least one account");
  if (accounts.length > MAX_GRANT_ACCOUNTS)
    throw invalid(`accounts must have at most ${MAX_GRANT_ACCOUNTS} accounts`);
  const refs = new Set(accounts.map(({ itemId, accountId }) => `${itemId} ${accountId}`));
  if (refs.size < accounts.length) throw invalid("accounts names an account twice");
}

/** Throws INVALID_FIELD unless a grant may show these accounts: they can be read, and their Items may have it. */
export async function requireReadable(
  { clock, environment, store }: Pick<MakeGrantDeps, "clock" | "environment" | "store">,
  grantId: string,
  accounts: readonly AccountRef[],
): Promise<void> {
  for (const itemId of new Set(accounts.map((account) => account.itemId))) {
    const item = await store.items.byItemId(itemId);
    if (!item || !hasAccess(item, "cached", { environment, now: clock() }))
      throw invalid(`accounts names an account of a connection that has ended`);
    const client = await store.clients.byClientId(item.clientId);
    if (!client?.grantsAllowed)
      throw invalid("accounts names an account of an application that allows no grants");
    const ids = (await store.items.accountIdsOf([itemId])).get(itemId);
    if (accounts.some((account) => account.itemId === itemId && !ids?.has(account.accountId)))
      throw invalid("accounts names an account that does not exist");
    const others = (await store.grants.list([itemId])).filter(
      ({ grant }) => grant.grantId !== grantId,
    );
    if (others.length >= MAX_GRANTS_OF_ITEM)
      throw invalid(
        `accounts names a connection that has ${MAX_GRANTS_OF_ITEM} grants; end one first`,
      );
  }
}

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
