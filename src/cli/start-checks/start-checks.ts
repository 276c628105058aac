import { fileURLToPath } from "node:url";
import { storeAddress } from "../../server/host/data-folder/store-address.ts";
import {
  readSettings,
  type ServeOptions,
  type Settings,
  SettingsError,
} from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import { PROJECT } from "../project.ts";
import { checkCertificates } from "./check-certificates.ts";
import { checkClock } from "./check-clock.ts";
import { checkEnvironment, checkFolder, isFolderUsable } from "./check-data-folder.ts";
import { checkFiles } from "./check-files.ts";
import { checkDatabaseLibrary, checkNode, checkOpenFiles, checkProgram } from "./check-machine.ts";
import { checkMetrics, checkPort } from "./check-ports.ts";
import { checkPublicUrl } from "./check-public-url.ts";
import { checkMailServer, checkRedis } from "./check-servers.ts";
import { checkRateLimitChanges, checkTls } from "./check-settings.ts";
import {
  checkKeys,
  checkMasterKey,
  checkMoves,
  checkPartitions,
  checkStandby,
  checkStore,
  inspectStore,
} from "./check-store.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

type StartCheck = {
  name: string;
  /** Null if there is nothing to say. */
  run(start: Start): Finding | null | Promise<Finding | null>;
  /** Whether the check reads the data folder, and so waits for the folder's own check. */
  isOfFolder?: true;
  /** Whether the check runs in the background of a start. Its findings are warnings at most. */
  isBackground?: true;
};

/**
 * The checks before a start. `serve` refuses to start on an error, and `doctor` reports all
 * findings.
 */
const START_CHECKS: readonly StartCheck[] = [
  { name: "Node", run: () => checkNode(process.versions.node) },
  { name: "Program", run: () => checkProgram(fileURLToPath(new URL("dist/public", PROJECT))) },
  { name: "Database", run: checkDatabaseLibrary },
  { name: "Clock", run: checkClock },
  { name: "Rate limits", run: checkRateLimitChanges },
  { name: "Data folder", run: checkFolder },
  { name: "Files", run: checkFiles, isOfFolder: true },
  { name: "Environment", run: checkEnvironment, isOfFolder: true },
  { name: "Keys", run: checkKeys, isOfFolder: true },
  { name: "Store", run: checkStore, isOfFolder: true },
  { name: "Partitions", run: checkPartitions, isOfFolder: true },
  { name: "Moves", run: checkMoves, isOfFolder: true },
  { name: "Master key", run: checkMasterKey, isOfFolder: true },
  { name: "Certificates", run: checkCertificates, isOfFolder: true },
  { name: "TLS", run: checkTls },
  { name: "Public URL", run: checkPublicUrl },
  { name: "Port", run: checkPort },
  { name: "Metrics", run: checkMetrics },
  { name: "Open files", run: checkOpenFiles },
  { name: "Standby", run: checkStandby, isBackground: true },
  { name: "Redis", run: checkRedis, isBackground: true },
  { name: "Mail server", run: checkMailServer, isBackground: true },
];

type NamedFinding = Finding & { name: string };

/** Runs all checks, for `doctor`; changes nothing. */
export const checkAll = async (
  options: ServeOptions,
  variables: Record<string, string | undefined>,
  now: number,
): Promise<NamedFinding[]> => {
  const read = await tryCheck(() => toStart(readSettings(options, variables), now, false));
  if ("failure" in read)
    return [
      { name: "Node", ...checkNode(process.versions.node) },
      { name: "Settings", ...read.failure },
    ];
  const start = read.value;
  const canReadFolder = isFolderUsable(start.settings);
  const findings: NamedFinding[] = [];
  for (const { name, run, isOfFolder } of START_CHECKS) {
    if (isOfFolder && !canReadFolder) continue;
    const finding = await run(start);
    if (finding) findings.push({ name, ...finding });
  }
  return findings;
};

/**
 * Runs the checks before a server starts. Throws the first error. Calls `warn` with warnings, and
 * with later findings of background checks.
 */
export const requireStart = async (
  settings: Settings,
  now: number,
  warn: (finding: NamedFinding) => unknown,
): Promise<void> => {
  const start = toStart(settings, now, true);
  const odd: NamedFinding[] = [];
  for (const { name, run, isBackground } of START_CHECKS) {
    const finding = isBackground ? null : await run(start);
    if (finding?.is === "wrong") throw toSettingsError(finding);
    if (finding?.is === "odd") odd.push({ name, ...finding });
  }
  for (const finding of odd) warn(finding);
  for (const { name, run, isBackground } of START_CHECKS)
    if (isBackground)
      void Promise.resolve(run(start)).then((finding) => {
        if (finding?.is === "odd") warn({ name, ...finding });
      });
};

const toSettingsError = ({ says, advice }: Finding): SettingsError =>
  new SettingsError(says, advice === undefined ? {} : { advice });

function toStart(settings: Settings, now: number, isStarting: boolean): Start {
  let inspection: Promise<Inspection | null> | undefined;
  return {
    settings,
    address: storeAddress(settings),
    now,
    isStarting,
    inspection: () => {
      inspection ??= inspectStore(settings, { pages: !isStarting });
      return inspection;
    },
  };
}
