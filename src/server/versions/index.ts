import { version20180522 } from "./2018-05-22.ts";
import { version20190529 } from "./2019-05-29.ts";
import { PUBLIC_KEY_PATHS, version20200914 } from "./2020-09-14.ts";
import type { Change, Version } from "./change.ts";
import { compose, type Edit, type Fields, isObject, type JsonObject } from "./edit.ts";

export type { JsonObject };

/** The versions after the first, oldest first, with their changes. */
export const CHANGES: readonly Version[] = [version20180522, version20190529, version20200914];

/** The dates of the versions that this server supports, oldest first. */
export const VERSIONS: readonly string[] = ["2017-03-08", ...CHANGES.map(({ date }) => date)];

/** The default version of new clients. */
export const NEWEST_VERSION = version20200914.date;

/** Returns the version of a date, or null if there is none. */
export const findVersion = (date: string): string | null =>
  VERSIONS.find((version) => version === date) ?? null;

/** Returns whether a path of a version accepts `public_key` instead of `client_id` and `secret`. */
export const takesPublicKey = (version: string, path: string): boolean =>
  version < "2020-09-14" && PUBLIC_KEY_PATHS.includes(path);

type Bodies = {
  value(body: JsonObject): JsonObject;
  /** Changes the JSON Schema of the newest version into the schema of this version. */
  schema(schema: JsonObject): JsonObject;
  /** Functions by field; null if the change does not work on single fields. */
  fields: Fields | null;
};

/** A path in a version. Requests are upgraded to the newest version, and responses downgraded. */
export type VersionedPath = { request: Bodies; response: Bodies };

/** Returns the changes of a path between a version and the newest version; null without changes. */
export type VersionRegistry = (version: string, path: string) => VersionedPath | null;

/**
 * Composes the changes of these paths for each version. Requests are upgraded to the newest
 * version, the internal form. Responses are downgraded. Throws if a change names an unknown path.
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

/** Returns null if a path is the same as at head. */
function versionedPath(version: string, path: string): VersionedPath | null {
  const touching = CHANGES.flatMap(({ date, changes }) =>
    changes
      .filter(({ paths }) => paths.some((changed) => changed === path))
      .map((change) => ({ date, change })),
  );
  const later = touching.filter(({ date }) => date > version).map(({ change }) => change);
  const now = touching.filter(({ date }) => date <= version).map(({ change }) => change);
  const edits = (pick: (change: Change) => Edit | undefined, changes: readonly Change[]) =>
    changes.flatMap((change) => pick(change) ?? []);
  const upgrades = edits(({ request }) => request, later);
  const downgrades = [
    ...edits(({ droppedFrom }) => droppedFrom, now),
    ...edits(({ response }) => response, later.toReversed()),
  ];
  if (upgrades.length + downgrades.length === 0) return null;
  return {
    request: bodies(upgrades, upgrades.toReversed()),
    response: bodies(downgrades, downgrades),
  };
}

/** Composes edits of values and edits of schemas. Their order differs for requests. */
function bodies(edits: readonly Edit[], schemaEdits: readonly Edit[]): Bodies {
  const whole = compose(...edits);
  return {
    value: (body) => {
      const result = whole.value(body);
      if (!isObject(result))
        throw new Error("a version changed a body into something other than an object");
      return result;
    },
    schema: (schema) => schemaEdits.reduce((result, edit) => edit.schema(result), schema),
    fields: whole.fields ?? null,
  };
}
