import { z } from "zod";
import type { ConnectionsAnswer } from "../../protocol/connections.ts";
import type { AuditAction, AuditRecord } from "../domain/audit/audit-entry.ts";
import type { AuditActor } from "../domain/audit-actor.ts";
import { Fault } from "../domain/fault.ts";
import type { Item } from "../domain/items/item.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";

/** A change for the audit log: action and subject. The details have no personal data. */
type PortalChange = {
  action: AuditAction;
  subject: string;
  details?: AuditRecord["details"];
};

/** An action of a user on the account site, within their session. */
export type PortalAction<Request extends z.ZodObject = z.ZodObject> = {
  path: `/account/${string}`;
  request: Request;
  /**
   * The maximum size of a request in bytes, if larger than the default. A session sends such
   * requests one at a time.
   */
  bodyLimit?: number;
  /** `answer` receives fields of the response that are shown once. */
  run(
    body: z.output<Request>,
    session: PortalSession,
    services: Services,
    answer: Pick<ConnectionsAnswer, "grant_keys" | "added_file">,
  ): Promise<void>;
};

/** Declares an action, with types derived from its schema. */
export const portalAction = <Request extends z.ZodObject>(
  action: PortalAction<Request>,
): PortalAction<Request> => action;

/**
 * Returns the audit log's user of a session: the person, or the Item of a user who came from Link.
 */
export const userOfSession = ({ personId, itemId }: PortalSession): AuditActor => ({
  kind: "user",
  name: personId === null ? `link ${itemId}` : `person ${personId}`,
});

/**
 * Makes a change and logs it in one transaction. `work` must use the given store. If nothing has to
 * change, `work` returns false and nothing is logged, so that repetitions cannot fill the log.
 * Details that depend on the result of `work` are given as a function.
 */
export const changeWithAudit = <Result>(
  services: Services,
  session: PortalSession,
  change: PortalChange | ((result: Exclude<Result, false>) => PortalChange),
  work: (services: Services) => Promise<Result>,
): Promise<Result> =>
  services.store.transact(async (store) => {
    const result = await work({ ...services, store });
    if (!isMade(result)) return result;
    const { action, subject, details } = typeof change === "function" ? change(result) : change;
    await store.audit.append({
      at: services.clock(),
      actor: userOfSession(session),
      action,
      subject,
      details,
    });
    return result;
  });

const isMade = <Result>(result: Result): result is Exclude<Result, false> => result !== false;

/** The id of a connection. */
export const ConnectionId = z.string().min(1).max(100);

/**
 * Returns the session's Item with this id; throws ITEM_NOT_FOUND if the session has no such Item.
 */
export const itemOfSession = async (
  connectionId: string,
  session: PortalSession,
  { store }: Services,
): Promise<Item> => {
  const items = await store.portalUsers.items(session);
  const match = items.find(({ item }) => item.itemId === connectionId);
  if (!match) throw new Fault("ITEM_NOT_FOUND");
  return match.item;
};
