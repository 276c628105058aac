import { z } from "zod";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";

/** More entries than any page has: one that has more is not read. */
const MAX_ENTRIES = 10_000;

/** How many entries are validated before others get their turn. */
const AT_ONCE = 200;

const PageKey = z
  .union([z.string().max(4096), z.number()])
  .transform(String)
  .nullish()
  .catch(null);

const Paging = z.object({ nextPageKey: PageKey, nextOffset: PageKey }).nullish().catch(null);

/** A page of a list: FDX 6 goes on by a key, what came before by an offset, which is as opaque. */
type Page<T> = { entries: T[]; next: [name: string, key: string] | null };

/**
 * Parses a page; the fields that are wrong where it is none. Entries are validated one after the other up to
 * the first that is wrong: an answer of millions holds up nobody else.
 */
export const parsePage = async <T>(
  body: unknown,
  field: string,
  schema: z.ZodType<T>,
): Promise<Page<T> | { fields: string[] }> => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { fields: [": invalid_type"] };
  const page = new Map<string, unknown>(Object.entries(body));
  const list = page.get(field) ?? [];
  if (!Array.isArray(list)) return { fields: [`${field}: invalid_type`] };
  if (list.length > MAX_ENTRIES) return { fields: [`${field}: too_big`] };
  const entries: T[] = [];
  for (const [at, entry] of list.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    const result = schema.safeParse(entry);
    if (!result.success) return { fields: fieldsOf(result.error, `${field}.${at}.`) };
    entries.push(result.data);
  }
  return { entries, next: nextOf(Paging.parse(page.get("page"))) };
};

function nextOf(paging: z.infer<typeof Paging>): Page<unknown>["next"] {
  if (paging?.nextPageKey) return ["pageKey", paging.nextPageKey];
  return paging?.nextOffset ? ["offset", paging.nextOffset] : null;
}

/** The fields that are wrong, and how; never what is in them. */
export const fieldsOf = ({ issues }: z.ZodError, prefix = ""): string[] =>
  issues.slice(0, 10).map(({ path, code }) => `${prefix}${path.join(".")}: ${code}`);
