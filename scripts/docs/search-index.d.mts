import type { SearchIndex } from "../../src/browser/docs-index.ts";

type Section = { anchor: string; heading: string; words: string };

type Page = { address: string; title: string; sections: Section[] };

export function searchIndex(pages: Page[]): SearchIndex;
export function referencePage(operations: string, paths: string): Page;
