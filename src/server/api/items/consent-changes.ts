import { z } from "zod";
import { CONSENTED_PRODUCTS, type ConsentedProduct } from "../../../protocol/vocabulary.ts";
import type { AuditAction, AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { Services } from "../../domain/services.ts";

/** A recorded change of the consent to an Item. */
export type ConsentChange = {
  /** The digest of the audit entry. */
  id: string;
  at: number;
  action: Extract<AuditAction, `connection.${string}`>;
  /** Whether the user has consented for a new period. */
  agreed: boolean;
  /** For a renewal, the agreed products before and after it. */
  consented: { before: ConsentedProduct[]; after: ConsentedProduct[] } | null;
  changesAccounts: boolean;
  /** The ids of newly shared accounts, and of accounts no longer shared. */
  addedAccounts: string[];
  removedAccounts: string[];
};

const ACTIONS = [
  "connection.renew",
  "connection.reconfirm",
  "connection.stop_sharing",
  "connection.lose_accounts",
  "connection.end",
  "connection.revoke",
  "connection.end_with_user",
] as const satisfies readonly AuditAction[];

const ENDS: readonly ConsentChange["action"][] = [
  "connection.end",
  "connection.revoke",
  "connection.end_with_user",
];

/** Whether a change ended the consent. */
export const isEnd = ({ action }: Pick<ConsentChange, "action">): boolean => ENDS.includes(action);

const Renewal = z.object({
  agreed: z.boolean(),
  consented_before: z.array(z.enum(CONSENTED_PRODUCTS)),
  consented: z.array(z.enum(CONSENTED_PRODUCTS)),
  added_accounts: z.array(z.string()),
  removed_accounts: z.array(z.string()),
});

/** The accounts that a user or an institution has unshared. */
const Loss = z.object({
  account_id: z.string().optional(),
  removed_accounts: z.array(z.string()).default([]),
});

/** The maximum number of audit entries to read per Item. */
const MAX_ENTRIES = 1000;

/** Returns the changes of an Item's consent, the oldest first. */
export const consentChanges = async (
  { store }: Pick<Services, "store">,
  itemId: string,
): Promise<ConsentChange[]> => {
  const { rows } = await store.audit.page({
    ...{ clientId: null, action: null, actor: null, from: null, until: null, before: null },
    subject: itemId,
    limit: MAX_ENTRIES,
  });
  return rows.toReversed().flatMap((entry) => toChange(entry) ?? []);
};

function toChange({ at, action: name, details, digest }: AuditEntry): ConsentChange | null {
  const action = ACTIONS.find((each) => each === name);
  if (!action) return null;
  const change = { id: digest, at, action };
  if (action === "connection.reconfirm")
    return {
      ...{ ...change, agreed: true, consented: null, changesAccounts: false },
      ...{ addedAccounts: [], removedAccounts: [] },
    };
  if (action !== "connection.renew") {
    const { account_id, removed_accounts } = Loss.parse(JSON.parse(details));
    return {
      ...{ ...change, agreed: false, consented: null },
      changesAccounts: !isEnd(change),
      ...{ addedAccounts: [], removedAccounts: [...removed_accounts, account_id ?? []].flat() },
    };
  }
  const renewal = Renewal.parse(JSON.parse(details));
  return {
    ...change,
    agreed: renewal.agreed,
    consented: { before: renewal.consented_before, after: renewal.consented },
    changesAccounts: renewal.added_accounts.length + renewal.removed_accounts.length > 0,
    ...{ addedAccounts: renewal.added_accounts, removedAccounts: renewal.removed_accounts },
  };
}

/** Whether a renewal has added agreed products. */
export const changesProducts = ({ consented }: ConsentChange): boolean =>
  consented !== null && consented.after.length > consented.before.length;
