import { isObject, mapValue, toProperties } from "./edit.ts";

/** Replaces the numbers by network with a flat array of the ACH numbers. */
export const flatNumbers = mapValue(
  (numbers) => (isObject(numbers) ? (numbers.ach ?? []) : numbers),
  (schema) => {
    const { ach } = toProperties(schema);
    return isObject(ach) ? ach : schema;
  },
);
