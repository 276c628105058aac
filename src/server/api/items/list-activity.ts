import { z } from "zod";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { type ConsentChange, changesProducts, consentChanges, isEnd } from "./consent-changes.ts";
import { SCOPES, type Scope } from "./data-scopes.ts";

const ACTIVITIES = [
  "ITEM_CREATE",
  "ITEM_UPDATE",
  "SCOPES_UPDATE",
  "PORTAL_UNLINK",
  "ITEM_UNLINK",
] as const;

const Activity = z
  .strictObject({
    activity: z.enum(ACTIVITIES),
    initiated_date: z.iso.date().meta({ examples: ["2026-01-15"] }),
    id: z.string().meta({ examples: ["eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6"] }),
    initiator: z.string().meta({
      description:
        "The client_id of the application that opened Link, `account_site` for the user there, or the id of the " +
        "institution.",
      examples: ["account_site"],
    }),
    state: z.enum(["SUCCESS"]),
    target_application_id: z
      .string()
      .meta({ description: "The client_id of the Item's application.", examples: ["my-shop"] }),
  })
  .meta({ id: "ItemActivity" });
type Activity = z.infer<typeof Activity>;

const AccessTime = z.iso
  .datetime()
  .nullable()
  .meta({ examples: ["2026-01-15T12:00:00.000Z"] });

const LastAccess = z
  .strictObject({
    application_id: z.string().meta({ examples: ["my-shop"] }),
    account_balance_info: AccessTime,
    account_routing_number: AccessTime,
    contact_info: AccessTime,
    transactions: AccessTime,
    credit_loan_info: AccessTime,
    investments: AccessTime,
  } satisfies Record<Scope | "application_id", z.ZodType>)
  .meta({ id: "LastDataAccess" });
type LastAccess = z.infer<typeof LastAccess>;

/** The maximum number of activities on a page. */
const MAX_COUNT = 100;

/** The maximum number of an Item's requests to read, newest first. */
const MAX_REQUESTS = 1000;

/** Lists the activities of an Item, and each application's last reads. */
export const listActivity = endpoint({
  path: "/item/activity/list",
  effect: "read",
  products: [],
  summary: "List what has happened to an Item.",
  description:
    "Newest first: how it was linked, renewed, changed and ended, as the audit log has it. `last_data_access_times` has " +
    "a row for each application and processor that has read the Item, with the last time per kind of data among the " +
    `last ${MAX_REQUESTS} requests that the log of requests still has. Without \`cursor\` it begins with the newest.`,
  request: z.strictObject({
    access_token: Token,
    cursor: z.string().min(1).max(100).optional().meta({ examples: [] }),
    count: z.int().min(1).max(MAX_COUNT).default(MAX_COUNT),
  }),
  response: z.strictObject({
    activities: z.array(Activity),
    last_data_access_times: z.array(LastAccess),
    cursor: z.string().optional().meta({
      description: "The `cursor` of the next page; left out on the last one.",
      examples: [],
    }),
  }),
  async handle({ access_token, cursor, count }, context) {
    const item = await loadItem(access_token, context, "record");
    const all = listActivities(item, await consentChanges(context, item.itemId));
    const before = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && before === -1)
      throw new Fault("INVALID_FIELD", {
        message: "cursor must be one that this path has returned for the Item",
      });
    const activities = all.slice(before + 1, before + 1 + count);
    const isMore = before + 1 + count < all.length;
    const last = activities.at(-1);
    return {
      activities,
      last_data_access_times: await lastAccesses(item, context),
      ...(isMore && last && { cursor: last.id }),
    };
  },
});

function listActivities(item: Item, changes: readonly ConsentChange[]): Activity[] {
  const activity = (
    id: string,
    at: number,
    name: Activity["activity"],
    initiator = item.clientId,
  ): Activity => ({
    activity: name,
    initiated_date: toDate(dayAt(at)),
    id,
    initiator,
    state: "SUCCESS",
    target_application_id: item.clientId,
  });
  const creation = activity(item.itemId, item.createdAt, "ITEM_CREATE");
  return [
    ...changes
      .toReversed()
      .map((change) =>
        activity(change.id, change.at, activityOf(change), toInitiator(item, change)),
      ),
    creation,
  ];
}

function activityOf(change: ConsentChange): Activity["activity"] {
  if (change.action === "connection.end") return "PORTAL_UNLINK";
  if (isEnd(change)) return "ITEM_UNLINK";
  return change.changesAccounts || changesProducts(change) ? "SCOPES_UPDATE" : "ITEM_UPDATE";
}

function toInitiator({ clientId, institutionId }: Item, { action }: ConsentChange): string {
  const isOfClient = ["connection.renew", "connection.reconfirm", "connection.end_with_user"];
  if (isOfClient.includes(action)) return clientId;
  const isOfUser = action === "connection.end" || action === "connection.stop_sharing";
  return isOfUser ? "account_site" : institutionId;
}

/** The paths that return data of an Item, and the kind of data. */
const READS: readonly (readonly [path: RegExp, scope: Scope])[] = [
  [/^\/(accounts|processor\/(account|accounts|balance))\/(balance\/)?get$/, "account_balance_info"],
  [/^\/(processor\/)?auth\/get$/, "account_routing_number"],
  [/^\/(processor\/)?identity\/(get|match)$/, "contact_info"],
  [/^\/(processor\/)?(transactions|income)\/(recurring\/)?(get|sync|export)$/, "transactions"],
  [/^\/(processor\/)?liabilities\/get$/, "credit_loan_info"],
  [/^\/(processor\/)?investments\/(holdings|transactions)\/get$/, "investments"],
];

const NEVER = Object.fromEntries(SCOPES.map((scope) => [scope, null])) as Record<Scope, null>;

async function lastAccesses({ itemId }: Item, { store }: ApiContext): Promise<LastAccess[]> {
  const { rows } = await store.traffic.requests({
    ...{ clientId: null, failed: false, errorCode: null, path: null, since: null, until: null },
    ...{ itemId, sort: "time", order: "descending", after: null, limit: MAX_REQUESTS },
  });
  const byClient = new Map<string, LastAccess>();
  for (const { clientId, path, status, at } of rows) {
    const scope = READS.find(([read]) => read.test(path))?.[1];
    if (clientId === null || scope === undefined || status >= 400) continue;
    const row = byClient.get(clientId) ?? { application_id: clientId, ...NEVER };
    byClient.set(clientId, row);
    row[scope] ??= new Date(at).toISOString();
  }
  return [...byClient.values()];
}
