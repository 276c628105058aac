import type { PortalWords } from "../i18n/portal.ts";
import type { ConnectionsAnswer, PersonConnection } from "../protocol/connections.ts";

/** Returns an account's name with the last digits of its number. */
export const toName = ({ name, mask }: { name: string; mask: string | null }): string =>
  mask ? `${name} ••••\u00a0${mask}` : name;

/** Returns the name of a connection's application. */
export const toApplication = (
  { application }: Pick<PersonConnection, "application">,
  words: PortalWords,
): string => application ?? words.application;

/** Returns the first connection if the connections all have the same logo; undefined otherwise. */
export const onlyOwner = ({ connections }: ConnectionsAnswer): PersonConnection | undefined =>
  connections.find(
    ({ brand: { logo } }) => logo && connections.every(({ brand }) => brand.logo?.src === logo.src),
  );

/** Returns the name of a connection's application by the connection's id. */
export const applicationName = (
  connectionId: string,
  answer: ConnectionsAnswer,
  words: PortalWords,
): string => toApplication(findConnection(connectionId, answer) ?? { application: null }, words);

/** Returns the name of a connection's account by its id. */
export const accountName = (
  { connectionId, accountId }: { connectionId: string; accountId: string },
  answer: ConnectionsAnswer,
): string => {
  const accounts = findConnection(connectionId, answer)?.accounts ?? [];
  const account = accounts.find(({ account_id }) => account_id === accountId);
  return account ? toName(account) : "";
};

/** Returns a connection by its id. */
export const findConnection = (
  connectionId: string,
  { connections }: ConnectionsAnswer,
): PersonConnection | undefined =>
  connections.find(({ connection_id }) => connection_id === connectionId);
