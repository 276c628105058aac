import type {
  InstitutionsGetRequest,
  InstitutionsGetResponse,
  Operations,
  TransactionsGetRequest,
  TransactionsGetResponse,
  TransactionsSyncRequest,
  TransactionsSyncResponse,
} from "./generated/operations.ts";
import type { RemovedTransaction, Transaction } from "./generated/schemas.ts";
import type { KnownWebhook } from "./generated/webhooks.ts";

/** The options of a client. */
export type ClientOptions = {
  /** The address of your server, such as `https://link.example.com`. */
  baseUrl: string;
  clientId: string;
  secret: string;
  /** The dated version of the API. The types describe the default, which is the newest version. */
  version?: string | undefined;
  /** The timeout of an attempt in ms; default 60,000. */
  timeout?: number | undefined;
  /**
   * The maximum number of retries of a call; default 2. A read-only or idempotent call is retried
   * after 429, 5xx, a timeout and a lost connection. Another call is retried only if the server
   * certainly did not run it: after a rate limit with `Retry-After`, after an overload, and without
   * a connection.
   */
  retries?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

/** The options of one call. */
export type CallOptions = {
  /** Ends the call with its waits and retries. The call throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long an attempt may take, in ms. */
  timeout?: number | undefined;
  /** How many times the call may be retried. */
  retries?: number | undefined;
};

/**
 * A method for a path. Returns the response, or throws an ApiError. A path without required fields
 * needs no request.
 */
export type Method<Request, Response> =
  Record<never, never> extends Request
    ? (request?: Request, options?: CallOptions) => Promise<Response>
    : (request: Request, options?: CallOptions) => Promise<Response>;

/**
 * A call with several pages: awaiting it returns the first page, iterating it yields the elements
 * of all pages.
 */
export type Paged<Page, Element> = Promise<Page> &
  AsyncIterable<Element> & {
    /** Iterates over the pages. */
    pages(): AsyncIterable<Page>;
  };

/** A change to an Item's transactions. */
export type TransactionChange =
  | { change: "added" | "modified"; transaction: Transaction }
  | { change: "removed"; transaction: RemovedTransaction };

/** An institution in lists of institutions. */
export type Institution = InstitutionsGetResponse["institutions"][number];

/** The methods whose response has pages. */
export type PageMethods = {
  /** Retrieve changes of the transactions since a cursor; without a cursor, all transactions. */
  transactionsSync(
    request: string | TransactionsSyncRequest,
    options?: CallOptions,
  ): Paged<TransactionsSyncResponse, TransactionChange>;
  /** Retrieve the transactions of a period, from `options.offset` on. */
  transactionsGet(
    request: TransactionsGetRequest,
    options?: CallOptions,
  ): Paged<TransactionsGetResponse, Transaction>;
  /** Retrieve institutions, from `offset` on; `count` is the length of a page. */
  institutionsGet(
    request: Omit<InstitutionsGetRequest, "count" | "offset"> &
      Partial<Pick<InstitutionsGetRequest, "count" | "offset">>,
    options?: CallOptions,
  ): Paged<InstitutionsGetResponse, Institution>;
};

/**
 * A name that this version of the package does not know. The type is a pattern that no known name
 * matches, so that a comparison with a known name narrows a webhook's type.
 */
type OtherName = `${string} (unknown)`;

/** A webhook that only a newer server sends. */
export type OtherWebhook = {
  webhook_type: OtherName;
  webhook_code: OtherName;
  item_id?: string;
  environment?: "sandbox" | "production";
};

/**
 * A webhook, identified by its `webhook_type` and `webhook_code`. A newer server may send other
 * webhooks.
 */
export type Webhook = KnownWebhook | OtherWebhook;

/** The headers of a request: of `fetch`, or Node's. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The options of `verifyWebhook`, in ms. */
export type VerifyOptions = {
  /** The oldest signature to accept; 5 minutes by default. */
  maxAge?: number | undefined;
  /** The tolerated difference of both machines' clocks, in seconds; default 30. */
  clockTolerance?: number | undefined;
};

/** A client of the API: a method for each path, and `verifyWebhook`. */
export type Client = {
  readonly [Name in keyof Operations as Exclude<Name, keyof PageMethods>]: Method<
    Operations[Name]["request"],
    Operations[Name]["response"]
  >;
} & Readonly<PageMethods> & {
    /**
     * Verifies that the server sent exactly this body within the last minutes; returns the webhook.
     * `body` is the raw body, and `headers` are the request's headers. Throws a
     * WebhookVerificationError for an untrusted webhook, and an ApiError if the server's key cannot
     * be fetched.
     */
    verifyWebhook(
      body: string | Uint8Array | ArrayBuffer,
      headers: WebhookHeaders,
      options?: VerifyOptions,
    ): Promise<Webhook>;
  };
