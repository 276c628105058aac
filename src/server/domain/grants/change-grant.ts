import { changedFields } from "../audit/changed-fields.ts";
import type { AuditActor } from "../audit-actor.ts";
import { dayAt, toDate } from "../calendar.ts";
import type { AccountRef, Grant } from "./grant.ts";
import {
  endOf,
  type GrantRequest,
  type MakeGrantDeps,
  requireCount,
  requireName,
  requireReadable,
} from "./make-grant.ts";
import { hasExpired } from "./use-grant.ts";

/** The fields of a grant that may change; those that are left out stay. `accounts` replaces those that it shows. */
export type GrantChanges = Partial<Omit<GrantRequest, "door" | "clientId">>;

/**
 * Changes a grant, with an entry of the values before and after in the audit log unless nothing differs; its secrets
 * stay. False if it has ended. Throws INVALID_FIELD as for a new grant.
 */
export const changeGrant = (
  services: MakeGrantDeps,
  grantId: string,
  changes: GrantChanges,
  actor: AuditActor,
): Promise<boolean> =>
  services.store.transact(async (store) => {
    const now = services.clock();
    const grant = (await store.grants.byId(grantId))?.grant;
    if (!grant || hasExpired(grant, now)) return false;
    const before = await store.grants.accounts(grantId);
    const request = {
      door: grant.door,
      clientId: grant.clientId,
      name: grant.name,
      accounts: before,
      fromDate: grant.fromDate,
      until: lastDayOf(grant),
      ...changes,
      pending: changes.pending ?? grant.pending,
    };
    requireCount(request);
    await requireReadable({ ...services, store }, grantId, newIn(before, request.accounts));
    const after = {
      name: requireName(request),
      fromDate: request.fromDate,
      pending: request.pending,
      until: endOf(request, now),
    };
    const details = changedFields(
      toDetails({ ...grant, until: lastDayOf(grant), accounts: before }),
      toDetails({ ...request, name: after.name }),
    );
    if (Object.keys(details).length === 0) return true;
    await store.grants.change(grantId, after, request.accounts);
    await store.audit.append({
      at: now,
      actor,
      action: "grant.change",
      subject: grantId,
      details,
    });
    return true;
  });

/** The last day of a grant, YYYY-MM-DD in UTC; null for a grant that lasts until it is ended. */
const lastDayOf = ({ until }: Pick<Grant, "until">): string | null =>
  until === null ? null : toDate(dayAt(until - 1));

const toDetails = ({
  name,
  accounts,
  fromDate,
  pending,
  until,
}: Pick<GrantRequest, "name" | "accounts" | "fromDate" | "until"> & Pick<Grant, "pending">) => ({
  name,
  accounts: accounts.map(({ accountId }) => accountId).toSorted(),
  from: fromDate,
  pending,
  until,
});

/** The accounts that were not there before. */
const newIn = (before: readonly AccountRef[], after: readonly AccountRef[]): AccountRef[] =>
  after.filter(
    ({ itemId, accountId }) =>
      !before.some((ref) => ref.itemId === itemId && ref.accountId === accountId),
  );
