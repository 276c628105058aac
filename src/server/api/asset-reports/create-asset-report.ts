import { z } from "zod";
import { type ErrorCause, linkError } from "../../../protocol/errors/errors.ts";
import { DaysRequested } from "../../../protocol/reports/asset-report.ts";
import { assetReportJob } from "../../domain/asset-reports/make-asset-report.ts";
import { newAssetReport } from "../../domain/asset-reports/new-asset-report.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { hasAccess, toRefusal } from "../../domain/items/item-state.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { chargeProduct, requireProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AssetReportToken, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { ReportOptions, userFrom } from "./report-options.ts";

/** The response of every path that creates a report. */
export const NewReport = z.strictObject({
  asset_report_token: AssetReportToken,
  asset_report_id: z.string().meta({ examples: ["bf3a0490-344c-4620-a219-2693162e4b1d"] }),
});

/** Creates a report on the accounts of several Items, usually of one user. */
export const createAssetReport = endpoint({
  path: "/asset_report/create",
  effect: "write",
  products: ["assets"],
  summary: "Create an Asset Report about one or more Items.",
  description:
    "It is made in the background, from the institutions' data at that moment, and never changes " +
    "from then on. An Item that needs its user is left out, with a warning, unless every Item does; the " +
    "error then has the reason of each Item in `causes`. The ASSETS webhook PRODUCT_READY, or ERROR, goes " +
    "to `options.webhook`; until then " +
    "/asset_report/get returns PRODUCT_NOT_READY.",
  refusals: [
    "ITEM_LOGIN_REQUIRED",
    "USER_PERMISSION_REVOKED",
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
  ],
  request: z.strictObject({
    access_tokens: z.array(Token).min(1).max(99),
    days_requested: DaysRequested.meta({
      description: "How many days of history; 0 for today's data alone.",
    }),
    options: ReportOptions.extend({
      require_all_items: z
        .boolean()
        .nullish()
        .meta({
          description:
            "Whether the report fails if one of the Items cannot be read; by default that Item is left out, " +
            "with a warning.",
          examples: [],
        }),
      include_fast_report: z
        .boolean()
        .nullish()
        .meta({
          description:
            "Whether PRODUCT_READY is sent with the `report_type` FAST first, and then with FULL; /asset_report/get gives " +
            "the report without its transactions by `fast_report`.",
          examples: [],
        }),
      products: z
        .array(z.enum(["assets", "investments"]))
        .max(2)
        .optional()
        .meta({
          description:
            "With neither this list nor `add_ons`, the report has accounts of all types; a list without `investments` " +
            "leaves out those of type `investment`.",
          examples: [],
        }),
      add_ons: z
        .array(z.enum(["investments", "fast_assets"]))
        .max(2)
        .optional()
        .meta({
          description:
            "`investments` keeps accounts of that type in a report whose `products` leave them out; `fast_assets` is " +
            "the same as `include_fast_report`.",
          examples: [],
        }),
    }).optional(),
  }),
  response: NewReport,
  async handle({ access_tokens, days_requested, options }, context) {
    requireSafeWebhookUrl("options.webhook", options?.webhook, context);
    const items = await loadItems(access_tokens, context);
    const moment = { environment: context.environment, now: context.clock() };
    requireReadable(items, moment, options?.require_all_items === true);
    const { token, record } = newAssetReport(context, {
      clientId: context.client.clientId,
      itemIds: items.map(({ itemId }) => itemId),
      excludedAccountIds: await excludedIds(items, options, context),
      daysRequested: days_requested,
      requireAllItems: options?.require_all_items === true,
      clientReportId: options?.client_report_id || null,
      webhook: options?.webhook ?? null,
      user: userFrom(options?.user),
      state: { at: "making" },
    });
    const readable = items.filter((item) => hasAccess(item, "institution", moment));
    for (const item of readable) await chargeProduct(item, "assets", context);
    const isFastFirst =
      options?.include_fast_report === true || options?.add_ons?.includes("fast_assets") === true;
    await context.store.assetReports.create(record, [
      assetReportJob(context, record, { isFastFirst }),
    ]);
    return { asset_report_token: token, asset_report_id: record.assetReportId };
  },
});

/** Returns the Items. Each Item is checked before any is charged. */
async function loadItems(accessTokens: readonly string[], context: ApiContext): Promise<Item[]> {
  const items: Item[] = [];
  for (const accessToken of accessTokens) {
    const item = await loadItem(accessToken, context, "record");
    if (items.some(({ itemId }) => itemId === item.itemId))
      throw new Fault("INVALID_FIELD", { message: "access_tokens names an Item more than once" });
    requireProduct(item, "assets", context);
    items.push(item);
  }
  return items;
}

type Kinds = { products?: string[] | undefined; add_ons?: string[] | undefined };

/**
 * The investment accounts to exclude if the request names products, and the requested exclusions
 * outside of them.
 */
async function excludedIds(
  items: readonly Item[],
  { products, add_ons }: Kinds = {},
  { store }: ApiContext,
): Promise<string[]> {
  if (!products || [...products, ...(add_ons ?? [])].includes("investments")) return [];
  const accounts = await Promise.all(items.map(({ itemId }) => store.items.accounts(itemId)));
  return accounts
    .flat()
    .filter(({ account }) => account.type === "investment")
    .map(({ account }) => account.account_id);
}

/**
 * Throws if no Item can be read, or if one of the required Items cannot: the first refusal, with
 * the other refusals.
 */
function requireReadable(
  items: readonly Item[],
  moment: Parameters<typeof hasAccess>[2],
  areAllRequired: boolean,
): void {
  const causes = items.flatMap((item): ErrorCause[] => {
    const code = toRefusal(item, "institution", moment);
    return code === null ? [] : [{ ...linkError(code), item_id: item.itemId }];
  });
  const [first] = causes;
  if (first && (areAllRequired || causes.length === items.length))
    throw new Fault(first.error_code, { causes });
}
