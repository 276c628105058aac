import type { AuditRecord } from "./audit-entry.ts";

type Details = NonNullable<AuditRecord["details"]>;

/** Returns the fields that differ, each with its earlier value under `<name>_before`. */
export const changedFields = (before: Details, after: Details): Details =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null))
      .flatMap(([name, value]) => [
        [`${name}_before`, before[name] ?? null],
        [name, value],
      ]),
  );
