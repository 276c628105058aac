import { z } from "zod";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";

/** More entries than any real page has: a longer one is refused. */
const MAX_ENTRIES = 10_000;

/** How many entries are validated before others get their turn. */
const AT_ONCE = 200;

const PageKey = z
  .union([z.string().max(4096), z.number()])
  .transform(String)
  .nullish()
  .catch(null);

const Paging = z.object({ nextPageKey: PageKey, nextOffset: PageKey }).nullish().catch(null);

/** A page of a list: FDX 6 continues by a key, earlier versions by an offset, which is treated as equally opaque. */
type Page<T> = { entries: T[]; next: [name: string, key: string] | null };

/**
 * Parses a page; returns the invalid fields if it is not one. Validates entries one by one up to the first
 * invalid one, so that a response with millions of them does not block the process.
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

/** The invalid fields, and why; never their values. */
export const fieldsOf = ({ issues }: z.ZodError, prefix = ""): string[] =>
  issues.slice(0, 10).map(({ path, code }) => `${prefix}${path.join(".")}: ${code}`);
