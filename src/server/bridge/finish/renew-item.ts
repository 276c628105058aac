import { openState } from "../../domain/connectors/connector-state.ts";
import { Fault } from "../../domain/fault.ts";
import { jobsForEvent } from "../../domain/items/apply-item-event.ts";
import { numbersWebhooks } from "../../domain/items/numbers-webhooks.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { renewedAccounts } from "../../domain/items/renewed-accounts.ts";
import { consentEnd, consentRecord } from "../../domain/link/consent.ts";
import type { NewLogin } from "../../domain/link/login.ts";
import { verificationJobs } from "../../domain/verification/verification-webhooks.ts";
import type { BridgeContext } from "../endpoint.ts";
import type { ConnectionOutcome } from "./connection.ts";
import { endUpdate } from "./end-update.ts";

/** Ends an update-mode session with a new login for its Item, whose accounts stay the same. */
export const renewItem = async (
  context: BridgeContext,
  login: NewLogin,
  bankAccounts: Parameters<typeof renewedAccounts>[1],
): Promise<ConnectionOutcome> => {
  const { session, directory, store, clock } = context;
  const { itemId, institutionId, sealedLogin, sealedState, consentExpiresAt: word } = login;
  const before = await renewableItem(itemId, context);
  const existing = await store.items.accounts(itemId);
  const accounts = renewedAccounts(existing, bankAccounts, clock());
  if (accounts.length === 0 || !(await isSameCustomer(context, login)))
    throw new Fault("INVALID_UPDATED_USERNAME");
  const consent = consentRecord(session, itemId, directory.get(institutionId), context);
  const renewedById = new Map(accounts.map((one) => [one.account.account_id, one]));
  const all = existing.map((one) => renewedById.get(one.account.account_id) ?? one);
  const { connection, move } = await endUpdate(context, institutionId, itemId, all);
  const loggedInAt = clock();
  const after = {
    ...before,
    error: null,
    loggedInAt,
    // A login without a grant of its own says nothing of a consent.
    consentExpiresAt:
      consent || sealedState !== null ? consentEnd(consent, word) : before.consentExpiresAt,
  };
  return {
    connection,
    move: {
      ...move,
      itemRenewal: {
        ...{ itemId, sealedLogin, sealedState, accounts, loggedInAt },
        consentExpiresAt: after.consentExpiresAt,
      },
      jobs: [
        ...(move.jobs ?? []),
        ...jobsForEvent(context, before, "LOGIN_RENEWED", after),
        ...numbersWebhooks(context, before, existing, accounts),
        ...accounts.flatMap((one) => verificationJobs(context, one)),
      ],
      ...(consent && { consentRecord: consent }),
    },
  };
};

/**
 * Whether a new login may be of the Item's customer, as the institution says who signed in: ids of accounts
 * may be the same for another one.
 */
async function isSameCustomer(
  { directory, store, vault }: BridgeContext,
  { itemId, institutionId, sealedState }: NewLogin,
): Promise<boolean> {
  const connector = directory.connectorOf(institutionId);
  const row = await store.connectorStates.byItemId(itemId);
  if (!connector.isSameCustomer || !row || sealedState === null) return true;
  return connector.isSameCustomer(
    openState({ vault }, itemId, row),
    openState({ vault }, itemId, { sealed: sealedState }),
  );
}
