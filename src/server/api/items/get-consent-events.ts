import { z } from "zod";
import type { ConsentedProduct } from "../../../protocol/vocabulary.ts";
import type { AuditAction, AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { Item } from "../../domain/items/item.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { InstitutionId, ItemId, Token } from "../fields.ts";
import { itemOf } from "../item-of.ts";

/** The kinds of data that a user consents to share. */
const SCOPES = [
  "account_balance_info",
  "account_routing_number",
  "contact_info",
  "credit_loan_info",
  "investments",
  "transactions",
] as const;
type Scope = (typeof SCOPES)[number];

const SCOPES_OF: Readonly<Record<ConsentedProduct, readonly Scope[]>> = {
  balance: ["account_balance_info"],
  auth: ["account_balance_info", "account_routing_number"],
  identity: ["account_balance_info", "contact_info"],
  transactions: ["account_balance_info", "transactions"],
  income: ["account_balance_info", "transactions"],
  assets: ["account_balance_info", "contact_info", "transactions"],
  liabilities: ["account_balance_info", "credit_loan_info"],
  investments: ["account_balance_info", "investments"],
  cra_base_report: ["account_balance_info", "contact_info", "transactions"],
  cra_income_insights: ["account_balance_info", "contact_info", "transactions"],
  cra_network_insights: ["account_balance_info", "contact_info", "transactions"],
};

const TYPES = ["CONSENT_GRANTED", "CONSENT_UPDATED", "CONSENT_REVOKED"] as const;
const CODES = ["USER_AGREEMENT", "ACCOUNT_SCOPES", "REVOCATION"] as const;

const ConsentEvent = z
  .strictObject({
    item_id: ItemId,
    created_at: z.iso.datetime().meta({ examples: ["2026-01-15T12:00:00.000Z"] }),
    event_type: z.enum(TYPES),
    event_code: z.enum(CODES),
    institution_id: InstitutionId,
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    initiator: z.enum(["END_USER"]),
    consented_data_scopes: z
      .array(z.enum(SCOPES))
      .meta({ description: "The data that the user shares after the event; empty once revoked." }),
  })
  .meta({ id: "ConsentEvent" });
type ConsentEvent = z.infer<typeof ConsentEvent>;

/** The entries of the audit log that change a consent. */
const CHANGES: Partial<Record<AuditAction, Pick<ConsentEvent, "event_type" | "event_code">>> = {
  "connection.stop_sharing": { event_type: "CONSENT_UPDATED", event_code: "ACCOUNT_SCOPES" },
  "connection.end": { event_type: "CONSENT_REVOKED", event_code: "REVOCATION" },
};

/** The most entries of the audit log that are read of an Item. */
const MAX_ENTRIES = 1000;

/** Lists the events of the consent to an Item. */
export const getConsentEvents = endpoint({
  path: "/consent/events/get",
  effect: "read",
  products: [],
  summary: "Retrieve the events of a user's consent to an Item.",
  description:
    "Oldest first: the consent with which the Item was linked, and what its user changed on the account site, as the " +
    "audit log has it. It answers also once the user has ended the connection.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ consent_events: z.array(ConsentEvent) }),
  async handle({ access_token }, context) {
    const item = await itemOf(access_token, context, "record");
    const { rows } = await context.store.audit.page({
      ...{ clientId: null, action: null, actor: null, from: null, until: null, before: null },
      subject: item.itemId,
      limit: MAX_ENTRIES,
    });
    return { consent_events: eventsOf(item, rows.toReversed(), context) };
  },
});

function eventsOf(
  item: Item,
  entries: readonly AuditEntry[],
  { directory }: ApiContext,
): ConsentEvent[] {
  const event = (
    at: number,
    change: Pick<ConsentEvent, "event_type" | "event_code">,
  ): ConsentEvent => ({
    item_id: item.itemId,
    created_at: new Date(at).toISOString(),
    ...change,
    institution_id: item.institutionId,
    institution_name: directory.get(item.institutionId).name,
    initiator: "END_USER",
    consented_data_scopes: change.event_type === "CONSENT_REVOKED" ? [] : scopesOf(item),
  });
  return [
    event(item.createdAt, { event_type: "CONSENT_GRANTED", event_code: "USER_AGREEMENT" }),
    ...entries.flatMap(({ at, action }) => {
      const change = CHANGES[action as AuditAction];
      return change ? [event(at, change)] : [];
    }),
  ];
}

const scopesOf = ({ consentedProducts }: Item): Scope[] => {
  const scopes = new Set(consentedProducts.flatMap((product) => SCOPES_OF[product]));
  return SCOPES.filter((scope) => scopes.has(scope));
};
