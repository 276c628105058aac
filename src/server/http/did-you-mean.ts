import { z } from "zod";

/**
 * Returns the known fields that unknown ones resemble, as the end of an error message; empty
 * without a similar name.
 */
export const didYouMean = (schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string => {
  const meant = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const names = fieldsAt(schema, issue.path);
    return issue.keys.slice(0, MAX_NAMES).flatMap((key) => {
      const name = nearest(key, names);
      return name === null ? [] : [[...issue.path.filter(isName), name].join(".")];
    });
  });
  const [first] = meant;
  return first === undefined ? "" : `; did you mean ${[...new Set(meant)].join(", ")}?`;
};

/** The maximum number and length of unknown names to compare, since a body may have thousands. */
const MAX_NAMES = 5;
const MAX_LENGTH = 64;

const isName = (part: PropertyKey): part is string => typeof part === "string";

/** The field names of an object at a path within a schema. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const [part, ...rest] = path;
  return listBranches(schema).flatMap((branch) => {
    if (branch instanceof z.ZodArray && typeof part === "number")
      return fieldsAt(branch.element, rest);
    if (!(branch instanceof z.ZodObject)) return [];
    if (part === undefined) return Object.keys(branch.shape);
    const inner = isName(part) && Object.hasOwn(branch.shape, part) ? branch.shape[part] : null;
    return inner ? fieldsAt(inner, rest) : [];
  });
}

/** The possible schemas of a value, without optional wrappers. */
function listBranches(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return listBranches(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(listBranches) : [schema];
}

/** The closest name, if fewer than a third of its letters differ. */
function nearest(key: string, names: readonly string[]): string | null {
  if (key.length > MAX_LENGTH) return null;
  const [best] = names
    .map((name) => ({ name, distance: distance(key.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** The Levenshtein distance: the number of letters to add, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...b].entries())
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + Number(letter !== other),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
