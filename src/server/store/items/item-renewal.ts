import { revokeJob } from "../../domain/connectors/revoke-job.ts";
import type { ItemAccount } from "../../domain/items/item.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import type { Consent, ItemRenewal } from "../../domain/link/link-session.ts";
import { appendEntry } from "../audit/audit-log.ts";
import { lockRevision, lockState, setState } from "../connectors/connector-states.ts";
import type { Queryable } from "../tables.ts";
import { expectHistory } from "../transactions/transaction-feeds.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { addAccountKeys } from "./account-keys.ts";
import { changeItem } from "./change-item.ts";
import { accountRow, verification as column } from "./item-accounts.ts";
import { consentedList } from "./item-products.ts";
import { setContact } from "./reminders.ts";
import { removeAccounts } from "./remove-accounts.ts";

const NO_VERIFICATION = column.write(null);

/**
 * Whether an Item can be renewed: it was neither removed nor revoked by its user in the meantime, and its connector's
 * state is the one that the new state was made from.
 */
export const isRenewable = async (
  db: Queryable,
  { itemId, stateRevision }: Pick<ItemRenewal, "itemId" | "stateRevision">,
): Promise<boolean> => {
  if (stateRevision !== undefined && !(await lockRevision(db, itemId, stateRevision))) return false;
  const row = await db
    .selectFrom("item")
    .select("item_id")
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .where((item) =>
      item.or([item("error", "is", null), item("error", "!=", "USER_PERMISSION_REVOKED")]),
    )
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Stores the new login of an Item and its accounts. An existing verification stays unchanged: it may have
 * succeeded or failed while the user signed in. Returns the jobs that revoke the access of the previous
 * login. The audit log has what the user agreed to before and after.
 */
export const renewItem = async (
  transaction: Queryable,
  renewal: ItemRenewal,
  consent: Consent | undefined,
): Promise<NewJob[]> => {
  const { itemId, sealedLogin, sealedState, consentExpiresAt, accounts, choice, loggedInAt } =
    renewal;
  const { reconfirmableUntil } = renewal;
  const agreement = await addConsent(transaction, renewal, consent);
  await changeItem(transaction)
    .set({
      sealed_login: sealedLogin,
      error: null,
      consent_end: null,
      logged_in_at: loggedInAt,
      ...(consent && { consent_expires_at: consent.expiresAt }),
      ...(consentExpiresAt !== undefined && { consent_expires_at: consentExpiresAt }),
      ...(reconfirmableUntil !== undefined && { reconfirmable_until: reconfirmableUntil }),
    })
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .execute();
  if (renewal.contact) await setContact(transaction, itemId, renewal.contact);
  const revocations =
    sealedState == null ? [] : await replaceLogin(transaction, itemId, sealedState, loggedInAt);
  const newAccounts: ItemAccount[] = [];
  for (const itemAccount of accounts) {
    const {
      position: _position,
      owners: _owners,
      liability: _liability,
      holdings: _holdings,
      investment_transactions: _transactions,
      investments_at: _investmentsAt,
      item_id,
      account_id,
      verification,
      ...accountColumns
    } = accountRow(transaction, itemAccount, 0);
    const { numUpdatedRows } = await transaction
      .updateTable("item_account")
      .set({ ...accountColumns, balances_at: loggedInAt })
      .where("item_id", "=", item_id)
      .where("account_id", "=", account_id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      if (choice) newAccounts.push(itemAccount);
      continue;
    }
    await transaction
      .updateTable("item_account")
      .set({ verification })
      .where("item_id", "=", item_id)
      .where("account_id", "=", account_id)
      .$if(itemAccount.verification !== null, (query) =>
        query.where((account) =>
          account.or([
            account("verification", "is", null),
            account("verification", "=", NO_VERIFICATION),
          ]),
        ),
      )
      .execute();
  }
  const removedIds = choice
    ? await applyChoice(transaction, renewal, choice.offeredKeys, newAccounts)
    : [];
  if (choice) revocations.push(...choice.revocationJobs(removedIds));
  await refreshAccountsJson(transaction, itemId);
  if (agreement)
    await appendEntry(transaction, {
      at: loggedInAt,
      actor: { kind: "user", name: `link ${itemId}` },
      action: "connection.renew",
      subject: itemId,
      clientId: agreement.clientId,
      details: {
        agreed: consent !== undefined,
        consented_before: agreement.before,
        consented: agreement.after,
        added_accounts: newAccounts.map(({ account }) => account.account_id),
        removed_accounts: removedIds,
      },
    });
  return revocations;
};

/** The products that the user has agreed to before and after a renewal. */
type Agreement = { clientId: string; before: string[]; after: string[] };

/**
 * Adds the products that the user has agreed to. If the consent is recorded, they limit the Item
 * from then on. Null if the Item is gone.
 */
async function addConsent(
  transaction: Queryable,
  { itemId, consentedProducts }: ItemRenewal,
  consent: Consent | undefined,
): Promise<Agreement | null> {
  const row = await transaction
    .selectFrom("item")
    .select(["client_id as clientId", "products", "consented_products"])
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  if (!row) return null;
  const before = consentedList.read(row.consented_products ?? row.products);
  if (!consentedProducts) return { clientId: row.clientId, before, after: before };
  const after = [...new Set([...before, ...consentedProducts])];
  await transaction
    .updateTable("item")
    .set({
      consented_products: consentedList.write(after),
      ...(consent && { consent_binds: 1 }),
    })
    .where("item_id", "=", itemId)
    .execute();
  return { clientId: row.clientId, before, after };
}

/** Adds the accounts that the Item does not have yet, and removes those that were not chosen; returns their ids. */
async function applyChoice(
  transaction: Queryable,
  { itemId, accounts, loggedInAt }: ItemRenewal,
  offeredKeys: NonNullable<ItemRenewal["choice"]>["offeredKeys"],
  newAccounts: readonly ItemAccount[],
): Promise<string[]> {
  const choiceIds = new Set(accounts.map(({ account }) => account.account_id));
  const rows = await transaction
    .selectFrom("item_account")
    .select(["account_id as accountId", "position"])
    .where("item_id", "=", itemId)
    .execute();
  const unchosen = rows.map(({ accountId }) => accountId).filter((id) => !choiceIds.has(id));
  const removedIds = await removeAccounts(transaction, itemId, unchosen, {
    at: loggedInAt,
    actor: { kind: "user", name: `link ${itemId}` },
  });
  await addAccountKeys(transaction, itemId, offeredKeys);
  if (newAccounts.length > 0) {
    const next = Math.max(-1, ...rows.map(({ position }) => position)) + 1;
    await transaction
      .insertInto("item_account")
      .values(
        newAccounts.map((newAccount, at) => ({
          ...accountRow(transaction, newAccount, next + at),
          balances_at: loggedInAt,
        })),
      )
      .execute();
    await expectHistory(transaction, itemId);
  }
  return removedIds;
}

/** Writes the state of the new login; the previous login is revoked at its institution. */
async function replaceLogin(
  transaction: Queryable,
  itemId: string,
  sealedState: string,
  now: number,
): Promise<NewJob[]> {
  const previous = await lockState(transaction, itemId);
  await setState(transaction, itemId, sealedState);
  return previous ? [revokeJob({ itemId, ...previous }, now)] : [];
}
