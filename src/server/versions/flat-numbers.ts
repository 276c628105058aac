import { isObject, mapValue, propertiesOf } from "./edit.ts";

/** Replaces the numbers by network with a flat array of the ACH numbers. */
export const flatNumbers = mapValue(
  (numbers) => (isObject(numbers) ? (numbers.ach ?? []) : numbers),
  (schema) => {
    const { ach } = propertiesOf(schema);
    return isObject(ach) ? ach : schema;
  },
);
