import { dayAt, toDate } from "../../domain/calendar.ts";
import type { AccountRef, Grant, GrantedAccount } from "../../domain/grants/grant.ts";
import { accessEnd, type GrantLink } from "../../domain/grants/grant-link.ts";
import { findReaderAccount } from "../../domain/grants/reader-account.ts";
import { grantedAccounts } from "../../domain/grants/use-grant.ts";
import { itemError } from "../../domain/items/item-state.ts";
import { type DoorContext, type DoorReply, type DoorRequest, jsonReply } from "../door.ts";
import {
  amountText,
  chargeCall,
  type DoorAccount,
  needsUser,
  ownBalance,
  readAccounts,
} from "../read-grant.ts";
import type { SCOPES } from "./agreements.ts";
import { errorReply, timeText } from "./replies.ts";
import { parseRequisition } from "./requisitions.ts";
import { admit } from "./tokens.ts";

/** GET /accounts/{id}/: the account's login and access, without the institution's data. */
export const getAccount = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const id = request.params.id ?? "";
  const refs = await findReaderAccount(context, grant, id);
  if (refs.length === 0) return unknownAccount(id);
  const found = await newest(context, grant, refs);
  if (!found) return accessOver(context, await loadLinks(context, grant, refs), "account");
  const { item, account } = found;
  const error = itemError(item, { environment: context.environment, now: context.clock() });
  return jsonReply(200, {
    id,
    created: timeText(item.createdAt),
    last_accessed: timeText(item.loggedInAt),
    iban: (await maySeeNumbers(context, grant, item.itemId)) ? toIban(account) : "",
    institution_id: item.institutionId,
    status: needsUser(error) ? "EXPIRED" : "READY",
    owner_name: "",
    name: account.account.name,
  });
};

/** GET /accounts/{id}/details/ */
export const getDetails = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const opened = await openAccount(request, context, grant, "details");
  if ("error" in opened) return opened.error;
  const { shown, refs, id } = opened;
  const { account } = shown;
  const granted = await newest(context, grant, refs);
  const iban =
    granted && (await maySeeNumbers(context, grant, granted.item.itemId))
      ? toIban(granted.account)
      : "";
  return jsonReply(200, {
    account: {
      resourceId: id,
      ...(iban !== "" && { iban }),
      currency: shown.currency,
      name: account.name,
      displayName: shown.name,
      product: account.official_name ?? account.name,
      cashAccountType: CASH_TYPE[account.subtype ?? ""] ?? CASH_TYPE[account.type] ?? "OTHR",
      status: "enabled",
      usage: "PRIV",
      ...(account.mask !== null && { maskedPan: account.mask }),
    },
  });
};

/** The kinds of accounts in ISO 20022, by subtype and by type. */
const CASH_TYPE: Readonly<Record<string, string>> = {
  savings: "SVGS",
  "money market": "SVGS",
  cd: "SVGS",
  credit: "CARD",
  depository: "CACC",
  loan: "LOAN",
};

/** GET /accounts/{id}/balances/ */
export const getBalances = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const opened = await openAccount(request, context, grant, "balances");
  if ("error" in opened) return opened.error;
  const { account, balanceAt, connection, currency } = opened.shown;
  chargeCall(context, [connection.item], "balance");
  const { current, available } = ownBalance(account);
  const balance = (balanceType: string, amount: number | null) =>
    amount === null
      ? []
      : [
          {
            balanceAmount: { amount: amountText(currency, amount), currency },
            balanceType,
            referenceDate: toDate(dayAt(balanceAt)),
            lastChangeDateTime: timeText(balanceAt),
          },
        ];
  return jsonReply(200, {
    balances: [
      ...balance("interimBooked", current ?? available ?? 0),
      ...balance("interimAvailable", available),
    ],
  });
};

type Scope = (typeof SCOPES)[number];

/** The account of a call, in the store's form and in the doors' form. */
export type OpenAccount = {
  id: string;
  refs: readonly AccountRef[];
  shown: DoorAccount;
  /** The newest link that gives access to the account; null if the grant itself does. */
  link: GrantLink | null;
};

/**
 * Returns a call's account, after a pull if one is due. Returns an error response for an id outside
 * the grant, a part without the user's consent, and an account whose user must sign in again.
 */
export const openAccount = async (
  request: DoorRequest,
  context: DoorContext,
  grant: Grant,
  scope: Scope,
): Promise<OpenAccount | { error: DoorReply }> => {
  const id = request.params.id ?? "";
  const refs = await findReaderAccount(context, grant, id);
  if (refs.length === 0) return { error: unknownAccount(id) };
  const links = await loadLinks(context, grant, refs);
  const all = await readAccounts(
    context,
    grant,
    refs.map(({ itemId }) => itemId),
  );
  const shown = all.find(({ account, connection }) =>
    refs.some(isOf(connection.item.itemId, account.account_id)),
  );
  if (!shown) return { error: accessOver(context, links, scope) };
  const { itemId } = shown.connection.item;
  const link = links.findLast((ended) => ended.itemId === itemId) ?? null;
  if (link && !parseRequisition(link).terms.access_scope.includes(scope))
    return {
      error: errorReply(
        403,
        `Account ${scope} are not in the access scope`,
        `The End User Agreement of this account does not have ${scope} in its access_scope`,
      ),
    };
  if (needsUser(shown.connection.problem)) return { error: expired(scope) };
  return { id, refs, shown, link };
};

const isOf =
  (itemId: string, accountId: string) =>
  (ref: AccountRef): boolean =>
    ref.itemId === itemId && ref.accountId === accountId;

/**
 * The account of several Items, from a readable Item; of several, the one with the latest sign-in.
 */
async function newest(
  context: DoorContext,
  grant: Grant,
  refs: readonly AccountRef[],
): Promise<GrantedAccount | undefined> {
  const itemIds = refs.map(({ itemId }) => itemId);
  const accounts = (await grantedAccounts(context, grant, itemIds)).filter(({ item, account }) =>
    refs.some(isOf(item.itemId, account.account.account_id)),
  );
  const { environment, clock } = context;
  const isBroken = ({ item }: GrantedAccount) =>
    Number(needsUser(itemError(item, { environment, now: clock() })));
  return accounts.toSorted(
    (a, b) => isBroken(a) - isBroken(b) || b.item.loggedInAt - a.item.loggedInAt,
  )[0];
}

/** The links that connected an account's Items, the newest last. */
async function loadLinks(
  { store }: DoorContext,
  { grantId }: Grant,
  refs: readonly AccountRef[],
): Promise<GrantLink[]> {
  const links: GrantLink[] = [];
  for (const { itemId } of refs) links.push(...(await store.grantLinks.linked(grantId, itemId)));
  return links.toSorted((a, b) => (a.linkedAt ?? 0) - (b.linkedAt ?? 0));
}

/** Whether an Item's user has consented to an application's reading account numbers. */
const maySeeNumbers = async (
  { store }: DoorContext,
  { grantId }: Grant,
  itemId: string,
): Promise<boolean> => {
  const item = await store.items.byItemId(itemId);
  const links = await store.grantLinks.linked(grantId, itemId);
  return (
    item?.products.includes("auth") === true &&
    links.some((link) => parseRequisition(link).terms.access_scope.includes("details"))
  );
};

const toIban = ({ numbers, verification }: GrantedAccount["account"]): string =>
  (verification === null && numbers.international?.iban) || "";

const unknownAccount = (id: string): DoorReply =>
  errorReply(
    404,
    `Account ID ${/^[\w-]{1,64}$/.test(id) ? id : ""} not found`,
    "Please check whether you specified a valid Account ID",
  );

/** The response for an account whose access has ended, by its agreement or by its user. */
function accessOver(
  { clock }: DoorContext,
  links: readonly GrantLink[],
  scope: Scope | "account",
): DoorReply {
  const last = links.at(-1);
  if (!last || clock() < accessEnd(last)) return expired(scope);
  const id = parseRequisition(last).agreement ?? last.linkId;
  return errorReply(
    401,
    `End User Agreement (EUA) ${id} has expired`,
    `EUA was valid for ${last.accessDays} days and it expired at ${timeText(accessEnd(last))}. ` +
      "The end user must connect the account once more with new EUA and Requisition",
    { type: "AccessExpiredError" },
  );
}

const expired = (scope: Scope | "account"): DoorReply =>
  errorReply(
    401,
    `Couldn't update account ${scope}`,
    "Access has expired or it has been revoked. To restore access reconnect the account.",
    { type: "AccessExpiredError" },
  );
