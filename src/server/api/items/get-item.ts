import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { waitingAccounts } from "../../domain/items/waiting-accounts.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { itemWithStatus } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

const Time = z.iso.datetime();

/** An Item with the status of its updates. */
export const getItem = endpoint({
  path: "/item/get",
  effect: "read",
  products: [],
  summary: "Retrieve an Item.",
  description:
    "`item.error` says what is wrong with it, e.g. ITEM_LOGIN_REQUIRED; `status.transactions` is there " +
    "for an Item that has transactions.",
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 40, code: "ITEM_GET_LIMIT" },
    client: { perMinute: 5000, code: "ITEM_GET_LIMIT" },
  },
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({
    item: Item,
    status: z.strictObject({
      transactions: z
        .strictObject({
          last_failed_update: Time.nullable(),
          last_successful_update: Time.nullable(),
        })
        .optional(),
      waiting_accounts: z
        .array(
          z.strictObject({
            account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
            institution_name: z
              .string()
              .nullable()
              .meta({ examples: ["First Platypus Bank"] }),
          }),
        )
        .optional()
        .meta({
          description:
            "The accounts whose user has to sign in at the bank, on the site of a SimpleFIN server, before there is new " +
            "data of them; not there if there are none. The Item's other accounts are read.",
        }),
      last_webhook: z
        .strictObject({
          sent_at: Time,
          code_sent: z.string().meta({ examples: ["HISTORICAL_UPDATE"] }),
        })
        .nullable(),
    }),
  }),
  async handle({ access_token }, context) {
    const { item, status } = await itemWithStatus(access_token, context);
    const waiting = await waitingAccounts(context, item);
    const { lastWebhook, ...updates } = status;
    return {
      item: itemShape(item, context),
      status: {
        ...(item.products.includes("transactions") && {
          transactions: {
            last_failed_update: toTime(updates.transactionsFailedAt),
            last_successful_update: toTime(updates.transactionsUpdatedAt),
          },
        }),
        ...(waiting.length > 0 && {
          waiting_accounts: waiting.map(({ account, bank }) => ({
            account_id: account.account_id,
            institution_name: bank,
          })),
        }),
        last_webhook: lastWebhook && {
          sent_at: new Date(lastWebhook.sentAt).toISOString(),
          code_sent: lastWebhook.code,
        },
      },
    };
  },
});

const toTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
