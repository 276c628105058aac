/** The most elements of a list, and levels of nesting, that are shown. */
const MOST_ELEMENTS = 3;
const MOST_LEVELS = 8;
const LONGEST = 200;

/**
 * Fields whose text may be read: names of things of ours, and no more. Everything else, among it all that
 * tells of a person, an account or money, is shown as being there without what it is.
 */
const READABLE = new Set([
  "client_id",
  "client_name",
  "country_codes",
  "display_message",
  "end_date",
  "environment",
  "error_code",
  "error_message",
  "error_type",
  "expiration",
  "initial_products",
  "institution_id",
  "institution_ids",
  "iso_currency_code",
  "item_id",
  "language",
  "next_cursor",
  "product",
  "products",
  "request_id",
  "start_date",
  "status",
  "subtype",
  "transactions_update_status",
  "type",
  "update_type",
  "verification_status",
  "webhook_code",
  "webhook_type",
]);

/** Numbers that may be read; others may be money. */
const READABLE_NUMBERS = new Set([
  "count",
  "days_requested",
  "offset",
  "total",
  "total_transactions",
]);

/** A body for people to read: its shape, with what is no secret and tells of nobody. */
export const redactBody = (value: unknown, field = "", level = 0): unknown => {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return READABLE_NUMBERS.has(field) ? value : "…";
  if (typeof value === "string") return READABLE.has(field) ? value.slice(0, LONGEST) : "…";
  if (typeof value !== "object" || level >= MOST_LEVELS) return "…";
  if (Array.isArray(value)) {
    const elements = value.slice(0, MOST_ELEMENTS).map((one) => redactBody(one, field, level + 1));
    const more = value.length - elements.length;
    return more > 0 ? [...elements, `… and ${more} more`] : elements;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      // A field that a caller made up may be anything.
      .map(([name, part]) => [
        /^\w{1,60}$/.test(name) ? name : "…",
        redactBody(part, name, level + 1),
      ]),
  );
};
