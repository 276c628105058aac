import { z } from "zod";
import { CalendarDate } from "../../../protocol/transaction.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, InstitutionId, Token } from "../fields.ts";
import { acceptNotifications } from "./accept-notifications.ts";

const MAX_NOTIFICATIONS = 10_000;

const Count = z.int().min(0).optional();

const AccountsNotification = z
  .strictObject({
    access_token: Token,
    account_id: AccountId.meta({
      description: "The account, which need not be known here yet.",
    }),
    institution_id: InstitutionId.optional().meta({
      description: "The Item's institution; the same in all elements.",
    }),
    new_since: CalendarDate.meta({ description: "The day of the earliest change, YYYY-MM-DD." }),
    new_open: Count.meta({ description: "How many accounts were opened.", examples: [1] }),
    new_close: Count.meta({ description: "How many accounts were closed.", examples: [0] }),
    new_statement: Count.meta({ description: "How many statements are ready.", examples: [0] }),
    new_information: Count.meta({
      description: "How many times personal data or ownership changed.",
      examples: [0],
    }),
    new_other: Count.meta({ description: "How many other changes there were.", examples: [0] }),
  })
  .meta({ id: "AccountsNotification" });

/** Accepts an institution's notification of changed accounts. */
export const notifyAccounts = endpoint({
  path: "/items/accounts/notify",
  effect: "write",
  products: [],
  summary: "Notify of changed accounts, as the partner of an institution.",
  description:
    "As /items/transactions/notify. All elements of a request are about users of one institution.",
  refusals: ["UNAUTHORIZED_ROUTE_ACCESS", "INVALID_ACCESS_TOKEN", "INVALID_INSTITUTION"],
  statuses: { INVALID_API_KEYS: 401 },
  limits: { client: { perMinute: 60, code: "RATE_LIMIT" } },
  longList: { field: "notifications", max: MAX_NOTIFICATIONS },
  request: z.strictObject({
    notifications: z.array(AccountsNotification).min(1).max(MAX_NOTIFICATIONS),
  }),
  response: z.strictObject({}),
  async handle({ notifications }, context) {
    const rules = {
      changesOf: ({
        new_open = 0,
        new_information = 0,
      }: z.output<typeof AccountsNotification>) => ({
        newAccounts: new_open > 0,
        owners: new_information > 0,
      }),
      ownAccounts: false,
      oneInstitution: true,
    };
    await acceptNotifications(notifications, rules, context);
    return {};
  },
});
