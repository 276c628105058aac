import { z } from "zod";
import { matching, Path } from "./bank-operator.ts";
import { Paging } from "./bank-paging.ts";

/** A condition: a path whose text is one of a list; a truth value is "true" or "false". */
export const Condition = z.strictObject({
  of: Path,
  is: z.array(z.string().max(60)).min(1).max(30),
});
export type Condition = z.infer<typeof Condition>;

/** A text with names in braces. */
export const Template = z.string().min(1).max(300);
export const UrlPath = matching(
  /^(\/[\w.~{}@:$-]+)+$/,
  "must be a path like /accounts/{account}/transactions, without a query",
);

/** A number of requests in a minute. */
export const PerMinute = z.int().min(1).max(10_000);

/** The address of a request. */
export const Request = {
  path: UrlPath,
  /** The requests to this path in any 60 seconds, on which each login has a count of its own. */
  requests_per_minute: PerMinute.optional(),
  query: z
    .record(z.string().max(60), z.union([Template, z.array(Template).min(1).max(10)]))
    .optional(),
};
/** The address of a list, and how it is read. */
export const List = {
  ...Request,
  /** The path of the list; left out if the response itself is it. */
  list: Path.optional(),
  page: Paging.optional(),
  /** The entries that are left out: those of one condition, or of any of several. */
  skip: z.union([Condition, z.array(Condition).min(1).max(5)]).optional(),
};
