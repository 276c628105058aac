import { parseAst } from "vite";

/** A node of a syntax tree, with its position in the text. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Visits each node of a TypeScript text, parents first. */
export const walk = (text: string, visit: (node: Node) => void): void => {
  const enter = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) enter(part);
    else if (isNode(value)) {
      visit(value);
      for (const part of Object.values(value)) enter(part);
    }
  };
  enter(parseAst(text, { lang: "ts" }));
};

/** Whether a text is valid TypeScript. */
export const parses = (text: string): boolean => {
  try {
    parseAst(text, { lang: "ts" });
    return true;
  } catch {
    return false;
  }
};

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
