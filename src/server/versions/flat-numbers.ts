import { become, isObject, propertiesOf } from "./edit.ts";

/** Numbers by network become the flat array of ACH numbers that was there before. */
export const flatNumbers = become(
  (numbers) => (isObject(numbers) ? (numbers.ach ?? []) : numbers),
  (schema) => {
    const { ach } = propertiesOf(schema);
    return isObject(ach) ? ach : schema;
  },
);
