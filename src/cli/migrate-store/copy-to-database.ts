import { createHash } from "node:crypto";
import { join } from "node:path";
import { limitStoreWaits } from "../../server/domain/store-wait.ts";
import {
  checkStoreIntegrity,
  requireOwn,
} from "../../server/host/data-folder/check-store-integrity.ts";
import { readStoreAddress, STORE_FILE } from "../../server/host/data-folder/store-address.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import { openDatabase, pickDialect } from "../../server/store/dialects/index.ts";
import { PARTIAL_COPY_SETTING } from "../../server/store/dialects/transfer/copy-setting.ts";
import {
  CopyRefusal,
  type CopyTotals,
  copyStore,
} from "../../server/store/dialects/transfer/copy-store.ts";
import { TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { migrationNames } from "../../server/store/migrations/index.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { type NamedStore, toNamedStore } from "../named-store.ts";

type Values = { data: string; from: string | undefined; to: string | undefined };

/** Copies a store into a new database of any kind, or resumes a copy. Then compares both stores. */
export const copyToDatabase = async (
  { data, from, to }: Values,
  { variables, err, out }: Context,
): Promise<void> => {
  const { databaseUrl } = readSettings({ data }, variables);
  const source = parsePlace(from ?? join(data, STORE_FILE), "--from", data);
  const target = parsePlace(requireOption(to ?? databaseUrl), to ? "--to" : "DATABASE_URL", data);
  if (source.name === target.name)
    throw new SettingsError(`${source.name} is both the store and its copy`, {
      advice: "name another database with --to",
    });
  try {
    const identity = identityOf(await requireSource(source));
    await requireTarget(target, identity);
    const totals = await limitStoreWaits(Number.POSITIVE_INFINITY, () =>
      copy(source, target, { identity, err }),
    );
    out(summary(source, target, totals, data));
  } catch (failure) {
    throw explain(failure, source, target);
  }
};

function requireOption(to: string | undefined): string {
  if (to !== undefined) return to;
  throw new SettingsError("there is nothing to copy the store into", {
    advice: "name a new database with --to, like postgres://user@host/database",
  });
}

function parsePlace(text: string, option: string, dataFolder: string): NamedStore {
  return toNamedStore(readStoreAddress(text, option), dataFolder);
}

/** Throws if a store is damaged or in use. */
async function requireSource({ address, name, settings }: NamedStore): Promise<Inspection> {
  const inspection = await checkStoreIntegrity(settings);
  if (!inspection)
    throw new SettingsError(`there is no store in ${name}`, {
      advice: "name one with --from, or its folder with --data",
    });
  if (inspection.pending.length > 0)
    throw new SettingsError(`${name} was last opened by an older version of service-link`, {
      advice: "start this one on it, which migrates it, and stop it again",
    });
  const [move] = inspection.openMoves;
  if (move)
    throw new SettingsError(
      `the move of ${move.clientId} from ${move.source} to ${move.target} is not over`,
      {
        advice:
          "finish it first with service-link clients move --live, or take it back with --undo",
      },
    );
  await requireRest(address, name);
  return inspection;
}

/** Throws unless a database is empty or has an interrupted copy of the same store. */
async function requireTarget(
  { address, name, settings }: NamedStore,
  identity: string,
): Promise<void> {
  const inspection = await pickDialect(address).inspect(address);
  if (!inspection || inspection.isEmpty) return;
  requireOwn(inspection, settings);
  const { storeSettings, pending, publicKeys } = inspection;
  const setting = storeSettings[PARTIAL_COPY_SETTING];
  // A database without our migrations is empty, or belongs to another application.
  const isOlder = pending.length > 0 && pending.length < migrationNames().length;
  if (setting === undefined && (isOlder || publicKeys.length > 0))
    throw occupiedError(name, "it has the data of a store");
  if (setting !== undefined && setting !== identity)
    throw occupiedError(name, "it has a part of another store");
  await requireRest(address, name);
}

async function requireRest(address: string, name: string): Promise<void> {
  if (await pickDialect(address).isInUse(address))
    throw new SettingsError(`${name} is open in another process`, {
      advice: "stop the servers, workers and commands first",
    });
}

const occupiedError = (name: string, why: string): SettingsError =>
  new SettingsError(`${name} cannot take the copy: ${why}`, {
    advice: "name a new, empty database with --to",
  });

/** Identifies a store and the state of its schema. */
const identityOf = ({ storeSettings, publicKeys }: Inspection): string => {
  const says = [migrationNames(), Object.entries(storeSettings).sort(), publicKeys.toSorted()];
  return createHash("sha256").update(JSON.stringify(says)).digest("hex");
};

async function copy(
  source: NamedStore,
  target: NamedStore,
  { identity, err }: { identity: string; err: Context["err"] },
): Promise<CopyTotals> {
  const show = showProgress(err);
  const from = openDatabase(source.address);
  const into = openDatabase(target.address);
  try {
    const progress = (step: "copy" | "compare", share: number) =>
      show.at(step === "copy" ? "Copying" : "Comparing", share);
    // One transaction blocks writes to the source.
    const totals = await from.transact(
      async (transaction) => {
        await pickDialect(source.address).blockWrites(transaction, TABLE_NAMES);
        return copyStore(transaction, into, { identity, progress });
      },
      { isolation: "read committed" },
    );
    show.done(`Copied and compared ${formatRows(totals)}`);
    return totals;
  } finally {
    await Promise.all([from.destroy(), into.destroy()]);
  }
}

/** Explains a failure with the name of the failed database, without its password. */
function explain(failure: unknown, source: NamedStore, target: NamedStore): unknown {
  if (failure instanceof CopyRefusal && failure.reason === "occupied")
    return occupiedError(target.name, failure.message);
  if (failure instanceof CopyRefusal)
    return new SettingsError(`${target.name} is no copy of ${source.name}: ${failure.message}`, {
      advice: "empty it, and begin again while nothing uses either",
    });
  const explains = ({ address }: NamedStore) =>
    failure instanceof Error && pickDialect(address).explain(failure, address) !== null;
  const place = [target, source].find(explains);
  return systemFailure(failure, place?.address) ?? failure;
}

const formatRows = ({ rows }: CopyTotals): string => `${rows.toLocaleString("en")} rows`;

const summary = (
  source: NamedStore,
  target: NamedStore,
  totals: CopyTotals,
  data: string,
): string => `
${target.name}
  has    the store of ${source.name}: ${formatRows(totals)}
  digest ${totals.digest}
  set    DATABASE_URL to its address, for every server, worker and command
  keep   the master key and, in ${data}, keys.json and environment
Start no server on ${source.name} any more: what it writes would be missing here.
`;
