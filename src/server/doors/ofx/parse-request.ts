import { Fault } from "../../domain/fault.ts";
import { FormatError } from "../../formats/format-error.ts";
import { readMarkup } from "../../formats/markup.ts";

/** An element of a request: its text, or its child elements by name. */
export type Element = { text: string; children: { name: string; element: Element }[] };

/** A request in OFX 1 (SGML) or 2 (XML): its version, such as 102 or 211, and its elements. */
export type OfxRequest = { version: number; root: Element };

/** The maximum depth of elements; the protocol has some ten levels. */
const MAX_DEPTH = 20;

/**
 * Parses a request; throws INVALID_BODY for any other text. Values may lack end tags, as in OFX 1.
 */
export const parseOfxRequest = (body: string): OfxRequest => {
  const start = body.search(/<OFX>/i);
  if (start < 0) throw invalid("the body must be an OFX request");
  const header = body.slice(0, start);
  const version = Number(/\bVERSION\s*[:=]\s*"?(\d{3})/.exec(header)?.[1] ?? "102");
  const root: Element = { text: "", children: [] };
  const stack: { name: string; element: Element }[] = [{ name: "", element: root }];
  try {
    readMarkup(body.slice(start), () => ({
      open: (name) => {
        const entry = { name: name.toUpperCase(), element: { text: "", children: [] } };
        stack.at(-1)?.element.children.push(entry);
        if (stack.length > MAX_DEPTH) throw invalid("the request has too many levels");
        stack.push(entry);
      },
      // A value ends its element, with or without an end tag.
      text: (value) => {
        const entry = stack.length > 1 ? stack.pop() : undefined;
        if (entry) entry.element.text = value;
      },
      close: (name) => {
        const at = stack.findLastIndex((entry) => entry.name === name.toUpperCase());
        if (at > 0) stack.length = at;
      },
    }));
  } catch (failure) {
    if (failure instanceof FormatError) throw invalid("the body is no OFX request", failure);
    throw failure;
  }
  return { version, root };
};

/** The elements at a path of names, such as `["BANKMSGSRQV1", "STMTTRNRQ"]`. */
export const elementsAt = (element: Element, path: readonly string[]): Element[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [element];
  return element.children
    .filter((child) => child.name === name)
    .flatMap((child) => elementsAt(child.element, rest));
};

/** The text of the first element at a path; empty without one. */
export const textAt = (element: Element, ...path: readonly string[]): string =>
  elementsAt(element, path)[0]?.text ?? "";

/**
 * The day of an OFX time, YYYY-MM-DD in UTC: `20260131`, or with a time and zone, such as
 * `20260131235959.000[-5:EST]`. Null for an empty text; throws INVALID_FIELD for any other text.
 */
export const parseOfxDay = (text: string): string | null => {
  if (text === "") return null;
  const [, year, month, day, hour = "12", minute = "00", second = "00", zone = "0"] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d{1,6})?(?:\[([+-]?\d{1,2}(?:\.\d{1,2})?)(?::\w*)?\])?)?$/.exec(
      text,
    ) ?? [];
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local))
    throw new Fault("INVALID_FIELD", { message: "DTSTART and DTEND must be like 20260131" });
  return new Date(local - Number(zone) * 3_600_000).toISOString().slice(0, 10);
};

const invalid = (message: string, cause?: unknown): Fault =>
  new Fault("INVALID_BODY", { message, cause });
