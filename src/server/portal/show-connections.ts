import type { ConnectionsAnswer, PersonConnection } from "../../protocol/connections.ts";
import { itemState } from "../domain/items/item-state.ts";
import { openEmail } from "../domain/portal-users/email.ts";
import type { PortalItem } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";
import type { ActiveSession } from "./portal-session.ts";

/** Returns the connections of a session in the user's view. */
export const showConnections = async (
  session: ActiveSession,
  services: Services,
): Promise<Omit<ConnectionsAnswer, "request_id">> => {
  const { portalUsers } = services.store;
  const person = session.personId === null ? null : await portalUsers.byId(session.personId);
  const items = await portalUsers.items(session);
  return {
    email: person && openEmail(services, person),
    connections: await Promise.all(items.map((item) => toConnection(item, services))),
    session_ends_in: session.endsIn,
  };
};

const STATUS = {
  good: "connected",
  expiring: "connected",
  login_required: "paused",
  revoked: "ended",
  removed: "ended",
} as const;

/** Returns a connection in the user's view. */
export const toConnection = async (
  { item, applicationName }: PortalItem,
  { clock, directory, environment, store }: Services,
): Promise<PersonConnection> => {
  const { itemId, institutionId, products, createdAt, consentExpiresAt } = item;
  const accounts = await store.items.accounts(itemId);
  return {
    connection_id: itemId,
    application: applicationName,
    institution: institutionOf(directory, institutionId),
    status: STATUS[itemState(item, { environment, now: clock() })],
    accounts: accounts.map(({ account: { account_id, name, mask } }) => ({
      account_id,
      name,
      mask,
    })),
    products,
    since: new Date(createdAt).toISOString(),
    until: consentExpiresAt === null ? null : new Date(consentExpiresAt).toISOString(),
  };
};

/** An institution that is no longer in the directory is named by its id. */
function institutionOf(directory: Services["directory"], institutionId: string) {
  if (!directory.has(institutionId)) return { name: institutionId, color: "#5b6475" };
  const { name, color } = directory.get(institutionId);
  return { name, color };
}
