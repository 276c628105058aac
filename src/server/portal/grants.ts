import { z } from "zod";
import type { PersonGrant } from "../../protocol/connections.ts";
import { CalendarDate } from "../../protocol/transaction.ts";
import { Fault } from "../domain/fault.ts";
import { endGrant as endGrantOf, makeGrant } from "../domain/grants/make-grant.ts";
import { setupToken } from "../domain/grants/setup-token.ts";
import { hasExpired } from "../domain/grants/use-grant.ts";
import type { Services } from "../domain/services.ts";
import { ConnectionId, portalAction, userOfSession } from "./action.ts";

/** Lets another application read accounts of the session; the response has the token for it, this once. */
export const createGrant = portalAction({
  path: "/account/grant/create",
  request: z.strictObject({
    name: z.string().max(200),
    accounts: z
      .array(
        z.strictObject({ connection_id: ConnectionId, account_id: z.string().min(1).max(100) }),
      )
      .max(100),
    from: CalendarDate.nullable(),
    until: CalendarDate.nullable(),
  }),
  async run({ name, accounts, from, until }, session, services, answer) {
    if (!services.doors.includes("simplefin")) throw new Fault("NOT_FOUND");
    const own = await itemIdsOf(services, session);
    if (accounts.some(({ connection_id }) => !own.includes(connection_id)))
      throw new Fault("ITEM_NOT_FOUND");
    const { secret: claimToken } = await makeGrant(
      services,
      {
        door: "simplefin",
        clientId: null,
        name,
        accounts: accounts.map(({ connection_id, account_id }) => ({
          itemId: connection_id,
          accountId: account_id,
        })),
        fromDate: from,
        until,
      },
      userOfSession(session),
    );
    answer.grant_token = setupToken(services.publicUrl(), claimToken);
  },
});

/** Ends a grant, or its part of the session's connections if it has others. Idempotent. */
export const endGrant = portalAction({
  path: "/account/grant/end",
  request: z.strictObject({ grant_id: z.string().min(1).max(100) }),
  async run({ grant_id }, session, services) {
    const own = await itemIdsOf(services, session);
    await endGrantOf(services, grant_id, userOfSession(session), own);
  },
});

/** The grants of accounts of these Items, in the user's view; null if the door that people share by is closed. */
export const showGrants = async (
  { clock, doors, store }: Services,
  itemIds: readonly string[],
): Promise<PersonGrant[] | null> => {
  if (!doors.includes("simplefin")) return null;
  const all = await store.grants.list(itemIds);
  return all
    .filter(({ grant }) => !hasExpired(grant, clock()))
    .map(({ grant, accounts }) => ({
      grant_id: grant.grantId,
      name: grant.name,
      account_ids: accounts
        .filter(({ itemId }) => itemIds.includes(itemId))
        .map(({ accountId }) => accountId),
      from: grant.fromDate,
      until: isoOf(grant.until),
      used_at: isoOf(grant.usedAt),
      used_from: grant.usedFrom,
    }));
};

const isoOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

const itemIdsOf = async (
  { store }: Services,
  session: Parameters<Services["store"]["portalUsers"]["items"]>[0],
): Promise<string[]> => (await store.portalUsers.items(session)).map(({ item }) => item.itemId);
