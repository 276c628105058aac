import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { attempt } from "./attempt.ts";
import type { Finding } from "./doctor-report.ts";
import { examineMasterKey, examineStore } from "./examine-store.ts";
import { nodeProblem, OLDEST_NODE } from "./node-version.ts";
import { readSettings, type Settings } from "./settings.ts";
import { readTlsFiles } from "./tls-files.ts";

/** Tokens live by the clock: one that is years off makes all of them expired or eternal. */
const YEARS = { first: 2025, last: 2100 };

/** Looks at everything that a start needs, one thing after the other, and changes nothing. */
export const examine = async (
  args: string[],
  variables: Record<string, string | undefined>,
  now: number,
): Promise<Finding[]> => {
  const settings = attempt("Settings", () => readSettings(args, variables));
  if ("is" in settings) return [node(process.versions.node), clock(now), settings];
  const store = examineStore(settings.value);
  return [
    node(process.versions.node),
    clock(now),
    environment(settings.value),
    folder(settings.value),
    store.finding,
    examineMasterKey(settings.value, store.inspection),
    tls(settings.value),
    await port(settings.value),
  ];
};

function node(version: string): Finding {
  if (nodeProblem(version) === null) return { what: "Node", is: "right", says: version };
  return { what: "Node", is: "wrong", says: version, advice: `use ${OLDEST_NODE} or newer` };
}

function clock(now: number): Finding {
  const time = new Date(now).toISOString();
  const year = new Date(now).getUTCFullYear();
  const off = year < YEARS.first || year > YEARS.last;
  return off
    ? { what: "Clock", is: "wrong", says: time, advice: "set this machine's clock" }
    : { what: "Clock", is: "right", says: time };
}

function environment({ environment, dataFolder }: Settings): Finding {
  const what = "Environment";
  const file = join(dataFolder, "environment");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : environment;
  if (kept === environment) return { what, is: "right", says: environment };
  return {
    what,
    is: "wrong",
    says: `${environment}, but the data in ${dataFolder} is of ${kept}`,
    advice: `set SERVICE_ENV=${kept}, or use another --data folder`,
  };
}

function folder({ dataFolder }: Settings): Finding {
  const what = "Data folder";
  if (!existsSync(dataFolder))
    return { what, is: "right", says: `${dataFolder}, which the first start makes` };
  const { mode } = statSync(dataFolder);
  if (!statSync(dataFolder).isDirectory())
    return {
      what,
      is: "wrong",
      says: `${dataFolder} is no folder`,
      advice: "name one with --data",
    };
  if ((mode & 0o077) === 0) return { what, is: "right", says: dataFolder };
  return {
    what,
    is: "odd",
    says: `${dataFolder} is open to others on this machine`,
    advice: `chmod 700 ${dataFolder}`,
  };
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
  const read = attempt(what, () => readTlsFiles(files));
  if ("is" in read) return { ...read, advice: "name PEM files that this user may read" };
  return { what, is: "right", says: `${files.certFile}, from ${files.minVersion} on` };
}

async function port({ host, port }: Settings): Promise<Finding> {
  const what = "Port";
  const failure = await new Promise<Error | null>((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
  if (failure === null) return { what, is: "right", says: `${port} on ${host} is free` };
  const taken = "code" in failure && failure.code === "EADDRINUSE";
  return {
    what,
    is: "wrong",
    says: taken ? `${port} on ${host} is taken` : failure.message,
    advice: taken
      ? `choose another one, e.g. --port ${port + 10}, or stop what listens there`
      : "choose another --host",
  };
}
