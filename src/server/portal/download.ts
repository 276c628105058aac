import { toNumbers } from "../domain/items/account-numbers.ts";
import type { ItemAccount } from "../domain/items/item.ts";
import type { AccountKeys } from "../domain/items/item-store.ts";
import type { PortalItem, PortalSession } from "../domain/portal-users/portal-user.ts";
import type { JsonPiece } from "../domain/raw-json.ts";
import type { Services } from "../domain/services.ts";
import { toConnection } from "./show-connections.ts";

/** How many transactions are read at once. */
const PAGE = 500;

/** A period of all days. */
const ALWAYS = { from: "0001-01-01", to: "9999-12-31" };

/**
 * Yields all stored data of a session's connections as parts of a JSON text: account data,
 * consents, and the list of reports. No part is larger than a page of transactions.
 */
export async function* writeDownload(
  session: PortalSession,
  services: Services,
): AsyncGenerator<JsonPiece> {
  yield `{"created_at":${JSON.stringify(new Date(services.clock()).toISOString())},"connections":[`;
  let separator = "";
  for (const item of await services.store.portalUsers.items(session)) {
    yield separator;
    yield* writeConnection(item, services);
    separator = ",\n";
  }
  yield "]}\n";
}

async function* writeConnection(
  personItem: PortalItem,
  services: Services,
): AsyncGenerator<JsonPiece> {
  const { consents, items, portalUsers } = services.store;
  const { itemId } = personItem.item;
  const accounts = await items.accounts(itemId);
  const owners = await items.owners(itemId);
  // The looks are no data of the person.
  const {
    accounts: _,
    brand: __,
    institution: { logo: ___, ...institution },
    ...connection
  } = await toConnection(personItem, services);
  const head = JSON.stringify({
    ...connection,
    institution,
    consents: (await consents.ofItem(itemId)).map(({ version, scope, givenAt, expiresAt }) => ({
      version,
      scope,
      given_at: new Date(givenAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
    })),
    reports: (await portalUsers.reports(itemId)).map(({ assetReportId, createdAt }) => ({
      asset_report_id: assetReportId,
      created_at: new Date(createdAt).toISOString(),
    })),
    accounts: accounts.map(({ account }) => ({
      ...account,
      owners: owners.get(account.account_id) ?? [],
    })),
    withdrawn_accounts: withdrawnIds(accounts, await items.accountKeys(itemId)).map(
      (account_id) => ({ account_id }),
    ),
    numbers: toNumbers(accounts),
  });
  yield `${head.slice(0, -1)},"transactions":[`;
  for (let offset = 0, separator = ""; ; offset += PAGE) {
    const { transactions } = await services.store.transactions.page(itemId, {
      period: ALWAYS,
      accountIds: null,
      count: PAGE,
      offset,
      withDescription: true,
      publicUrl: services.publicUrl(),
    });
    if (transactions === null) break;
    const text =
      typeof transactions.json === "string"
        ? transactions.json
        : Buffer.from(transactions.json).toString();
    // The rows were deleted after they were counted.
    if (text === "[]") break;
    yield separator + text.slice(1, -1);
    separator = ",";
  }
  yield "]}";
}

/** Returns the ids of accounts that a connection no longer shares. Only these ids remain stored. */
const withdrawnIds = (
  accounts: readonly ItemAccount[],
  accountKeys: AccountKeys | null,
): string[] =>
  [...(accountKeys?.values() ?? [])].filter(
    (id): id is string => id !== null && accounts.every(({ account }) => account.account_id !== id),
  );
