import { type Condition, PLACEHOLDER } from "../../domain/institutions/bank-description.ts";
import type { Operator } from "../../domain/institutions/bank-operator.ts";

/** The value at a dotted path; undefined if there is none. Only an object's own fields count. */
export const valueAt = (path: string, entry: unknown): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, part) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, part)
          ? Reflect.get(value, part)
          : undefined,
      entry,
    );

/** The result of an operator on an entry of the bank; undefined if it has no value. */
export const applyOperator = (operator: Operator | undefined, entry: unknown): unknown => {
  if (operator === undefined) return undefined;
  if (typeof operator === "string") return valueAt(operator, entry) ?? undefined;
  if ("text" in operator) return operator.text;
  if ("first" in operator)
    return operator.first
      .map((path) => valueAt(path, entry))
      .find((value) => value != null && value !== "");
  const value = valueAt(operator.of, entry);
  if (value == null) return "map" in operator ? operator.else : undefined;
  if ("last" in operator) return textOf(value)?.replace(/\s/g, "").slice(-operator.last);
  if ("minus" in operator) {
    const other = valueAt(operator.minus, entry);
    return other == null ? undefined : (Number(value) - Number(other)) / (operator.divide ?? 1);
  }
  if ("divide" in operator) return Number(value) / operator.divide;
  if ("epoch" in operator)
    return momentOf(Number(value) * (operator.epoch === "seconds" ? 1000 : 1));
  const text = textOf(value) ?? "";
  return Object.hasOwn(operator.map, text) ? operator.map[text] : operator.else;
};

/** Whether a condition holds of an entry. */
export const isTrue = ({ of, is }: Condition, entry: unknown): boolean =>
  is.includes(textOf(valueAt(of, entry)) ?? "");

/** Whether any of some conditions holds of an entry. */
export const isAnyTrue = (
  conditions: Condition | readonly Condition[] | undefined,
  entry: unknown,
): boolean => [conditions ?? []].flat().some((condition) => isTrue(condition, entry));

/** A text, or a number or truth value as one. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

/** A template with its names replaced; a name without a value becomes an empty text. */
export const fillTemplate = (
  template: string,
  lookUp: (name: string) => string | undefined,
  encode: (value: string) => string = (value) => value,
): string => template.replace(PLACEHOLDER, (_, name: string) => encode(lookUp(name) ?? ""));

const momentOf = (ms: number): string | undefined =>
  Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined;
