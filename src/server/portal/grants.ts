import { z } from "zod";
import {
  type ConnectionsAnswer,
  type PersonGrant,
  SHARING_DOORS,
  type SharingDoor,
} from "../../protocol/connections.ts";
import { PENDING_RULES } from "../../protocol/pending-rule.ts";
import { CalendarDate } from "../../protocol/transaction.ts";
import { Fault } from "../domain/fault.ts";
import { changeGrant as changeGrantOf } from "../domain/grants/change-grant.ts";
import { changeJoins } from "../domain/grants/change-joins.ts";
import { endGrant as endGrantOf, makeGrant } from "../domain/grants/make-grant.ts";
import { setupToken } from "../domain/grants/setup-token.ts";
import { hasExpired } from "../domain/grants/use-grant.ts";
import type { Services } from "../domain/services.ts";
import { ConnectionId, portalAction, userOfSession } from "./action.ts";

type Session = Parameters<Services["store"]["portalUsers"]["items"]>[0];

const GrantFields = z.strictObject({
  name: z.string().max(200),
  accounts: z
    .array(z.strictObject({ connection_id: ConnectionId, account_id: z.string().min(1).max(100) }))
    .max(100),
  from: CalendarDate.nullable(),
  until: CalendarDate.nullable(),
  /** Undefined from a page of an earlier version. */
  pending: z.enum(PENDING_RULES).optional(),
});

const GrantId = z.string().min(1).max(100);

/**
 * Lets another application read accounts of the session. The response has the application's keys,
 * once.
 */
export const createGrant = portalAction({
  path: "/account/grant/create",
  request: GrantFields.extend({ door: z.enum(SHARING_DOORS) }),
  async run({ door, ...fields }, session, services, answer) {
    if (!services.doors.includes(door)) throw new Fault("NOT_FOUND");
    const request = { ...(await loadRequest(services, session, fields)), door, clientId: null };
    const { grant, secret } = await makeGrant(services, request, userOfSession(session));
    const url = services.publicUrl();
    answer.grant_keys =
      door === "simplefin"
        ? { token: setupToken(url, secret) }
        : { address: new URL("/ofx", url).href, user: grant.grantId, password: secret };
  },
});

/** Changes a grant that has no accounts outside of the session. */
export const changeGrant = portalAction({
  path: "/account/grant/change",
  request: GrantFields.extend({ grant_id: GrantId }),
  async run({ grant_id, ...fields }, session, services) {
    const { grants } = await showGrants(services, await loadItemIds(services, session));
    if (!grants?.find((grant) => grant.grant_id === grant_id)?.can_change)
      throw new Fault("NOT_FOUND");
    const changes = await loadRequest(services, session, fields);
    await changeGrantOf(services, grant_id, changes, userOfSession(session));
  },
});

/**
 * Sets whether another person's view of the same account is joined with the session's account. The
 * other person must agree, too. The response does not reveal whether there is another person.
 */
export const joinGrant = portalAction({
  path: "/account/grant/join",
  request: z.strictObject({ grant_id: GrantId, joins: z.boolean() }),
  async run({ grant_id, joins }, session, services) {
    const own = await loadItemIds(services, session);
    const { grants } = await showGrants(services, own);
    if (!grants?.some((grant) => grant.grant_id === grant_id)) throw new Fault("NOT_FOUND");
    await services.store.transact(async (store) => {
      const { grant } = (await store.grants.byId(grant_id)) ?? {};
      if (!grant || !(await changeJoins({ ...services, store }, grant, own, joins))) return;
      await store.audit.append({
        at: services.clock(),
        actor: userOfSession(session),
        action: "grant.change",
        subject: grant_id,
        details: { joins },
      });
    });
  },
});

/**
 * Ends a grant. If the grant also has other connections, only the session's part ends. Idempotent.
 */
export const endGrant = portalAction({
  path: "/account/grant/end",
  request: z.strictObject({ grant_id: GrantId }),
  async run({ grant_id }, session, services) {
    const own = await loadItemIds(services, session);
    await endGrantOf(services, grant_id, userOfSession(session), own);
  },
});

/**
 * The grants of accounts of these Items in the user's view, of all doors, and the doors for
 * sharing.
 */
export const showGrants = async (
  { clock, doors, store }: Services,
  itemIds: readonly string[],
): Promise<Pick<ConnectionsAnswer, "grants" | "grant_doors">> => {
  const isOwn = ({ itemId }: { itemId: string }): boolean => itemIds.includes(itemId);
  const all = await store.grants.list(itemIds);
  const open = all.filter(({ grant }) => !hasExpired(grant, clock()));
  const grants = await Promise.all(
    open.map(
      async ({ grant, accounts }): Promise<PersonGrant> => ({
        grant_id: grant.grantId,
        name: grant.name,
        account_ids: accounts.filter(isOwn).map(({ accountId }) => accountId),
        from: grant.fromDate,
        pending: grant.door === "ofx" ? null : grant.pending,
        until: isoOf(grant.until),
        used_at: isoOf(grant.usedAt),
        used_from: grant.usedFrom,
        can_change: grant.clientId === null && accounts.every(isOwn),
        joins: (await store.grants.members(grant.grantId, { itemIds })).every(({ joins }) => joins),
      }),
    ),
  );
  const doorsToShare: SharingDoor[] = SHARING_DOORS.filter((door) => doors.includes(door));
  return {
    grants: grants.length > 0 || doorsToShare.length > 0 ? grants : null,
    grant_doors: doorsToShare,
  };
};

const isoOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** The fields of a grant. Throws ITEM_NOT_FOUND for an account outside of the session. */
async function loadRequest(
  services: Services,
  session: Session,
  { name, accounts, from, until, pending }: z.infer<typeof GrantFields>,
) {
  const own = await loadItemIds(services, session);
  if (accounts.some(({ connection_id }) => !own.includes(connection_id)))
    throw new Fault("ITEM_NOT_FOUND");
  return {
    name,
    accounts: accounts.map(({ connection_id, account_id }) => ({
      itemId: connection_id,
      accountId: account_id,
    })),
    fromDate: from,
    until,
    pending,
  };
}

const loadItemIds = async ({ store }: Services, session: Session): Promise<string[]> =>
  (await store.portalUsers.items(session)).map(({ item }) => item.itemId);
