import { z } from "zod";
import { CONSENTED_PRODUCTS, type ConsentedProduct } from "../../../protocol/vocabulary.ts";
import type { AuditAction, AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { Services } from "../../domain/services.ts";

/** A change of the consent to an Item, as recorded in the audit log. */
export type ConsentChange = {
  /** The digest of its entry. */
  id: string;
  at: number;
  action: Extract<AuditAction, `connection.${string}`>;
  /** Whether the user has given a consent for a new period. */
  agreed: boolean;
  /** The products that the user had agreed to before and after it, in a renewal. */
  consented: { before: ConsentedProduct[]; after: ConsentedProduct[] } | null;
  changesAccounts: boolean;
  /** The ids of accounts that are shared since then, and of those that are not any more. */
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

/** Whether a change has ended the consent. */
export const isEnd = ({ action }: Pick<ConsentChange, "action">): boolean => ENDS.includes(action);

const Renewal = z.object({
  agreed: z.boolean(),
  consented_before: z.array(z.enum(CONSENTED_PRODUCTS)),
  consented: z.array(z.enum(CONSENTED_PRODUCTS)),
  added_accounts: z.array(z.string()),
  removed_accounts: z.array(z.string()),
});

/** The accounts that a user or an institution has taken back. */
const Loss = z.object({
  account_id: z.string().optional(),
  removed_accounts: z.array(z.string()).default([]),
});

/** The maximum number of entries of the audit log that are read of an Item. */
const MAX_ENTRIES = 1000;

/** Returns the changes of the consent to an Item, the oldest first. */
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

/** Whether a renewal has added products to those that the user had agreed to. */
export const changesProducts = ({ consented }: ConsentChange): boolean =>
  consented !== null && consented.after.length > consented.before.length;
