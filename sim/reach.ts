import type SQLite from "better-sqlite3";
import { ERRORS } from "../src/protocol/errors/errors.ts";
import { endpoints } from "../src/server/api/index.ts";
import { bridgeEndpoints } from "../src/server/bridge/index.ts";
import { DOORS } from "../src/server/doors/index.ts";
import { jobKinds } from "../src/server/jobs/index.ts";
import { webhooks } from "../src/server/webhooks/index.ts";
import type { World } from "./world.ts";

/** By name: the number of seeds in which it happened. */
export type Reach = Map<string, number>;

/** Adds what a seed has reached. */
export const addReach = (reach: Reach, coverage: ReadonlyMap<string, number>): void => {
  const names = new Set([...coverage.keys()].flatMap(listNames));
  for (const name of names) reach.set(name, (reach.get(name) ?? 0) + 1);
};

/** The names for a step of the trace: its path, and the error code of a refusal. */
function listNames(step: string): string[] {
  const [first = "", status = "", code] = step.split(" ");
  if (first.startsWith("/")) {
    if (code !== undefined) return [`refusal ${code}`];
    return status < "400" ? [`path ${first}`] : [];
  }
  return /^(job|webhook|item)$/.test(first) ? [step] : [];
}

/** Makes a world count its Items' states. */
export const createStateReach = (world: World, reader: SQLite.Database): (() => void) => {
  const states = reader
    .prepare<[], string>(
      `select distinct case when removed_at is not null then 'removed' when error is null then 'good'
         when error = 'ITEM_LOGIN_REQUIRED' then 'login_required' else 'revoked' end from item`,
    )
    .pluck();
  return () => {
    for (const state of states.all()) world.reach(`item ${state}`);
  };
};

const ITEM_STATES = ["good", "login_required", "revoked", "removed"];

/** The seeds that reached a name. A `:part` of a name matches any text. */
const seedsOfName = (reach: Reach, name: string): number => {
  if (!name.includes(":")) return reach.get(name) ?? 0;
  const pattern = new RegExp(`^${name.replaceAll(/:\w+/g, "[^/]+")}$`);
  return Math.max(0, ...[...reach].flatMap(([key, seeds]) => (pattern.test(key) ? [seeds] : [])));
};

const doors = await Promise.all(Object.values(DOORS).map((load) => load()));

/**
 * Prints the number of seeds that reached each endpoint, job, webhook, state and refusal, and the
 * names that none reached.
 */
export const printReach = (reach: Reach): string => {
  const kinds: [title: string, prefix: string, all: readonly string[]][] = [
    [
      "endpoints",
      "path",
      [
        ...Object.keys(endpoints),
        ...bridgeEndpoints.map(({ path }) => path),
        ...doors.flatMap(({ routes }) => routes.map(({ path }) => path)),
      ],
    ],
    ["jobs", "job", jobKinds.map(({ name }) => name)],
    ["webhooks", "webhook", Object.keys(webhooks).map((name) => name.replace(/.*:/, ""))],
    ["states of Items", "item", ITEM_STATES],
    ["refusals", "refusal", Object.keys(ERRORS)],
  ];
  return kinds
    .map(([title, prefix, all]) => {
      const names = [...new Set(all)];
      const seedsOf = (name: string) => seedsOfName(reach, `${prefix} ${name}`);
      const reached = names
        .filter((name) => seedsOf(name) > 0)
        .toSorted((one, other) => seedsOf(one) - seedsOf(other));
      const never = names.filter((name) => seedsOf(name) === 0);
      return [
        `${reached.length} of ${names.length} ${title}, with the seeds that reached each:`,
        `  ${reached.map((name) => `${name} ${seedsOf(name)}`).join(", ")}`,
        `  never: ${never.join(", ") || "none"}`,
        "",
      ].join("\n");
    })
    .join("");
};
