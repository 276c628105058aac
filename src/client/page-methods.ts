import type { CallOptions, PageMethods } from "./client-types.ts";
import type {
  InstitutionsGetResponse,
  TransactionsGetResponse,
  TransactionsSyncResponse,
} from "./generated/operations.ts";
import { paged } from "./paged.ts";
import { clientError, requireObject } from "./send.ts";

/** The maximum number of institutions per page. */
const MAX_INSTITUTIONS = 500;

type Send = (path: string, body: object, options?: CallOptions) => Promise<unknown>;

/** Creates the methods for paths with pages. */
export const pageMethods = (send: Send): PageMethods => ({
  transactionsSync(request, options) {
    const path = "/transactions/sync";
    const body = typeof request === "string" ? { access_token: request } : request;
    requireObject(path, body);
    const call = (cursor: string | null | undefined) =>
      send(path, { ...body, cursor }, options) as Promise<TransactionsSyncResponse>;
    let cursor = body.cursor;
    return paged({
      first: call(cursor),
      elements: ({ added, modified, removed }) => [
        ...added.map((transaction) => ({ change: "added" as const, transaction })),
        ...modified.map((transaction) => ({ change: "modified" as const, transaction })),
        ...removed.map((transaction) => ({ change: "removed" as const, transaction })),
      ],
      next({ has_more, next_cursor, request_id }) {
        if (!has_more) return null;
        // A server that repeats itself would be asked for ever.
        if (next_cursor === cursor)
          throw clientError(path, "INVALID_RESPONSE", "the cursor does not advance", {
            request_id,
          });
        cursor = next_cursor;
        return call(cursor);
      },
    });
  },

  transactionsGet(request, options) {
    const path = "/transactions/get";
    requireObject(path, request);
    const start = request.options?.offset ?? 0;
    const call = (offset: number) =>
      send(
        path,
        { ...request, options: { ...request.options, offset } },
        options,
      ) as Promise<TransactionsGetResponse>;
    return paged({
      first: call(start),
      elements: ({ transactions }) => transactions ?? [],
      next: ({ transactions, total_transactions }, seen) =>
        transactions?.length && start + seen < total_transactions ? call(start + seen) : null,
    });
  },

  institutionsGet(request, options) {
    const path = "/institutions/get";
    requireObject(path, request);
    const { count = MAX_INSTITUTIONS, offset: start = 0, ...rest } = request;
    const call = (offset: number) =>
      send(path, { ...rest, count, offset }, options) as Promise<InstitutionsGetResponse>;
    return paged({
      first: call(start),
      elements: ({ institutions }) => institutions,
      next: ({ institutions, total }, seen) =>
        institutions.length > 0 && start + seen < total ? call(start + seen) : null,
    });
  },
});
