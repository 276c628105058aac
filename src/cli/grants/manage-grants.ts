import { randomBytes } from "node:crypto";
import { PENDING_RULES, type PendingRule } from "../../protocol/pending-rule.ts";
import { Fault } from "../../server/domain/fault.ts";
import { changeGrant } from "../../server/domain/grants/change-grant.ts";
import {
  type AccountRef,
  DOOR_NAMES,
  type DoorName,
  type Grant,
  isApplicationDoor,
} from "../../server/domain/grants/grant.ts";
import { endGrant, makeGrant } from "../../server/domain/grants/make-grant.ts";
import { readerAccounts } from "../../server/domain/grants/reader-account.ts";
import { readerId } from "../../server/domain/grants/reader-id.ts";
import { setupToken } from "../../server/domain/grants/setup-token.ts";
import { hasExpired } from "../../server/domain/grants/use-grant.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { openStoreVault } from "../institutions/connect-institution.ts";
import { runningUrl, withExistingStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

type Options = {
  data: string;
  name: string | undefined;
  door: string | undefined;
  client: string | undefined;
  item: readonly string[];
  account: readonly string[];
  from: string | undefined;
  pending: string | undefined;
  until: string | undefined;
};

/** Creates a grant, and shows the token for its application. */
export const createGrant = async (
  { data, name, door, client, item, account, from, pending, until }: Options,
  { variables, out, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  if (name === undefined) throw new SettingsError("--name must be given");
  const doorName = parseDoor(door);
  const isApplication = isApplicationDoor(doorName);
  if (item.length === 0 && !isApplication) throw new SettingsError("--item must be given");
  if (client !== undefined && !isApplication)
    throw new SettingsError(`--client must be left out for ${doorName}`);
  const request = {
    door: doorName,
    name,
    fromDate: parseDate("from", from),
    pending: parsePending(pending),
    until: parseDate("until", until),
  };
  await withExistingStore(settings, async (store, unseal) => {
    const accounts = await loadAccounts(store, item, account);
    const clientId = isApplication ? (client ?? (await onlyClient(store))) : null;
    const services = { clock, environment: settings.environment, random: randomBytes, store };
    // A missing master key is refused before the grant exists, since the grant's keys are shown
    // only once.
    const vault =
      doorName === "gocardless" && accounts.length > 0
        ? await openStoreVault(store, settings, data)
        : null;
    const made = makeGrant(services, { ...request, clientId, accounts }, operator());
    const { grant, secret } = await made.catch(asSettingsError);
    if (vault) {
      unseal(vault);
      await readerAccounts({ ...services, vault }, grant, listItemIds(accounts));
    }
    out(
      `grant     ${grant.grantId}\n` +
        `accounts  ${accountList(accounts)}\n` +
        pendingLine(grant) +
        (await doorIds(store, grant, accounts)) +
        toKeys(grant, secret, await runningUrl(settings, store)),
    );
  });
};

/** Lists all grants. */
export const listGrants = (data: string, { variables, out, clock }: Context): Promise<void> =>
  withExistingStore(readSettings({ data }, variables), async (store) => {
    const all = await store.grants.list();
    if (all.length === 0)
      return out("no application reads by a grant; make one with npx service-link grants create\n");
    for (const { grant, accounts } of all)
      out(
        [
          `${grant.grantId}  ${grant.name}`,
          `  door      ${grant.door}`,
          ...(grant.clientId === null ? [] : [`  client    ${grant.clientId}`]),
          `  accounts  ${accountList(accounts)}`,
          ...(await doorIds(store, grant, accounts))
            .split("\n")
            .slice(0, -1)
            .map((line) => `  ${line}`),
          `  from      ${grant.fromDate ?? "the first transaction"}`,
          ...(pendingLine(grant) === "" ? [] : [`  ${pendingLine(grant).trimEnd()}`]),
          `  until     ${endText(grant.until, hasExpired(grant, clock()))}`,
          `  used      ${grant.usedAt === null ? "never" : `${minuteOf(grant.usedAt)} from ${grant.usedFrom}`}`,
          "",
        ].join("\n"),
      );
  });

/** Changes a grant. */
export const changeOneGrant = async (
  grantId: string,
  { data, name, item, account, from, pending, until }: Omit<Options, "door" | "client">,
  { variables, out, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  if (account.length > 0 && item.length === 0) throw new SettingsError("--item must be given");
  const changes = {
    ...(name !== undefined && { name }),
    ...(from !== undefined && { fromDate: dateOrNone("from", from) }),
    ...(pending !== undefined && { pending: parsePending(pending) }),
    ...(until !== undefined && { until: dateOrNone("until", until) }),
  };
  if (item.length === 0 && Object.keys(changes).length === 0)
    throw new SettingsError("--name, --item, --from, --pending or --until must be given");
  await withExistingStore(settings, async (store) => {
    const accounts =
      item.length === 0 ? {} : { accounts: await loadAccounts(store, item, account) };
    const services = { clock, environment: settings.environment, random: randomBytes, store };
    const change = changeGrant(services, grantId, { ...changes, ...accounts }, operator());
    if (!(await change.catch(asSettingsError))) throw noGrant(grantId);
    out("The grant is changed, from its next call on.\n");
  });
};

/** Ends a grant. */
export const endOneGrant = (
  grantId: string,
  data: string,
  { variables, out, clock }: Context,
): Promise<void> =>
  withExistingStore(readSettings({ data }, variables), async (store) => {
    if (!(await endGrant({ clock, store }, grantId, operator()))) throw noGrant(grantId);
    out("The grant has ended: its application is refused.\n");
  });

const noGrant = (grantId: string): SettingsError =>
  new SettingsError(`there is no grant ${grantId}`, {
    advice: "npx service-link grants list shows them",
  });

/** Turns the refusal of a field into the refusal of an option. */
function asSettingsError(failure: unknown): never {
  if (!(failure instanceof Fault) || failure.code !== "INVALID_FIELD") throw failure;
  throw new SettingsError(failure.message);
}

const listItemIds = (accounts: readonly AccountRef[]): string[] => [
  ...new Set(accounts.map(({ itemId }) => itemId)),
];

/**
 * Returns the ids that programs request and only their door knows, one per line; an empty text
 * without ids.
 */
const doorIds = async (
  { grants }: Store,
  { door, grantId }: Grant,
  accounts: readonly AccountRef[],
): Promise<string> => {
  const itemIds = listItemIds(accounts);
  if (door === "pluggy")
    return itemIds.map((itemId) => `item      ${readerId("item", itemId)}\n`).join("");
  if (door !== "gocardless") return "";
  const named = await grants.readerIds(grantId, { itemIds });
  const ids = new Map(named.map(({ accountId, readerId: id }) => [accountId, id]));
  return accounts
    .filter(({ accountId }) => ids.get(accountId))
    .map(({ accountId }) => `account   ${ids.get(accountId)}  for ${accountId}\n`)
    .join("");
};

/** Returns the secret of a grant in its application's form. */
function toKeys({ door, grantId, name }: Grant, secret: string, url: string): string {
  if (door === "simplefin")
    return (
      `token     ${setupToken(url, secret)}\n\n` +
      `Give the token to ${name} within 24 hours. It is shown this once, and works once.\n`
    );
  if (isApplicationDoor(door))
    return (
      `address   ${new URL(APPLICATION_PATHS[door] ?? "/", url).href}\nid        ${grantId}\nkey       ${secret}\n\n` +
      `Give these to ${name}. The key is shown this once.\n`
    );
  return (
    `address   ${new URL("/ofx", url).href}\nuser      ${grantId}\npassword  ${secret}\n\n` +
    `Give these to ${name}. The password is shown this once.\n`
  );
}

/** The rule for pending transactions. OFX has no pending transactions. */
const pendingLine = ({ door, pending }: Grant): string =>
  door === "ofx" ? "" : `pending   ${pending.replaceAll("_", "-")}\n`;

function parsePending(text: string | undefined): PendingRule | undefined {
  if (text === undefined) return undefined;
  const rules = PENDING_RULES.map((rule) => rule.replaceAll("_", "-"));
  const rule = PENDING_RULES[rules.indexOf(text)];
  if (rule) return rule;
  throw new SettingsError(`--pending must be one of ${rules.join(", ")}, not ${text}`);
}

const accountList = (accounts: readonly AccountRef[]): string =>
  accounts.length === 0 ? "none yet" : accounts.map(({ accountId }) => accountId).join(", ");

/** The id of the only client of a store; throws if there are several. */
async function onlyClient({ clients }: Store): Promise<string> {
  const [first, second] = await clients.all();
  if (first && !second) return first.client.clientId;
  throw new SettingsError("--client must be given: there are several clients", {
    advice: "npx service-link clients list shows them",
  });
}

/** The paths in applications' base URLs. */
const APPLICATION_PATHS: Readonly<Partial<Record<DoorName, string>>> = {
  gocardless: "/gocardless/api/v2",
  pluggy: "/pluggy",
};

function parseDoor(text: string | undefined): DoorName {
  const door = DOOR_NAMES.find((name) => name === (text ?? "simplefin"));
  if (door) return door;
  throw new SettingsError(`--door must be one of ${DOOR_NAMES.join(", ")}, not ${text}`);
}

function parseDate(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text);
  if (!isDate) throw new SettingsError(`--${option} must be a day like 2026-01-31, not ${text}`);
  return text;
}

const dateOrNone = (option: string, text: string): string | null =>
  text === "none" ? null : parseDate(option, text);

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** The named accounts, or all accounts of the Items. */
async function loadAccounts(store: Store, itemIds: readonly string[], named: readonly string[]) {
  const byItem = await store.items.accountIdsOf(itemIds);
  const all = [...byItem].flatMap(([itemId, ids]) =>
    [...ids].map((accountId) => ({ itemId, accountId })),
  );
  const without = itemIds.find((id) => !byItem.has(id));
  if (without !== undefined) throw new SettingsError(`there is no Item ${without} with accounts`);
  const unknown = named.find((id) => !all.some(({ accountId }) => accountId === id));
  if (unknown !== undefined)
    throw new SettingsError(`there is no account ${unknown} in the Items that --item names`);
  return named.length === 0 ? all : all.filter(({ accountId }) => named.includes(accountId));
}

const minuteOf = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function endText(until: number | null, isOver: boolean): string {
  if (until === null) return "it is ended";
  return `${minuteOf(until)}${isOver ? " (over)" : ""}`;
}
