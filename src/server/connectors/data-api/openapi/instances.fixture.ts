import fc from "fast-check";
import { isLine } from "../../../domain/bank-values.ts";
import type { Schema } from "./openapi.fixture.ts";

type Resolve = <Part>(part: Part | { $ref: string }) => Part;
type Any = fc.Arbitrary<unknown>;

/** The maximum length of a drawn text. Longer texts find no further misreadings. */
const MAX_LENGTH = 80;

/** Realistic texts, and texts that no field expects. */
const TEXTS = ["DE89370400440532013000", "Zinsen", "0", "-", "𝒂", "a b", "__proto__", "<b>"];

/** Generates the values that a schema allows, with all or some properties. */
export const instancesOf = (resolve: Resolve, schema: Schema): Any => {
  const {
    enum: values,
    allOf,
    oneOf = [],
    anyOf = [],
    ...own
  } = "$ref" in schema ? resolve<Schema>(schema as { $ref: string }) : schema;
  if (values) return fc.constantFrom(...values);
  const parts = (allOf ?? []).map((part) => instancesOf(resolve, part));
  const choices = [...oneOf, ...anyOf].map((part) => instancesOf(resolve, part));
  const chosen = choices.length === 0 ? [] : [fc.oneof(...choices)];
  const merged = [...parts, ...chosen];
  const base = baseOf(resolve, own, merged.length > 0);
  if (merged.length === 0) return base;
  return fc.tuple(base, ...merged).map((each) => {
    const objects = each.filter((part) => typeof part === "object" && part !== null);
    return objects.length === 0 ? each.at(-1) : Object.assign({}, ...objects);
  });
};

function baseOf(resolve: Resolve, schema: Schema, isMerged: boolean): Any {
  const { type, items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (type === "array" && items)
    return fc.array(instancesOf(resolve, items), {
      minLength: minItems,
      maxLength: Math.min(maxItems, Math.max(minItems, 3)),
    });
  if (type === "object" || schema.properties) return objectsOf(resolve, schema);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") {
    const { minimum = -1000, maximum = 1_000_000 } = schema;
    return fc.integer({ min: minimum, max: maximum });
  }
  if (type === "string") return toTexts(schema);
  return isMerged ? fc.constant(null) : fc.jsonValue({ maxDepth: 1 });
}

function objectsOf(resolve: Resolve, { properties = {}, required = [] }: Schema): Any {
  const entries = Object.entries(properties).map(
    ([name, part]) => [name, instancesOf(resolve, part)] as const,
  );
  return fc.record(Object.fromEntries(entries), {
    requiredKeys: required.filter((name) => Object.hasOwn(properties, name)),
  });
}

/** The types of texts in the Consumer Data Standards. */
const CDS_TYPES: Readonly<Record<string, () => Any>> = {
  AmountString: () => fc.stringMatching(/^-?\d{1,13}\.\d{2,4}$/),
  CurrencyString: () => fc.stringMatching(/^[A-Z]{3}$/),
  DateString: () => days,
  DateTimeString: () => moments,
  URIString: () => fc.webUrl(),
};

function toTexts(schema: Schema): Any {
  const { format, pattern, minLength = 0, maxLength = MAX_LENGTH } = schema;
  const ofType = CDS_TYPES[schema["x-cds-type"] ?? ""];
  if (ofType) return ofType();
  const isFit = (text: string) =>
    text.length >= minLength && text.length <= maxLength && isLine(text);
  if (format === "date") return days;
  if (format === "date-time") return moments;
  if (format === "uuid") return fc.uuid();
  if (format === "ipv4") return fc.ipV4();
  if (format === "uri" || format === "url") return fc.webUrl();
  const length = { minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, MAX_LENGTH) };
  // The lookahead says: no space at either end.
  if (pattern?.startsWith("^(?!"))
    return fc.stringMatching(new RegExp(`^\\w{${length.minLength},${length.maxLength}}$`));
  if (pattern !== undefined) return fc.stringMatching(anchored(pattern)).filter(isFit);
  const texts = TEXTS.filter(isFit);
  const any = fc.string({ ...length, unit: "grapheme" }).filter(isFit);
  return texts.length === 0 ? any : fc.oneof(any, fc.constantFrom(...texts));
}

/** The Berlin Group's patterns have no anchors, but apply to the whole text. */
const anchored = (pattern: string): RegExp =>
  new RegExp(pattern.includes("^") ? pattern : `^(${pattern})$`);

const YEARS = { min: new Date("1990-01-01T00:00:00Z"), max: new Date("2089-12-31T23:59:59Z") };

const days = fc
  .date({ ...YEARS, noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Moments in UTC or of an offset, with and without decimals. */
const moments = fc
  .tuple(
    fc.date({ ...YEARS, noInvalidDate: true }),
    fc.constantFrom("Z", "+00:00", "+02:00", "-05:30"),
    fc.boolean(),
  )
  .map(([date, zone, isExact]) => `${date.toISOString().slice(0, isExact ? 23 : 19)}${zone}`);
