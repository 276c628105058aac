import { version20180522 } from "./2018-05-22.ts";
import { version20190529 } from "./2019-05-29.ts";
import { PUBLIC_KEY_PATHS, version20200914 } from "./2020-09-14.ts";
import type { Change, Version } from "./change.ts";
import { all, type Edit, type Fields, isObject, type JsonObject } from "./edit.ts";

export type { JsonObject };

/** The versions after the first, oldest first, with what each of them changed. */
export const CHANGES: readonly Version[] = [version20180522, version20190529, version20200914];

/** The dated versions this server answers in, oldest first; the last one is the newest. */
export const VERSIONS: readonly string[] = ["2017-03-08", ...CHANGES.map(({ date }) => date)];

/** The version that new clients start with. */
export const NEWEST_VERSION = version20200914.date;

/** The version of this date; null for one that does not exist. */
export const findVersion = (date: string): string | null =>
  VERSIONS.find((version) => version === date) ?? null;

/** Whether a path of a version takes a `public_key` in place of `client_id` and `secret`. */
export const takesPublicKey = (version: string, path: string): boolean =>
  version < "2020-09-14" && PUBLIC_KEY_PATHS.includes(path);

type Bodies = {
  value(body: JsonObject): JsonObject;
  /** From the JSON Schema of head's bodies to that of this version's. */
  schema(schema: JsonObject): JsonObject;
  /** What becomes of each field that changes, where bodies change field by field; otherwise null. */
  fields: Fields | null;
};

/** One path in one version: its requests climb to head, its answers walk back from there. */
export type VersionedPath = { request: Bodies; response: Bodies };

/** What a version has different of a path; null where it is as at head. */
export type VersionRegistry = (version: string, path: string) => VersionedPath | null;

/**
 * How each version's bodies differ from head, the newest internal form, for these paths: requests climb
 * to head, answers walk back. Throws when a change names a path that does not exist.
 */
export const createVersionRegistry = (paths: readonly string[]): VersionRegistry => {
  const changedPaths = CHANGES.flatMap(({ changes }) => changes.flatMap((change) => change.paths));
  const unknown = changedPaths.filter((path) => !paths.includes(path));
  if (unknown.length > 0)
    throw new Error(
      `a version changes paths that do not exist: ${[...new Set(unknown)].join(", ")}`,
    );
  const byVersionAndPath = new Map(
    VERSIONS.flatMap((version) =>
      paths.map((path) => [`${version} ${path}`, versionedPath(version, path)] as const),
    ),
  );
  return (version, path) => byVersionAndPath.get(`${version} ${path}`) ?? null;
};

/** Null where a path is the same as at head. */
function versionedPath(version: string, path: string): VersionedPath | null {
  const touching = CHANGES.flatMap(({ date, changes }) =>
    changes
      .filter(({ paths }) => paths.some((one) => one === path))
      .map((change) => ({ date, change })),
  );
  const later = touching.filter(({ date }) => date > version).map(({ change }) => change);
  const now = touching.filter(({ date }) => date <= version).map(({ change }) => change);
  const edits = (pick: (change: Change) => Edit | undefined, changes: readonly Change[]) =>
    changes.flatMap((change) => pick(change) ?? []);
  const upgrades = edits(({ request }) => request, later);
  const downgrades = [
    ...edits(({ removedForNewer: since }) => since, now),
    ...edits(({ response }) => response, later.toReversed()),
  ];
  if (upgrades.length + downgrades.length === 0) return null;
  return {
    request: bodies(upgrades, upgrades.toReversed()),
    response: bodies(downgrades, downgrades),
  };
}

/** Edits of bodies in their order, and of these bodies' schemas in theirs. */
function bodies(edits: readonly Edit[], ofSchemas: readonly Edit[]): Bodies {
  const whole = all(...edits);
  return {
    value: (body) => {
      const result = whole.value(body);
      if (!isObject(result))
        throw new Error("a version made something else of a body than an object");
      return result;
    },
    schema: (schema) => ofSchemas.reduce((one, edit) => edit.schema(one), schema),
    fields: whole.fields ?? null,
  };
}
