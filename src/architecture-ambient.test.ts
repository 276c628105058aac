import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SRC = import.meta.dirname;

/** The clock, the randomness and the timers of the system, which everything else gets as arguments. */
const AMBIENT =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(Bytes|UUID|Int|FillSync)\b|\bgetRandomValues\b|\bset(Timeout|Interval)\b|\bperformance\.now\b|\bhrtime\b|\bAbortSignal\.timeout\b/;

/** The places that may use them, each with its reason. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^server\/adapters\//, "adapters are the system behind the ports"],
  [/^server\/host\//, "it wires the ports with the system's"],
  [/^server\/telemetry\//, "it measures durations"],
  [/^server\/http\/overload\/(load-gate|event-loop-lag)\.ts$/, "they measure this process"],
  [
    /^server\/http\/(overload\/sockets|payloads|server|request-hooks)\.ts$/,
    "sockets, and durations in the log",
  ],
  [/^server\/store\/open-store\.ts$/, "the default of an argument"],
  [/^server\/store\/dialects\//, "drivers wait for the database's own locks"],
  [/^server\/connectors\/sandbox\/connector\.ts$/, "the default of an argument"],
  [/^server\/connectors\/data-api\/sign-command\.ts$/, "a program of the system is limited"],
  [
    /^server\/institutions\/conformance\//,
    "a check is a client of its own, on an operator's request",
  ],
  [
    /^link\/(main|link-window|lazy-behaviour|leave-page|live-events|load|when-idle)\.tsx?$/,
    "the page",
  ],
  [/^link\/(clickjacking-guard|embedded|webview|bridge-client)\.ts$/, "the page"],
  [/^link\/views\//, "the page"],
];

const FILES = globSync("{server,link}/**/*.{ts,tsx}", { cwd: SRC }).filter(
  (path) => !/\.(test|fixture)\.tsx?$/.test(path),
);

const usesSystem = (path: string): boolean =>
  readFileSync(`${SRC}/${path}`, "utf8")
    .split("\n")
    .some((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && AMBIENT.test(line));

test("only ports and adapters use the system's clock, randomness and timers", () => {
  const users = FILES.filter(usesSystem);
  expect(users.filter((path) => !PLACES.some(([place]) => place.test(path)))).toEqual([]);
});

test("each place that may use them does", () => {
  const users = FILES.filter(usesSystem);
  expect(PLACES.filter(([place]) => !users.some((path) => place.test(path)))).toEqual([]);
});
