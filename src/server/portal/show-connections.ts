import { accentColors } from "../../protocol/brand/client-brand.ts";
import type { ConnectionsAnswer, PersonConnection } from "../../protocol/connections.ts";
import { type ClientBrand, logoPath } from "../domain/clients/client-brand.ts";
import { openCredentials } from "../domain/connectors/open-login.ts";
import { ownLogoPath } from "../domain/institutions/custom-institutions.ts";
import { darkEnough } from "../domain/institutions/logo/contrast.ts";
import { toLogo } from "../domain/institutions/logo/logo.ts";
import { consentEndOf, hasAccess, itemState } from "../domain/items/item-state.ts";
import { isReconfirmationDue } from "../domain/items/reconfirm.ts";
import { waitingAccounts } from "../domain/items/waiting-accounts.ts";
import { openEmail } from "../domain/portal-users/email.ts";
import type { PortalItem } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";
import { showMatches } from "./decide-match.ts";
import { showGrants } from "./grants.ts";
import type { ActiveSession } from "./portal-session.ts";

/** Returns the connections of a session in the user's view. */
export const showConnections = async (
  session: ActiveSession,
  services: Services,
): Promise<Omit<ConnectionsAnswer, "request_id">> => {
  const { portalUsers } = services.store;
  const person = session.personId === null ? null : await portalUsers.byId(session.personId);
  const items = await portalUsers.items(session);
  return {
    email: person && openEmail(services, person),
    connections: await Promise.all(items.map((item) => toConnection(item, services))),
    ...(await showGrants(
      services,
      items.map(({ item }) => item.itemId),
    )),
    ...(person &&
      services.mailer !== null && {
        reminders: (await services.store.reminders.languageOf(person.personId)) !== null,
      }),
    session_ends_in: session.endsIn,
  };
};

const STATUS = {
  good: "connected",
  expiring: "connected",
  login_required: "paused",
  revoked: "ended",
  removed: "ended",
} as const;

/** Returns a connection in the user's view. */
export const toConnection = async (
  { item, applicationName }: PortalItem,
  services: Services,
): Promise<PersonConnection> => {
  const { clock, directory, environment, store } = services;
  const { itemId, clientId, institutionId, products, createdAt, consentExpiresAt } = item;
  const moment = { environment, now: clock() };
  const ended = consentEndOf(item, moment);
  const accounts = await store.items.accounts(itemId);
  const matches = await showMatches(item, services);
  const { statements } = await store.statements.list(itemId);
  const waiting = (await waitingAccounts(services, item)).map(({ account: { name }, bank }) =>
    [bank, name].filter((text) => text !== null).join(" · "),
  );
  const takesFiles =
    directory.has(institutionId) &&
    directory.connectorOf(institutionId).files !== undefined &&
    hasAccess(item, "institution", moment);
  return {
    connection_id: itemId,
    application: applicationName,
    brand: toBrand(await store.brands.of(clientId)),
    institution: {
      ...describeInstitution(directory, institutionId),
      // The user names the bank that files are from.
      ...(takesFiles && readBank(item, services)),
    },
    status: STATUS[itemState(item, moment)],
    ...(ended && consentExpiresAt !== null && { ended }),
    ...(isReconfirmationDue(item, moment) && { reconfirms: true }),
    accounts: accounts.map(({ account: { account_id, name, mask } }) => ({
      account_id,
      name,
      mask,
    })),
    products,
    // The page loads the code for questions and files only if needed.
    ...((takesFiles || matches.length > 0 || waiting.length > 0) && { matches }),
    ...(statements.length > 0 && {
      statements: statements.map(({ statementId, accountId, date }) => ({
        statement_id: statementId,
        account_id: accountId,
        date,
      })),
    }),
    ...(waiting.length > 0 && { waiting }),
    ...(takesFiles && { takes_files: true }),
    since: new Date(createdAt).toISOString(),
    signed_in_at: new Date(item.loggedInAt).toISOString(),
    until: consentExpiresAt === null ? null : new Date(consentExpiresAt).toISOString(),
  };
};

function readBank(item: PortalItem["item"], services: Services): { name?: string } {
  const { bank } = openCredentials(services, item);
  return bank === undefined ? {} : { name: bank };
}

/** An institution outside of the directory is named by its id. */
function describeInstitution(directory: Services["directory"], institutionId: string) {
  if (!directory.has(institutionId)) return { name: institutionId, color: "#5b6475", logo: null };
  const { name, color, logoShape, logoDigest } = directory.get(institutionId);
  const logo = logoDigest
    ? ownLogoPath(institutionId, logoDigest)
    : `data:image/png;base64,${toLogo({ logoShape, color: darkEnough(color) })}`;
  return { name, color, logo };
}

function toBrand(brand: ClientBrand | null): PersonConnection["brand"] {
  const { accent = null, logo = null } = brand ?? {};
  const colors = accent === null ? null : accentColors(accent);
  return {
    accent: colors && { light: colors.light.accent, dark: colors.dark.accent },
    logo: logo && { src: logoPath(logo.digest), width: logo.width, height: logo.height },
  };
}
