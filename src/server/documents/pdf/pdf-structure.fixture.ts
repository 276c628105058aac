import { listStreams, toLine } from "./pdf-pages.fixture.ts";

/** An element of a document's structure, with its drawn text. */
export type Element = {
  tag: string;
  text: string;
  alt: string | null;
  scope: string | null;
  span: number;
  children: Element[];
};

/** Reads a document's structure from its root, and the texts outside of it. */
export const structureOf = (bytes: Uint8Array): { document: Element; artifacts: string[] } => {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map<number, string>();
  for (const [, id = "", body = ""] of file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(Number(id), body);
  const toBody = (id: string | undefined): string => objects.get(Number(id)) ?? "";
  const toContent = (page: string | undefined): string => {
    const [, contents] = /\/Contents (\d+)/.exec(toBody(page)) ?? [];
    return listStreams(Buffer.from(`${toBody(contents)}\nendstream`, "latin1"))[0] ?? "";
  };
  const contents = new Map<string, string>();
  const read = (id: string): Element => {
    const body = toBody(id);
    const [, page, number] = /\/Pg (\d+) 0 R\n\/K (\d+)/.exec(body) ?? [];
    if (page && !contents.has(page)) contents.set(page, toContent(page));
    return {
      tag: /\/S \/(\w+)/.exec(body)?.[1] ?? "",
      text: listTexts(contents.get(page ?? "") ?? "", `/MCID ${number}>>`).join(" "),
      alt: plainText(/\/Alt \((.*)\)/.exec(body)?.[1]),
      scope: /\/Scope \/(\w+)/.exec(body)?.[1] ?? null,
      span: Number(/\/ColSpan (\d+)/.exec(body)?.[1] ?? 1),
      children: referencesIn(body).map(read),
    };
  };
  const root = [...objects.values()].find((body) => body.includes("/Type /StructTreeRoot"));
  const [first = ""] = referencesIn(root ?? "");
  const document = read(first);
  return {
    document,
    artifacts: [...contents.values()].flatMap((content) => listTexts(content, "/Artifact BMC")),
  };
};

/** Returns a structure's elements in reading order. */
export const listElements = (element: Element): Element[] => [
  element,
  ...element.children.flatMap(listElements),
];

/** Returns the texts of a page's marked content with a given beginning. */
const listTexts = (content: string, begin: string): string[] =>
  content
    .split("EMC")
    .filter((part) => part.includes(begin))
    .flatMap((part) => part.split("\n"))
    .filter((operation) => operation.endsWith(" TJ"))
    .map(toLine);

const referencesIn = (body: string): string[] =>
  [...(/\/K \[([^\]]*)\]/.exec(body)?.[1] ?? "").matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => id);

/** Reads a text with one byte per character, or in UTF-16 with a byte order mark. */
const plainText = (text: string | undefined): string | null =>
  text?.startsWith("\xfe\xff")
    ? Buffer.from(text.slice(2), "latin1").swap16().toString("utf16le")
    : (text ?? null);
