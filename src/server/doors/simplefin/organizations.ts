import type { DoorAccount, DoorConnection } from "../read-grant.ts";

/** The id and name by which readers know a connection. */
type OrganizationName = { id: string; name: string };

/** The maximum number of accounts in a connection's name. */
const NAMED_ACCOUNTS = 3;

/**
 * Returns the names of connections: the institution's name, with the accounts if it has several
 * connections. Readers find a broken connection's accounts by the name, and no name may begin
 * another connection's sentence.
 */
export const nameOrganizations = (
  all: readonly DoorAccount[],
): ReadonlyMap<DoorConnection, OrganizationName> => {
  const connections = [...new Set(all.map(({ connection }) => connection))];
  const names = new Map<DoorConnection, OrganizationName>();
  const used = new Set<string>();
  for (const connection of connections) {
    const { id, name } = connection.institution;
    if (connections.filter(({ institution }) => institution.name === name).length === 1) {
      names.set(connection, { id, name });
      continue;
    }
    const words = accountWords(all.filter((account) => account.connection === connection));
    let own = `${name} (${words})`;
    for (let count = 2; used.has(own); count++) own = `${name} (${words}; ${count})`;
    used.add(own);
    names.set(connection, { id: `${id}:${connection.item.itemId}`, name: own });
  }
  return names;
};

/** The last digits of some accounts, or their names. */
function accountWords(accounts: readonly DoorAccount[]): string {
  const words = accounts.map(({ account: { mask, name } }) => mask ?? name);
  const more = words.length - NAMED_ACCOUNTS;
  return words.slice(0, NAMED_ACCOUNTS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/**
 * The organization of an account in version 1. Readers require a domain; without one the
 * institution's id is used.
 */
export const organization = (
  { institution: { id: institutionId, url } }: DoorConnection,
  { id, name }: OrganizationName,
  origin: string,
) => ({
  id,
  name,
  ...(url !== null && { url }),
  domain: url === null ? institutionId : new URL(url).hostname.replace(/^www\./, ""),
  "sfin-url": sfinUrl(origin),
});

/** The connections of version 2. */
export const connectionList = (
  names: ReadonlyMap<DoorConnection, OrganizationName>,
  origin: string,
) =>
  [...names].map(
    ([
      {
        item,
        institution: { id, name, url },
      },
      own,
    ]) => ({
      conn_id: item.itemId,
      name: own.name,
      org_id: id,
      org_name: name,
      ...(url !== null && { org_url: url }),
      sfin_url: sfinUrl(origin),
    }),
  );

/** The institution has no server of its own, so the address is ours. */
const sfinUrl = (origin: string): string => `${origin}/simplefin`;
