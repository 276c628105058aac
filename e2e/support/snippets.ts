import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of a page of the documentation. */
export type Snippet = { page: string; line: number; language: string; text: string };

const PROJECT = join(import.meta.dirname, "../..");

/** The fenced blocks of a page, in order; `page` is its path from the project's root. */
export const snippetsOf = (page: string): Snippet[] => {
  const snippets: Snippet[] = [];
  let open: Snippet | null = null;
  for (const [index, line] of readFileSync(join(PROJECT, page), "utf8").split("\n").entries()) {
    if (!line.startsWith("```")) {
      if (open) open.text += `${line}\n`;
      continue;
    }
    if (open) snippets.push(open);
    open = open ? null : { page, line: index + 1, language: line.slice(3), text: "" };
  }
  return snippets;
};
