import { z } from "zod";
import { CalendarDate } from "../../../protocol/transaction.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, Token } from "../fields.ts";
import { acceptNotifications } from "./accept-notifications.ts";

const MAX_NOTIFICATIONS = 2000;

/** Accepts an institution's notification of new transactions. */
export const notifyTransactions = endpoint({
  path: "/items/transactions/notify",
  effect: "write",
  products: [],
  summary: "Notify of new transactions, as the partner of an institution.",
  description:
    "For clients that act for an institution, and in the sandbox for all. A success says that all of it " +
    "was received, and a refusal that nothing was. Each Item is pulled soon after, once for all that was " +
    "notified meanwhile, and its webhooks follow. Elements of Items that were removed are passed over.",
  refusals: [
    "UNAUTHORIZED_ROUTE_ACCESS",
    "INVALID_ACCESS_TOKEN",
    "INVALID_ACCOUNT_ID",
    "INVALID_INSTITUTION",
  ],
  statuses: { INVALID_API_KEYS: 401 },
  limits: { client: { perMinute: 60, code: "RATE_LIMIT" } },
  longList: { field: "notifications", max: MAX_NOTIFICATIONS },
  request: z.strictObject({
    notifications: z
      .array(
        z
          .strictObject({
            access_token: Token,
            account_id: AccountId,
            new_since: CalendarDate.meta({
              description: "The day of the earliest of the new transactions, YYYY-MM-DD.",
            }),
          })
          .meta({ id: "TransactionsNotification" }),
      )
      .min(1)
      .max(MAX_NOTIFICATIONS),
  }),
  response: z.strictObject({}),
  async handle({ notifications }, context) {
    const rules = {
      changesOf: () => ({ newAccounts: false, owners: false }),
      ownAccounts: true,
      oneInstitution: false,
    };
    await acceptNotifications(notifications, rules, context);
    return {};
  },
});
