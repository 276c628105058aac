import { Fault } from "../../domain/fault.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { grantOfToken, issueGrantToken } from "../../domain/grants/grant-token.ts";
import { nameAccounts } from "../../domain/grants/reader-account.ts";
import { grantedAccounts } from "../../domain/grants/use-grant.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { admitGrant, type DoorAccount, readAccounts } from "../read-grant.ts";

/** The lifetime of an API key, as at Pluggy. */
const KEY_LIFETIME_MS = 2 * 3_600_000;

/** The lifetime of a connect token and its address, as at Pluggy. */
export const CONNECT_LIFETIME_MS = 30 * 60_000;

/** An application with an API key, or a connect token, which only shows data connected with it. */
export type Reader = {
  grant: Grant;
  /** The link of a connect token; null for an API key. */
  linkId: string | null;
};

/** Issues the API key of a grant: a JWT, since the SDK reads its expiry. */
export const issueApiKey = (context: DoorContext, grant: Grant): string =>
  issueGrantToken(context, grant, { use: "api-key", lifetimeMs: KEY_LIFETIME_MS });

/** Issues the connect token of a link. */
export const issueConnectToken = (context: DoorContext, grant: Grant, linkId: string): string =>
  issueGrantToken(context, grant, { use: "connect", lifetimeMs: CONNECT_LIFETIME_MS, linkId });

/**
 * Admits an application by its `X-API-KEY`; throws UNAUTHORIZED_ROUTE_ACCESS if its connect token
 * is not sufficient.
 */
export const admit = async (
  { header, address }: DoorRequest,
  context: DoorContext,
  mayConnect: boolean,
): Promise<Reader> => {
  const apiKey = header("x-api-key") ?? "";
  const use = isConnectToken(apiKey) ? "connect" : "api-key";
  const caller = { use, door: "pluggy" as const, address };
  const reader = await grantOfToken(context, apiKey, caller);
  await admitGrant(context, reader.grant, address);
  if (reader.linkId !== null && !mayConnect)
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message: "a connect token reads its items and their accounts alone: use an API key",
    });
  return reader;
};

/** Whether a token claims to be a connect token. Its signature is verified later. */
function isConnectToken(token: string): boolean {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return claims?.use === "connect";
  } catch {
    return false;
  }
}

/** The accounts that an application sees, all or of some Items. */
export const loadAccounts = async (
  context: DoorContext,
  { grant, linkId }: Reader,
  itemIds?: readonly string[],
): Promise<DoorAccount[]> => {
  const all = await readAccounts(context, grant, itemIds);
  if (linkId === null) return all;
  const link = await context.store.grantLinks.byId(grant.grantId, linkId);
  return all.filter(({ connection }) => connection.item.itemId === link?.itemId);
};

/**
 * The requested accounts, by the id of their Item and their own. Reads only their Items, and Items
 * with the same accounts, of which the newest shows each account.
 */
export const accountsAsked = async (
  context: DoorContext,
  reader: Reader,
  isAsked: (itemId: string, accountId: string) => boolean,
): Promise<DoorAccount[]> => {
  const named = await nameAccounts(
    context,
    reader.grant,
    await grantedAccounts(context, reader.grant),
  );
  const granted = named.map(({ item: { itemId }, readerId: id }) => ({ itemId, id }));
  const ids = new Set(granted.filter(({ itemId, id }) => isAsked(itemId, id)).map(({ id }) => id));
  if (ids.size === 0) return [];
  const itemIds = new Set(granted.filter(({ id }) => ids.has(id)).map(({ itemId }) => itemId));
  const read = await loadAccounts(context, reader, [...itemIds]);
  return read.filter(({ id, connection }) => isAsked(connection.item.itemId, id));
};
