import type { z } from "zod";
import type { AuditAction, AuditRecord } from "../domain/audit/audit-entry.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";

/** A change for the audit log: what was done, to what; details name nobody's data. */
export type PortalChange = {
  action: AuditAction;
  subject: string;
  details?: AuditRecord["details"];
};

/** Something that a person does on the account site, within their session. */
export type PortalAction<Request extends z.ZodObject = z.ZodObject> = {
  path: `/account/${string}`;
  request: Request;
  run(body: z.output<Request>, session: PortalSession, services: Services): Promise<void>;
};

/** Declares an action; the schema gives it its types. */
export const portalAction = <Request extends z.ZodObject>(
  action: PortalAction<Request>,
): PortalAction<Request> => action;

/** Who a session is for the audit log: the person, or whoever came from Link for an Item. */
const nameOfPerson = ({ personId, itemId }: PortalSession): string =>
  personId === null ? `link ${itemId}` : `person ${personId}`;

/**
 * Makes a change and logs who made it: both or neither. `work` uses the store that it is given, and answers false
 * where nothing had to be changed: then nothing is logged, so that nobody fills the log. A change of which more is
 * known once it is made is a function of what `work` answers.
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
      actor: { kind: "user", name: nameOfPerson(session) },
      action,
      subject,
      details,
    });
    return result;
  });

const isMade = <Result>(result: Result): result is Exclude<Result, false> => result !== false;
