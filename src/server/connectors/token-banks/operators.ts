import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/calendar.ts";
import { digest } from "../../domain/identifiers.ts";
import { PLACEHOLDER } from "../../domain/institutions/bank-description.ts";
import type { Operator } from "../../domain/institutions/bank-operator.ts";
import type { Condition } from "../../domain/institutions/bank-request.ts";

/** The value at a dotted path, or undefined. Only an object's own fields count. */
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

/** The result of an operator on an entry of the bank, or undefined. */
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
  if ("last" in operator) return toText(value)?.replace(/\s/g, "").slice(-operator.last);
  if ("minus" in operator) {
    const other = valueAt(operator.minus, entry);
    return other == null ? undefined : (Number(value) - Number(other)) / (operator.divide ?? 1);
  }
  if ("divide" in operator) return Number(value) / operator.divide;
  if ("epoch" in operator)
    return formatMoment(Number(value) * (operator.epoch === "seconds" ? 1000 : 1), operator.zone);
  const text = toText(value) ?? "";
  return Object.hasOwn(operator.map, text) ? operator.map[text] : operator.else;
};

/** Whether a condition is true of an entry. */
export const isTrue = ({ of, is }: Condition, entry: unknown): boolean =>
  is.includes(toText(valueAt(of, entry)) ?? "");

/** Whether any of some conditions is true of an entry. */
export const isAnyTrue = (
  conditions: Condition | readonly Condition[] | undefined,
  entry: unknown,
): boolean => [conditions ?? []].flat().some((condition) => isTrue(condition, entry));

/** Returns a text, number or truth value as text; undefined for anything else. */
export const toText = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

/** Replaces the names in a template. A name without a value becomes an empty text. */
export const fillTemplate = (
  template: string,
  lookUp: (name: string) => string | undefined,
  encode: (value: string) => string = (value) => value,
): string => template.replace(PLACEHOLDER, (_, name: string) => encode(lookUp(name) ?? ""));

/** Formats a moment as ISO 8601 in a time zone, with the zone's offset. */
function formatMoment(ms: number, zone = "UTC"): string | undefined {
  if (!(Math.abs(ms) <= MAX_MS)) return undefined;
  if (zone === "UTC") return new Date(ms).toISOString();
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const name = format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? ["", "+", "00", "00"];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  return `${new Date(ms + offsetMs).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}

/** The last moment that a Date can represent, less a day for the time zone. */
const MAX_MS = 8.64e15 - DAY_MS;

/** Derives an id from the content of a pending row without an id; `unnamed` counts equal rows. */
export function contentId(fields: Record<string, unknown>, unnamed: Map<string, number>): string {
  const content = digest(JSON.stringify(fields));
  const count = unnamed.get(content) ?? 0;
  unnamed.set(content, count + 1);
  return `~${content}${count === 0 ? "" : `/${count}`}`;
}
