import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dayAt, toDate } from "../../server/domain/calendar.ts";
import { requireWritableStore } from "../../server/host/data-folder/assert-can-start.ts";
import { checkStoreIntegrity } from "../../server/host/data-folder/check-store-integrity.ts";
import { readKeysFile } from "../../server/host/data-folder/client-keys.ts";
import { readMasterKeys, requireMasterKey } from "../../server/host/data-folder/master-key.ts";
import { standbyAddress, storeName } from "../../server/host/data-folder/store-address.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import { pickDialect } from "../../server/store/dialects/index.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

/** Inspects the store; with `pages`, reads all of its pages. */
export const inspectStore = (
  settings: Settings,
  options: { pages: boolean },
): Promise<Inspection | null> => checkStoreIntegrity(settings, options);

/** Checks that the store can be read, written and migrated, without migrating it. */
export const checkStore = async ({ settings, inspection }: Start): Promise<Finding> => {
  const result = await tryCheck(async () => {
    const found = await inspection();
    await requireWritableStore(settings, found);
    return found;
  });
  if ("failure" in result) return result.failure;
  if (result.value === null) return { is: "right", says: "none yet: the first start makes it" };
  const { pending } = result.value;
  const opens = settings.databaseUrl === undefined ? "opens" : `${storeName(settings)} opens`;
  return {
    is: "right",
    says:
      pending.length === 0
        ? `${opens}, and is up to date`
        : `${opens}; the next start changes ${pending.join(", ")}`,
  };
};

/** Checks that a standby for long reads is readable. A server starts without a standby. */
export const checkStandby = async ({ settings }: Start): Promise<Finding | null> => {
  const named = await tryCheck(() => standbyAddress(settings));
  if ("failure" in named) return named.failure;
  const address = named.value;
  if (address === null) return null;
  const reached = await tryCheck(() => pickDialect(address).standbys?.tryConnect(address));
  if (!("failure" in reached)) return { is: "right", says: "a standby serves long reads" };
  return {
    is: "odd",
    says: `no standby of DATABASE_READ_URL can be read: ${reached.failure.says}`,
    advice: "start one, or name another: the primary serves all reads until then",
  };
};

/**
 * Checks that partitioned tables have parts for the coming days. A worker creates the parts of a
 * week.
 */
export const checkPartitions = async ({ inspection, now }: Start): Promise<Finding | null> => {
  const lastPart = (await inspection().catch(() => null))?.lastPart ?? null;
  if (lastPart === null) return null;
  const says = `the days until ${toDate(lastPart)} have their parts`;
  if (lastPart > dayAt(now) + 1) return { is: "right", says };
  return {
    is: "odd",
    says: `${says}, and rows of later ones go to the rest`,
    advice: "let a worker run whose user owns the tables: it makes those of the coming week",
  };
};

/**
 * Reports a client's move to or from the store while servers run. The client's calls may be refused
 * until the move ends.
 */
export const checkMoves = async ({ inspection }: Start): Promise<Finding | null> => {
  const [move] = (await inspection().catch(() => null))?.openMoves ?? [];
  if (!move) return null;
  const { clientId, source, target, step } = move;
  return {
    is: "odd",
    says: `the move of ${clientId} from ${source} to ${target} is not over (${step})`,
    advice: `unless its command runs, call service-link clients move ${clientId} --live again, with --data and --to as before`,
  };
};

/** Checks that the master key exists, and that the store was created with it. */
export const checkMasterKey = async ({ settings, inspection }: Start): Promise<Finding> => {
  const found = await inspection().catch(() => null);
  const file = join(settings.dataFolder, "master.key");
  const isGenerated = settings.masterKey === undefined && settings.environment === "sandbox";
  // A migrated store may lack a first client, which the first start creates.
  const isFirstStart = found === null || found.publicKeys.length === 0;
  if (isFirstStart && isGenerated && !existsSync(file))
    return { is: "right", says: "none yet: the first start makes it" };
  const key = await tryCheck(() => {
    readMasterKeys(settings, randomBytes, false);
    requireMasterKey(settings, found);
  });
  if ("failure" in key) return key.failure;
  return {
    is: "right",
    says: found ? "is the one that the store was made under" : "is there",
  };
};

/** Checks that the file of the first client's keys is readable, if the file exists. */
export const checkKeys = async ({ settings, inspection }: Start): Promise<Finding> => {
  const result = await tryCheck(() => readKeysFile(settings));
  if ("failure" in result) return result.failure;
  if (result.value) return { is: "right", says: "keys.json has them" };
  const says = (await inspection().catch(() => null))
    ? "in no file: fixed, or known to you alone"
    : "none yet: the first start makes them";
  return { is: "right", says };
};
