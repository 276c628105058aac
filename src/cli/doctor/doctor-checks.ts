import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readKeysFile } from "../../server/data-folder/client-keys.ts";
import { requireUsable } from "../../server/data-folder/data-folder.ts";
import { requireEnvironment } from "../../server/data-folder/environment-file.ts";
import { storeAddress } from "../../server/data-folder/store-address.ts";
import { SERVER_URL_SETTING } from "../../server/domain/server-url.ts";
import { DEFAULTS } from "../../server/settings/defaults.ts";
import { connectionsWithin, mostOpenFiles, OTHER_FILES } from "../../server/settings/open-files.ts";
import { readSettings, type ServeOptions, type Settings } from "../../server/settings/settings.ts";
import { readTlsFiles } from "../../server/settings/tls-files.ts";
import type { Dialect, Inspection } from "../../server/store/dialects/dialect.ts";
import { dialectOf } from "../../server/store/dialects/index.ts";
import { nodeProblem, OLDEST_NODE } from "../node-version.ts";
import { holderOf, isInUse, portFailure, portRefusal } from "../serve/port.ts";
import { checkClock } from "./check-clock.ts";
import { checkFiles } from "./check-files.ts";
import { checkPublicUrl } from "./check-public-url.ts";
import { checkMasterKey, checkStore } from "./check-store.ts";
import type { Finding } from "./doctor-report.ts";
import { tryCheck } from "./try-check.ts";

/** Without so much room no start succeeds, and with little more the store soon fills it. */
const ROOM = { least: 1024 * 1024, little: 64 * 1024 * 1024 };

/** Looks at everything that a start needs, one thing after the other, and changes nothing. */
export const runDoctorChecks = async (
  options: ServeOptions,
  variables: Record<string, string | undefined>,
  now: number,
): Promise<Finding[]> => {
  const settings = tryCheck("Settings", () => readSettings(options, variables));
  const address = tryCheck("Settings", () =>
    "is" in settings ? "" : storeAddress(settings.value),
  );
  const dialect = dialectOf("is" in address ? "" : address.value);
  const files = "is" in address || address.value === "" ? [] : dialect.files(address.value);
  const machine = [node(process.versions.node), database(dialect), checkClock(now, files)];
  if ("is" in settings) return [...machine, settings];
  if ("is" in address) return [...machine, address];
  const place = folder(settings.value);
  // What is in a folder that cannot be used is not to be looked at.
  if (place.is === "wrong")
    return [...machine, place, tls(settings.value), await port(settings.value, undefined)];
  const store = await checkStore(settings.value);
  return [
    ...machine,
    place,
    ...[checkFiles(settings.value)].filter((finding) => finding !== null),
    environment(settings.value),
    store.finding,
    checkMasterKey(settings.value, store.inspection),
    keys(settings.value, store.inspection),
    tls(settings.value),
    // Another port than the default was named for the start to come.
    checkPublicUrl(
      settings.value,
      (options.port ?? DEFAULTS.port) === DEFAULTS.port
        ? store.inspection?.storeSettings[SERVER_URL_SETTING]
        : undefined,
    ),
    await port(settings.value, store.inspection?.publicKeys[0]),
    ...(await metrics(settings.value)),
    ...openFiles(settings.value),
  ];
};

function node(version: string): Finding {
  if (nodeProblem(version) === null) return { what: "Node", is: "right", says: version };
  return { what: "Node", is: "wrong", says: version, advice: `use ${OLDEST_NODE} or newer` };
}

function database({ name: what, version: versionOf }: Dialect): Finding {
  const version = tryCheck(what, versionOf);
  return "is" in version ? version : { what, is: "right", says: version.value };
}

function environment(settings: Settings): Finding {
  const what = "Environment";
  const result = tryCheck(what, () => requireEnvironment(settings));
  return "is" in result ? result : { what, is: "right", says: settings.environment };
}

function folder({ dataFolder }: Settings): Finding {
  const what = "Data folder";
  const usable = tryCheck(what, () => requireUsable(dataFolder));
  if ("is" in usable) return usable;
  const stats = statSync(dataFolder, { throwIfNoEntry: false });
  const free = freeBytes(dataFolder);
  if (free < ROOM.little)
    return {
      what,
      is: free < ROOM.least ? "wrong" : "odd",
      says: `${dataFolder} is on a disk with ${Math.floor(free / 1024)} KiB left`,
      advice: "free some space",
    };
  if (!stats) return { what, is: "right", says: `${dataFolder}, which the first start makes` };
  if ((stats.mode & 0o077) === 0) return { what, is: "right", says: dataFolder };
  return {
    what,
    is: "odd",
    says: `${dataFolder} is open to others on this machine`,
    advice: `chmod 700 ${dataFolder}`,
  };
}

function keys(settings: Settings, inspection: Inspection | null): Finding {
  const what = "Keys";
  const result = tryCheck(what, () => readKeysFile(settings));
  if ("is" in result) return result;
  if (result.value) return { what, is: "right", says: "keys.json has them" };
  const says = inspection
    ? "in no file: fixed, or known to you alone"
    : "none yet: the first start makes them";
  return { what, is: "right", says };
}

/** What is left for this user on the disk that a folder is on, or will be. */
function freeBytes(folder: string): number {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}

function tls(settings: Settings): Finding {
  const what = "TLS";
  const { tls: files, behindProxy, host } = settings;
  if (!files)
    return {
      what,
      is: "right",
      says: behindProxy ? "is the proxy's" : `not needed on ${host}, which is this machine`,
    };
  const read = tryCheck(what, () => readTlsFiles(files));
  if ("is" in read) return { advice: "name PEM files that this user may read", ...read };
  return { what, is: "right", says: `${files.certFile}, from ${files.minVersion} on` };
}

async function port(settings: Settings, publicKey: string | undefined): Promise<Finding> {
  const what = "Port";
  const { host, port } = settings;
  const failure = await portFailure(settings);
  if (failure === null) return { what, is: "right", says: `${port} on ${host} is free` };
  const holder = isInUse(failure) ? await holderOf(settings, publicKey) : null;
  if (holder === "this server")
    return {
      what,
      is: "right",
      says: `${port} on ${host} is held by this server, which is running`,
    };
  const { reason, advice } = portRefusal(failure, settings, holder);
  return { what, is: "wrong", says: reason, ...(advice !== undefined && { advice }) };
}

/** Whether the system allows as many connections as the settings do. */
function openFiles({ bounds: { connections } }: Settings): Finding[] {
  const files = mostOpenFiles();
  if (files >= connections + OTHER_FILES) return [];
  return [
    {
      what: "Open files",
      is: "odd",
      says: `${files} at most, so that ${connectionsWithin(files, connections)} connections are held at once and not ${connections}`,
      advice: `raise the limit (ulimit -n, LimitNOFILE of systemd) to ${connections + OTHER_FILES} or more`,
    },
  ];
}

/** Whether metrics can be served, where they are to be. */
async function metrics({ metrics: address }: Settings): Promise<Finding[]> {
  if (!address) return [];
  const what = "Metrics";
  const place = `port ${address.port} on ${address.host}`;
  const failure = await portFailure(address);
  if (failure === null) return [{ what, is: "right", says: `${place} is free` }];
  const is = isInUse(failure) ? "odd" : "wrong";
  const says = isInUse(failure)
    ? `${place} is taken, by this server where it runs`
    : failure.message;
  return [{ what, is, says, advice: "choose another METRICS_ADDRESS" }];
}
