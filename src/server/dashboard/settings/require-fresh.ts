import { Fault } from "../../domain/fault.ts";

/**
 * Throws STALE_FIELD, with the current value, if a field has changed since its editor saw it: an
 * optimistic lock per field.
 */
export const requireFresh = <Fields extends object>(
  expected: Partial<{ [Name in keyof Fields]: Fields[Name] | undefined }> | undefined,
  current: Fields,
): void => {
  const stale = (Object.keys(expected ?? {}) as (keyof Fields & string)[]).filter(
    (name) =>
      expected?.[name] !== undefined &&
      JSON.stringify(expected[name]) !== JSON.stringify(current[name]),
  );
  if (stale.length === 0) return;
  const values = stale.map(
    (name) => `${name.replaceAll("_", " ")} is ${describeValue(current[name])} now`,
  );
  throw new Fault("STALE_FIELD", {
    message: `${stale.join(", ")} changed since it was read`,
    display: `Nothing was saved, since this was changed elsewhere in the meantime: ${values.join(", ")}. Save again to replace it.`,
  });
};

const describeValue = (value: unknown): string => {
  if (value === null || value === "") return "empty";
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(", ") : `“${value}”`;
};
