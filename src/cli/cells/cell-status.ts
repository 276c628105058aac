import { DELIVERY_JOB } from "../../server/domain/webhooks/webhook.ts";
import type { Cell } from "./read-cells-file.ts";

/** Sums over all clients of a cell; null for a sum that the cell does not report. */
type CellTotals = {
  items: number | null;
  requests: number | null;
  refused: number | null;
  failed: number | null;
  webhooksWaiting: number;
  /** The time since the oldest of the webhooks was due, in seconds. */
  webhooksDue: number;
  deadLetters: number;
};

type ServerStatus = {
  address: string;
  version: string | null;
  /** The reason why the server takes no calls; null if it takes calls. */
  problem: string | null;
  /** The reason why the server reports no sums; null if it reports sums. */
  silence: string | null;
};

/**
 * The status of a cell: its servers, and the sums of its store from the first server that reports
 * sums.
 */
export type CellStatus = {
  name: string;
  /** The address of the cell's Dashboard. */
  dashboard: string | null;
  servers: readonly ServerStatus[];
  totals: CellTotals | null;
};

/**
 * The time limit for all cells together, in ms. A cell without a response by then counts as down.
 */
const LIMIT_MS = 1500;

/** A limit above the response of a server with all endpoints and kinds of jobs. */
const MAX_BYTES = 4_000_000;

/** Asks all servers of all cells at once. No server delays another. */
export const readCells = (
  cells: readonly Cell[],
  signal: AbortSignal = AbortSignal.timeout(LIMIT_MS),
): Promise<CellStatus[]> => Promise.all(cells.map((cell) => readCell(cell, signal)));

/** Whether all, some or none of a cell's servers are ready. */
export const stateOf = ({ servers }: CellStatus): "up" | "partly up" | "down" => {
  const ready = servers.filter(({ problem }) => problem === null).length;
  if (ready === servers.length) return "up";
  return ready > 0 ? "partly up" : "down";
};

async function readCell(
  { name, origin, token, servers }: Cell,
  signal: AbortSignal,
): Promise<CellStatus> {
  const answers = await Promise.all(
    servers.map(async ({ api, metrics }) => {
      const [problem, samples] = await Promise.all([
        readReadiness(api, signal),
        readSamples(metrics, token, signal),
      ]);
      return { address: api, problem, ...samples };
    }),
  );
  const told = answers.find(({ values }) => values !== null)?.values;
  return {
    name,
    dashboard: origin === undefined ? null : `${origin}/dashboard`,
    servers: answers.map(({ address, problem, silence, values }) => ({
      ...{ address, problem, silence },
      version: values ? labelOf(values, "info", "version") : null,
    })),
    totals: told ? totalsOf(told) : null,
  };
}

/** The reason why a server is not ready; null for a ready server. */
async function readReadiness(api: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${api}/readyz`, { signal, redirect: "error" });
    const text = await readText(response);
    if (response.ok) return null;
    return response.status === 503 ? describeParts(text) : `/readyz responds ${response.status}`;
  } catch (failure) {
    return describeFailure(failure);
  }
}

function describeParts(text: string): string {
  try {
    const { parts } = JSON.parse(text) as { parts: Record<string, unknown> };
    const wrong = Object.entries(parts).filter(([, part]) => part !== "ok");
    const reasons = wrong.map(([name, part]) => `${name} ${part}`).join(", ");
    // A hostile cell could write other cells' lines.
    return `not ready: ${reasons.replace(/[^ -~]+/g, "?")}`.slice(0, 200);
  } catch {
    return "/readyz responds 503";
  }
}

/** The values of samples by name and labels. */
type Samples = ReadonlyMap<string, number>;

async function readSamples(
  metrics: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<{ values: Samples | null; silence: string | null }> {
  const refuse = (silence: string) => ({ values: null, silence });
  try {
    const response = await fetch(`${metrics}/metrics`, {
      ...{ signal, redirect: "error" },
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const text = await readText(response);
    if (response.status === 401) return refuse("its METRICS_TOKEN is another one");
    if (!response.ok) return refuse(`/metrics responds ${response.status}`);
    return { values: parseSamples(text), silence: null };
  } catch (failure) {
    return refuse(`/metrics: ${describeFailure(failure)}`);
  }
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > MAX_BYTES) throw new Error(`it responds more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

const PREFIX = "service_link_";

const parseSamples = (text: string): Samples =>
  new Map(
    text
      .split("\n")
      .filter((line) => line.startsWith(PREFIX))
      .map((line) => {
        const end = line.lastIndexOf(" ");
        return [line.slice(PREFIX.length, end), Number(line.slice(end + 1))];
      }),
  );

function labelOf(samples: Samples, name: string, label: string): string | null {
  for (const key of samples.keys()) {
    const [, value] = new RegExp(`^${name}\\{.*\\b${label}="([^"]{1,40})"`).exec(key) ?? [];
    if (value !== undefined) return value;
  }
  return null;
}

function totalsOf(samples: Samples): CellTotals {
  const get = (name: string) => samples.get(name) ?? null;
  const sum = (start: string) =>
    [...samples].reduce((total, [key, value]) => total + (key.startsWith(start) ? value : 0), 0);
  const [succeeded, refused, failed] = ["succeeded", "refused", "failed"].map((outcome) =>
    get(`day_requests{outcome="${outcome}"}`),
  );
  return {
    items: get("items"),
    requests: typeof succeeded === "number" ? succeeded + (refused ?? 0) + (failed ?? 0) : null,
    refused: refused ?? null,
    failed: failed ?? null,
    webhooksWaiting: get(`jobs_pending{job="${DELIVERY_JOB}"}`) ?? 0,
    webhooksDue: get(`jobs_oldest_due_seconds{job="${DELIVERY_JOB}"}`) ?? 0,
    deadLetters: sum("jobs_given_up{") + sum("jobs_crashed{"),
  };
}

/** Common connection failures in words. */
const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ECONNRESET: "breaks the connection",
  ENOTFOUND: "its name is not known",
  EHOSTUNREACH: "cannot be reached",
};

function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (["TimeoutError", "AbortError"].includes(failure.name)) return "no response in time";
  const { cause } = failure;
  if (cause instanceof Error && "code" in cause)
    return CODES[String(cause.code)] ?? String(cause.code);
  return cause instanceof Error ? cause.message : failure.message;
}
