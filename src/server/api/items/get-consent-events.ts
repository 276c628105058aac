import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import type { Item } from "../../domain/items/item.ts";
import { itemState } from "../../domain/items/item-state.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AccountId, InstitutionId, ItemId, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { type ConsentChange, changesProducts, consentChanges, isEnd } from "./consent-changes.ts";
import { listScopes, SCOPES } from "./data-scopes.ts";

const TYPES = ["CONSENT_GRANTED", "CONSENT_UPDATED", "CONSENT_REVOKED"] as const;
const CODES = ["USER_AGREEMENT", "DATA_SCOPES", "ACCOUNT_SCOPES", "REVOCATION"] as const;

/** A shared account, without unknown and deleted fields. */
const ConsentedAccount = z
  .strictObject({
    account_id: AccountId,
    mask: z.string().meta({ examples: ["6083"] }),
    name: z.string().meta({ examples: ["Checking"] }),
    official_name: z.string().meta({ examples: ["First Platypus Bank Checking"] }),
    type: Account.shape.type.meta({ examples: ["depository"] }),
    subtype: Account.shape.subtype.unwrap().meta({ examples: ["checking"] }),
  })
  .partial()
  .required({ account_id: true })
  .meta({ id: "ConsentedAccount" });
type ConsentedAccount = z.infer<typeof ConsentedAccount>;

const ConsentEvent = z
  .strictObject({
    item_id: ItemId,
    created_at: z.iso.datetime().meta({ examples: ["2026-01-15T12:00:00.000Z"] }),
    event_type: z.enum(TYPES),
    event_code: z.enum(CODES),
    institution_id: InstitutionId,
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    initiator: z.enum(["END_USER", "DATA_PROVIDER", "CUSTOMER"]),
    consented_data_scopes: z
      .array(z.enum(SCOPES))
      .meta({ description: "The data that the user shares after the event; empty once revoked." }),
    consented_accounts: z
      .array(ConsentedAccount)
      .optional()
      .meta({
        description:
          "The accounts that the user shares after the event; empty once revoked. One that is not shared any more has " +
          "its id alone. Left out if the accounts were deleted with the Item.",
      }),
  })
  .meta({ id: "ConsentEvent" });
type ConsentEvent = z.infer<typeof ConsentEvent>;

/** Lists the consent events of an Item. */
export const getConsentEvents = endpoint({
  path: "/consent/events/get",
  effect: "read",
  products: [],
  summary: "Retrieve the events of a user's consent to an Item.",
  description:
    "Oldest first: the consent with which the Item was linked, what its user has changed in update mode and on the " +
    "account site, and what the institution or the application has ended, as the audit log has it. Each has the scopes " +
    "that held after it. It answers also once the user has ended the connection.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ consent_events: z.array(ConsentEvent) }),
  async handle({ access_token }, context) {
    const item = await loadItem(access_token, context, "record");
    const changes = await consentChanges(context, item.itemId);
    const accounts = await context.store.items.accounts(item.itemId);
    const shared = sharedAfterEach(
      changes,
      accounts.map(({ account }) => account.account_id),
    );
    const described = new Map(accounts.map(({ account }) => [account.account_id, account]));
    return {
      consent_events: listEvents(item, { changes, shared, described }, context),
    };
  },
});

type Kind = Pick<ConsentEvent, "event_type" | "event_code">;

const GRANT: Kind = { event_type: "CONSENT_GRANTED", event_code: "USER_AGREEMENT" };
const END: Kind = { event_type: "CONSENT_REVOKED", event_code: "REVOCATION" };
const update = (event_code: ConsentEvent["event_code"]): Kind => ({
  event_type: "CONSENT_UPDATED",
  event_code,
});

/**
 * The shared accounts before the first change and after each change, computed backwards from the
 * current ones. Null where accounts are deleted.
 */
function sharedAfterEach(
  changes: readonly ConsentChange[],
  now: readonly string[],
): (readonly string[] | null)[] {
  let shared: readonly string[] | null = now;
  const all: (readonly string[] | null)[] = [shared];
  for (const change of changes.toReversed()) {
    const { addedAccounts, removedAccounts } = change;
    const kept: string[] | null =
      shared &&
      [...new Set([...shared, ...removedAccounts])].filter((id) => !addedAccounts.includes(id));
    shared = kept?.length === 0 ? null : kept;
    all.unshift(shared);
  }
  return all;
}

type History = {
  changes: readonly ConsentChange[];
  shared: readonly (readonly string[] | null)[];
  described: ReadonlyMap<string, Account>;
};

function toAccounts(
  ids: readonly string[] | null | undefined,
  described: History["described"],
): Pick<ConsentEvent, "consented_accounts"> {
  if (!ids) return {};
  return {
    consented_accounts: ids.map((account_id) => ({
      account_id,
      ...knownOf(described.get(account_id)),
    })),
  };
}

/** The account's fields that are not null, since clients of this endpoint expect no null. */
function knownOf(account: Account | undefined): Omit<ConsentedAccount, "account_id"> {
  if (!account) return {};
  const { mask, name, official_name, type, subtype } = account;
  return {
    ...(mask !== null && { mask }),
    name,
    ...(official_name !== null && { official_name }),
    type,
    ...(subtype !== null && { subtype }),
  };
}

function listEvents(
  item: Item,
  { changes, shared, described }: History,
  { clock, directory, environment }: ApiContext,
): ConsentEvent[] {
  const isRevoked = itemState(item, { environment, now: clock() }) === "revoked";
  let products = changes.find(changesProducts)?.consented?.before ?? item.consentedProducts;
  const event = (
    at: number,
    kind: Kind,
    accounts: readonly string[] | null | undefined,
    initiator: ConsentEvent["initiator"] = "END_USER",
  ): ConsentEvent => ({
    item_id: item.itemId,
    created_at: new Date(at).toISOString(),
    ...kind,
    institution_id: item.institutionId,
    institution_name: directory.get(item.institutionId).name,
    initiator,
    consented_data_scopes: kind === END ? [] : listScopes(products),
    ...(kind === END ? { consented_accounts: [] } : toAccounts(accounts, described)),
  });
  const events = [event(item.createdAt, GRANT, shared[0])];
  for (const [at, change] of changes.entries()) {
    if (change.consented) products = change.consented.after;
    const isLast = change === changes.at(-1);
    // A change without remaining shared accounts ends the connection.
    const isAgreement = change.agreed || change.consented;
    const kinds = isLast && isRevoked && !isAgreement ? [END] : listKinds(change);
    for (const kind of kinds)
      events.push(event(change.at, kind, shared[at + 1], toInitiator(change)));
  }
  return events;
}

function toInitiator({ action }: ConsentChange): ConsentEvent["initiator"] {
  if (action === "connection.end_with_user") return "CUSTOMER";
  const isOfInstitution = action === "connection.lose_accounts" || action === "connection.revoke";
  return isOfInstitution ? "DATA_PROVIDER" : "END_USER";
}

function listKinds(change: ConsentChange): Kind[] {
  if (isEnd(change)) return [END];
  return [
    ...(change.agreed ? [update("USER_AGREEMENT")] : []),
    ...(changesProducts(change) ? [update("DATA_SCOPES")] : []),
    ...(change.changesAccounts ? [update("ACCOUNT_SCOPES")] : []),
  ];
}
