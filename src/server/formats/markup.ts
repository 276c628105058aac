import { lookup } from "../domain/lookup.ts";
import { FormatError } from "./format-error.ts";
import { type OnRead, shareOf } from "./read-share.ts";

/** The longest value of an element, in characters. */
const MAX_VALUE_LENGTH = 20_000;

/**
 * The maximum number of cached tags, and their maximum length in characters. A file repeats few
 * different tags.
 */
const MAX_TAGS = 1000;
const MAX_KEPT_LENGTH = 64;

/** The parts of a tagged text, in order. Names have no namespace prefix. */
export type MarkupHandler = {
  open(name: string, attributes: string): void;
  /** The trimmed text after a tag, with resolved character references; never empty. */
  text(value: string): void;
  close(name: string): void;
};

/**
 * Reads a tagged text in one pass. End tags may be missing (SGML). Only the five entities of XML
 * exist: a declared document type or entity is refused. `line` returns the current line, `nameOf`
 * converts names for the handler.
 */
export function readMarkup(
  text: string,
  handlerOf: (line: () => number) => MarkupHandler,
  {
    nameOf = (name) => name,
    onRead,
  }: { nameOf?: (name: string) => string; onRead?: OnRead | undefined } = {},
): void {
  const tell = shareOf(text.length, onRead);
  const tagFrom = tagFinder(text);
  let at = tagFrom(0);
  const line = lineCounter(text, () => at);
  const handler = handlerOf(line);
  const tagOf = tagReader(nameOf);
  const broken = (expected: string) =>
    new FormatError("BROKEN_STRUCTURE", { line: line(), expected });
  while (at >= 0) {
    tell(at);
    if (text.startsWith("<!", at)) {
      at = tagFrom(skipDeclaration(text, at, handler, broken));
    } else {
      const end = text.indexOf(">", at);
      if (end < 0) throw broken("`>` at the end of the tag");
      if (text.startsWith("<?", at)) at = tagFrom(end);
      else {
        const tag = tagOf(text.slice(at + 1, end));
        if (tag === null) throw broken("the name of an element");
        if (tag.opens) handler.open(tag.name, tag.attributes);
        if (tag.closes) handler.close(tag.name);
        const next = tagFrom(end);
        const value = text.slice(end + 1, next < 0 ? text.length : next).trim();
        if (value.length > MAX_VALUE_LENGTH)
          throw new FormatError("VALUE_TOO_LONG", { line: line() });
        if (value !== "") handler.text(resolveReferences(value));
        at = next;
      }
    }
  }
}

type Tag = { name: string; attributes: string; opens: boolean; closes: boolean };

/** Returns a function that parses and caches tags; null for a tag without a name. */
function tagReader(nameOf: (name: string) => string): (tag: string) => Tag | null {
  const known = new Map<string, Tag>();
  return (tag) => {
    const kept = known.get(tag);
    if (kept) return kept;
    // The regular expression below would be slow with a `<`, since it tries every length of the
    // name.
    if (tag.includes("<")) return null;
    const [, name, attributes = ""] = /^\/?\s*(?:[\w.-]+:)?([\w.-]+)(.*)$/s.exec(tag) ?? [];
    if (name === undefined) return null;
    const opens = !tag.startsWith("/");
    const closes = !opens || tag.endsWith("/");
    const parsed = { name: nameOf(name), attributes, opens, closes };
    if (known.size < MAX_TAGS && tag.length <= MAX_KEPT_LENGTH) known.set(tag, parsed);
    return parsed;
  };
}

/** Skips a comment, or reads a CDATA section. Returns the position after it. */
function skipDeclaration(
  text: string,
  at: number,
  handler: MarkupHandler,
  broken: (expected: string) => FormatError,
): number {
  const [mark, endMark] = text.startsWith("<!--", at) ? ["<!--", "-->"] : ["<![CDATA[", "]]>"];
  if (!text.startsWith(mark, at))
    throw new FormatError("DOCUMENT_TYPE", { expected: "a file without <!DOCTYPE and <!ENTITY" });
  const end = text.indexOf(endMark, at + mark.length);
  if (end < 0) throw broken(`\`${endMark}\``);
  if (end - at > MAX_VALUE_LENGTH && mark !== "<!--") throw new FormatError("VALUE_TOO_LONG");
  const value = text.slice(at + mark.length, end).trim();
  if (mark !== "<!--" && value !== "") handler.text(value);
  return end;
}

/**
 * Returns a function that finds the next tag from an advancing position; -1 without a tag. A `<` is
 * text if no name follows, or if another `<` comes before the `>`: `a < b`, `a <b c`.
 */
function tagFinder(text: string): (from: number) => number {
  let end = 0;
  const isTag = (at: number): boolean => {
    const sign = text.charCodeAt(at + 1);
    const isName = (sign | 32) >= 97 && (sign | 32) <= 122;
    if (!isName) return sign === SLASH || sign === BANG || sign === QUESTION || sign === UNDERSCORE;
    if (end >= 0 && end < at) end = text.indexOf(">", at);
    const next = text.indexOf("<", at + 1);
    if (next < 0 || (end >= 0 && end < next)) return true;
    BROKEN_TAG.lastIndex = at;
    return (at === 0 || /[>\n]/.test(text.charAt(at - 1))) && BROKEN_TAG.test(text);
  };
  return (from) => {
    let at = text.indexOf("<", from);
    while (at >= 0 && !isTag(at)) at = text.indexOf("<", at + 1);
    return at;
  };
}

const [SLASH = 0, BANG = 0, QUESTION = 0, UNDERSCORE = 0] = Buffer.from("/!?_");

/** A tag without `>`: only its name precedes the next tag. */
const BROKEN_TAG = /<[\w.:-]{1,80}\s{0,80}</y;

/** Returns a function that gives the line of the current position, which only advances. */
function lineCounter(text: string, place: () => number): () => number {
  let line = 1;
  let next = text.indexOf("\n");
  return () => {
    const end = place();
    while (next >= 0 && next < end) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

const ENTITIES = lookup({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "€",
  pound: "£",
  szlig: "ß",
});

/** The accents in HTML's names of letters, which some banks write instead of letters. */
const MARKS = lookup({
  ...{ grave: "\u0300", acute: "\u0301", circ: "\u0302", tilde: "\u0303" },
  ...{ uml: "\u0308", ring: "\u030a", cedil: "\u0327", caron: "\u030c" },
});

/** Returns the letter for an HTML name, such as eacute; null for an unknown name. */
function letterOf(name: string): string | null {
  const mark = MARKS[name.slice(1).toLowerCase()];
  const letter = mark === undefined ? "" : `${name.slice(0, 1)}${mark}`.normalize("NFC");
  return letter.length === 1 ? letter : null;
}

/**
 * Resolves the character references of a value, even if they are escaped twice. An `&` without a
 * reference stays.
 */
const resolveReferences = (value: string): string =>
  value.includes("&amp;") ? resolveOnce(resolveOnce(value)) : resolveOnce(value);

const resolveOnce = (value: string): string =>
  value.includes("&")
    ? value.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all, ten, hex, name) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? letterOf(name) ?? all;
        const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
        return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : all;
      })
    : value;

/** Escapes a text as the value of an XML element. Characters that XML forbids are removed. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>\uFFFE\uFFFF]|\p{Cc}|\p{Cs}/gu, (sign) => ESCAPES[sign] ?? "");

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
