import type { AuditActor } from "../audit-actor.ts";
import { DAY_MS } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import { deadlineJobs } from "./item-deadline.ts";
import { endsByPerson, itemError, toRefusal } from "./item-state.ts";

/** A reconfirmation is valid for 90 days under British law. */
export const RECONFIRMED_MS = 90 * DAY_MS;

type Moment = Parameters<typeof itemError>[1];

/**
 * Whether a reconfirmation alone renews the consent at a moment: the login and the bank's consent
 * are still valid.
 */
const isReconfirmable = (item: Item, moment: Moment): boolean => {
  const { error, consentEnd, reconfirmableUntil } = item;
  if (item.removedAt !== null || reconfirmableUntil === null || !endsByPerson(item)) return false;
  const isLoginGood = error === null || consentEnd === "NOT_RECONFIRMED";
  return isLoginGood && moment.now < reconfirmableUntil;
};

/** How long before the end of a consent its user is asked to reconfirm. */
const ASKED_MS = 14 * DAY_MS;

/** Whether the user's reconfirmation is due at a moment. */
export const isReconfirmationDue = (item: Item, moment: Moment): boolean =>
  isReconfirmable(item, moment) && moment.now >= (item.consentExpiresAt ?? 0) - ASKED_MS;

/**
 * Renews a consent by the user's reconfirmation, for 90 days or until the bank's own end; returns
 * the updated Item. A reconfirmation that is not due changes nothing. Throws INVALID_FIELD if
 * renewal needs a sign-in, or the error of the Item's state.
 */
export const reconfirmConsent = async (
  services: ItemDeps,
  { itemId }: Pick<Item, "itemId">,
  actor: AuditActor,
): Promise<Item> => {
  const { clock, environment, store, webhooks } = services;
  for (;;) {
    const moment = { environment, now: clock() };
    const item = await store.items.byItemId(itemId);
    if (!item) throw new Fault("ITEM_NOT_FOUND");
    if (!isReconfirmable(item, moment)) {
      const refusal = toRefusal(item, "renewal", moment) ?? item.error;
      if (refusal) throw new Fault(refusal, { consentEnd: item.consentEnd });
      throw new Fault("INVALID_FIELD", {
        message:
          "the consent to this Item is not renewed by its user's yes, but by a sign-in at the institution in update mode",
      });
    }
    // A client in a loop would otherwise add an audit entry and jobs with each call.
    if (!isReconfirmationDue(item, moment)) return item;
    const reconfirmedAt = moment.now;
    const consentExpiresAt = Math.min(
      reconfirmedAt + RECONFIRMED_MS,
      item.reconfirmableUntil ?? reconfirmedAt,
    );
    const changed = { ...item, error: null, consentEnd: null, consentExpiresAt, reconfirmedAt };
    const wasGood = itemError(item, moment) === null;
    const jobs = [
      ...(wasGood ? [] : webhooks.forItem(item, { name: "ITEM:LOGIN_REPAIRED" })),
      ...deadlineJobs(services, changed),
    ];
    const origin = { at: reconfirmedAt, actor };
    if (await store.items.reconfirm(item, { consentExpiresAt, reconfirmedAt }, origin, jobs))
      return changed;
  }
};
