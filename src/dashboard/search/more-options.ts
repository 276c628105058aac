import { loadIndex, searchPages } from "../../browser/docs-index.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf, withQuery } from "../session/route.ts";
import type { Option } from "./recent.ts";

/** Actions, with their page and its filters. */
const ACTIONS: readonly [name: string, page: string, filters?: Record<string, string>][] = [
  ["Open Link to try it", "try"],
  ["Make a secret", "keys"],
  ["Invite a colleague", "people"],
  ["Show Items that need their user", "items", { state: "error" }],
  ["Show failed requests", "requests", { result: "failed" }],
  ["Show webhooks that were given up", "webhooks", { state: "given_up" }],
  ["Change the API version", "settings"],
  ["Be told when an institution is down", "institutions"],
];

/**
 * Returns the actions with a word that begins with the text; none for an empty text, which lists
 * pages.
 */
export const actionOptions = (text: string, { router }: Pick<PageProps, "router">): Option[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scope = scopeOf(router.route.value.query);
  const fits = (name: string): boolean =>
    words.length > 0 &&
    words.every((word) => name.split(" ").some((one) => one.toLowerCase().startsWith(word)));
  return ACTIONS.filter(([name]) => fits(name)).map(([name, page, filters = {}]) => ({
    href: hrefOf(page, withQuery(scope, filters)),
    name,
    kind: "Action",
  }));
};

/** The maximum number of paths or codes that are listed. */
const MOST = 8;

/** Returns the paths or error codes of the API that contain a text. Each list loads once. */
export const referenceOptions = async (text: string): Promise<Option[]> => {
  if (/^\/\w/.test(text))
    return (await readPaths())
      .filter((path) => path.includes(text))
      .slice(0, MOST)
      .map((path) => ({
        href: `/docs#${path.slice(1).replaceAll("/", "_")}`,
        name: path,
        kind: "Reference",
      }));
  if (/^[A-Z][A-Z_]+$/.test(text))
    return (await readCodes())
      .filter((code) => code.includes(text))
      .slice(0, MOST)
      .map((code) => ({ href: `/docs/errors#${code}`, name: code, kind: "Error code" }));
  return [];
};

/** The maximum number of sections of guides that are listed. */
const MOST_SECTIONS = 6;

/** Returns the sections of the guides with the words of a text; none offline. */
export const guideOptions = async (text: string): Promise<Option[]> => {
  if (text.length < 3) return [];
  try {
    return searchPages(await loadIndex(), text)
      .filter(({ href }) => !href.startsWith("/docs#"))
      .slice(0, MOST_SECTIONS)
      .map(({ href, heading, page }) => ({ href, name: heading, kind: "Guide", id: page }));
  } catch {
    return [];
  }
};

const once = (read: () => Promise<string[]>) => {
  let kept: Promise<string[]> | null = null;
  return (): Promise<string[]> => {
    kept ??= read().catch(() => {
      kept = null;
      return [];
    });
    return kept;
  };
};

const readPaths = once(async () => {
  const { paths }: { paths: object } = await (await fetch("/openapi.json")).json();
  return Object.keys(paths);
});

const readCodes = once(async () => {
  const text = await (await fetch("/docs/errors.md")).text();
  return [...new Set([...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, code = ""]) => code))];
});
