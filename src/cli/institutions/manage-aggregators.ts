import { createInstitutionHttp } from "../../server/adapters/institution-http.ts";
import { createEnableBankingConnector } from "../../server/connectors/enable-banking/connector.ts";
import type { AggregatorReading } from "../../server/domain/connectors/connector.ts";
import { Fault } from "../../server/domain/fault.ts";
import {
  AGGREGATOR_ADDRESSES,
  AGGREGATOR_KINDS,
  type Aggregator,
  aggregatorKeyProblem,
  aggregatorUrlProblem,
  isApplicationId,
  makeAggregatorId,
  openAggregatorPerson,
  sealAggregatorKey,
  sealAggregatorPerson,
} from "../../server/domain/institutions/aggregator.ts";
import { outboundHostProblem } from "../../server/domain/outbound-hosts.ts";
import { EmailAddress } from "../../server/domain/portal-users/email.ts";
import type { Store } from "../../server/domain/store.ts";
import type { Vault } from "../../server/domain/vault.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { requireClient, withClientStore } from "../clients/client-store.ts";
import type { Context } from "../context.ts";
import { runningUrl } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { openStoreVault } from "./connect-institution.ts";
import { plural } from "./progress.ts";
import { readSecretFile } from "./secret-files.ts";

type AddOptions = {
  data: string;
  applicationId: string | undefined;
  key: string | undefined;
  address: string | undefined;
  client: string | undefined;
  person: string | undefined;
};

/**
 * Adds a key at an aggregator, or replaces the key of the same application. Checks the application,
 * and adds its banks. A running server sees them within two seconds. An unusable application leaves
 * nothing in the store.
 */
export const addAggregator = async (
  kindName: string,
  options: AddOptions,
  { variables, out, clock }: Context,
): Promise<void> => {
  const kind = AGGREGATOR_KINDS.find((each) => each === kindName);
  if (kind === undefined)
    throw new SettingsError(
      `${kindName} is no aggregator; they are ${AGGREGATOR_KINDS.join(", ")}`,
    );
  const { applicationId, client = null, address = AGGREGATOR_ADDRESSES[kind] } = options;
  if (applicationId === undefined || !isApplicationId(applicationId))
    throw new SettingsError(
      "--application-id must be the id that the aggregator's control panel shows",
    );
  const key = readKey(options.key);
  const person = options.person === undefined ? null : readPerson(options.person);
  await withClientStore(options.data, variables, async (store, settings) => {
    requireAddress(address, settings);
    if (client !== null) await requireClient(client, store);
    const vault = await openStoreVault(store, settings, options.data);
    const aggregatorId = makeAggregatorId({ kind, address, applicationId });
    const aggregator: Aggregator = {
      ...{ aggregatorId, kind, address, applicationId, clientId: client },
      sealedKey: sealAggregatorKey(vault, aggregatorId, key),
      sealedPerson: sealAggregatorPerson(vault, aggregatorId, person),
      ...{ addedAt: clock(), refreshedAt: null, problem: null },
    };
    const publicUrl = await runningUrl(settings, store);
    const found = await readBanks(aggregator, { store, settings, vault, clock, publicUrl });
    const { banks } = found;
    await store.transact(async (transaction) => {
      await transaction.institutions.put(found.institutions);
      await transaction.institutions.putAggregator(found.aggregator);
      await transaction.audit.append({
        ...{ at: clock(), actor: operator(), action: "aggregator.add", subject: aggregatorId },
        details: { address, application_id: applicationId, banks, client_id: client ?? "" },
      });
    });
    out(
      `${aggregatorId} added: ${plural(banks, "bank")}` +
        `${ownersText(client, person)}\nredirect URI  ${publicUrl}/oauth/return\n`,
    );
  });
};

type Reading = {
  store: Store;
  settings: Settings;
  vault: Vault;
  clock: () => number;
  publicUrl: string;
};

/** Reads the banks of an aggregator, and writes nothing. */
async function readBanks(
  aggregator: Aggregator,
  { store, settings, vault, clock, publicUrl }: Reading,
): Promise<AggregatorReading> {
  const http = createInstitutionHttp(settings);
  const { aggregators } = createEnableBankingConnector({
    ...{ aggregated: () => [], aggregators: () => [] },
    ...{ environment: settings.environment, http, vault, clock },
    log: { warn: () => undefined },
    requestCounts: store.requestCounts,
    institutions: store.institutions,
    publicUrl: () => publicUrl,
  });
  try {
    if (!aggregators) throw new Error("the connector reads the banks of aggregators");
    return await aggregators.read(aggregator);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    throw new SettingsError(`nothing was added: ${failure.message}`, { cause: failure });
  } finally {
    await http.close();
  }
}

/** Lists the keys at aggregators, one per line. */
export const listAggregators = async (data: string, { variables, out }: Context): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const { institutions } = store;
    const vault = await openStoreVault(store, settings, data);
    const all = await institutions.all();
    const lines = (await institutions.aggregators()).map((aggregator) => {
      const { aggregatorId, address, applicationId, clientId, refreshedAt, problem } = aggregator;
      const person = openAggregatorPerson(vault, aggregator);
      const banks = all.filter(({ aggregated }) => aggregated?.aggregatorId === aggregatorId);
      const read =
        refreshedAt === null ? "never read" : `read ${new Date(refreshedAt).toISOString()}`;
      return (
        `${aggregatorId}  ${applicationId} at ${address}: ${plural(banks.length, "bank")}, ${read}` +
        `${ownersText(clientId, person)}${problem === null ? "" : `\n  ! ${problem}`}\n`
      );
    });
    out(lines.join("") || "no aggregators\n");
  });

/** Removes a key with its banks, unless Items are linked at one of the banks. */
export const removeAggregator = async (
  aggregatorId: string,
  data: string,
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store) => {
    const { removed, liveItems } = await store.transact(async (transaction) => {
      const answer = await transaction.institutions.removeAggregator(aggregatorId);
      if (answer.removed)
        await transaction.audit.append({
          ...{ at: clock(), actor: operator(), action: "aggregator.remove", subject: aggregatorId },
        });
      return answer;
    });
    if (liveItems > 0)
      throw new SettingsError(
        `${plural(liveItems, "Item")} could not be read any more without ${aggregatorId}`,
        { advice: "remove them by /item/remove first" },
      );
    if (!removed)
      throw new SettingsError(
        `there is no aggregator ${aggregatorId} (service-link institutions aggregators list shows them)`,
      );
    out(`${aggregatorId} removed, with its banks\n`);
  });

/**
 * The owners who may see the banks of a key, each after a comma; empty if everyone may see them.
 */
const ownersText = (...owners: (string | null)[]): string => {
  const known = owners.filter((owner) => owner !== null);
  return known.length === 0 ? "" : `, for ${known.join(" and ")} alone`;
};

function readPerson(text: string): string {
  const { success, data } = EmailAddress.safeParse(text);
  if (!success)
    throw new SettingsError("--person must be a mail address, such as ann@mail.example");
  return data;
}

function readKey(file: string | undefined): string {
  if (file === undefined)
    throw new SettingsError("--key is missing: the .pem file that the control panel has made");
  const text = readSecretFile(file);
  const problem = aggregatorKeyProblem(text);
  if (problem !== null) throw new SettingsError(`${file} ${problem}`);
  return text;
}

function requireAddress(address: string, { environment, outboundHosts }: Settings): void {
  const problem =
    aggregatorUrlProblem(address, environment) ?? outboundHostProblem(address, outboundHosts);
  if (problem !== null) throw new SettingsError(`--address ${problem}`);
}
