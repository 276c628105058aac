import type { z } from "zod";
import type { ErrorCode } from "../../protocol/errors/errors.ts";
import type { ConsentedProduct } from "../../protocol/vocabulary.ts";
import type { Client } from "../domain/clients/client.ts";
import type { Limits } from "../domain/limits/rate-limits.ts";
import type { Charge } from "../domain/limits/usage.ts";
import type { JsonStream, RawJson } from "../domain/raw-json.ts";
import type { Services } from "../domain/services.ts";
import type { LegacyField } from "../domain/users/legacy-use.ts";

/**
 * The context of an endpoint's handler: the services, the client, and functions to bill and count.
 */
export type ApiContext = Services & {
  client: Client;
  /** Bills for the call once it succeeds. */
  charge(charge: Charge): void;
  /** Responds with 201 instead of 200, for a path that `creates`. */
  created(): void;
  /** Counts the call's use of a legacy user API field. */
  countLegacyUse(field: LegacyField): void;
};

/**
 * The file types that a path may return instead of JSON; any type if a field of the request
 * decides.
 */
export type FileType = "application/pdf" | "*/*";

/** A file as a response, streamed in chunks. */
export type FileAnswer = {
  type: string;
  fileName: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Whether a browser should save the file instead of showing it. */
  isAttachment?: boolean;
  /** The SHA-256 of the file's bytes in hexadecimal, for a header. */
  sha256?: string;
};

/** A response value may be stored JSON that stays unparsed, or a stream. */
type PartlyRaw<Answer> = {
  [Field in keyof Answer]:
    | Answer[Field]
    | RawJson<NonNullable<Answer[Field]>>
    | JsonStream<NonNullable<Answer[Field]>>;
};

/** A list in a body that is validated in parts because of its length. */
export type LongList = {
  field: string;
  /** The maximum number of elements. */
  max: number;
};

type AnswerOf<Response extends z.ZodObject | FileType> = Response extends z.ZodObject
  ? PartlyRaw<z.input<Response>>
  : FileAnswer;

/** The refusals of an endpoint that calls the institution. */
export const INSTITUTION_REFUSALS: readonly ErrorCode[] = [
  "PRODUCTS_NOT_SUPPORTED",
  "ADDITIONAL_CONSENT_REQUIRED",
  "ITEM_LOGIN_REQUIRED",
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_RATE_LIMIT",
  "ACCESS_NOT_GRANTED",
  "UNSUPPORTED_RESPONSE",
];

/**
 * A path of the API. `request` omits client_id and secret, and `response` omits request_id: `http/`
 * adds them, as well as the version, the limits and the shape of errors.
 */
export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodObject | FileType = z.ZodObject | FileType,
> = {
  path: `/${string}`;
  /** Whether the path changes anything. A read-only secret may call only paths that read. */
  effect: "read" | "write";
  /**
   * The products whose data the path returns or orders. A secret restricted to products needs all
   * of them.
   */
  products: readonly ConsentedProduct[];
  /** One sentence for the reference. */
  summary: string;
  /** Further sentences for the reference. */
  description?: string;
  /** The error codes of this path, in addition to those of its fields and limits. */
  refusals?: readonly ErrorCode[];
  /** The statuses of refusals that differ from the catalogue's. */
  statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
  /** The list in the body that is validated in parts. */
  longList?: LongList;
  /** The rate limits; by default the usual limits. */
  limits?: Limits;
  /** Whether a header has the SHA-256 of the file. */
  hasContentHash?: boolean;
  /** Whether the path exists in the sandbox environment only. */
  sandboxOnly?: boolean;
  /** Whether the path needs no credentials. A caller may still send them. */
  isOpen?: boolean;
  /** Whether the path responds with 201 for a new object, and with 200 for an existing one. */
  creates?: boolean;
  request: Request;
  /** The shape of the response, or the type of the file. Refusals are JSON either way. */
  response: Response;
  handle(body: z.output<Request>, context: ApiContext): Promise<AnswerOf<Response>>;
};

/** Declares an endpoint. The schemas type the handler. */
export const endpoint = <Request extends z.ZodObject, Response extends z.ZodObject | FileType>(
  definition: Endpoint<Request, Response>,
): Endpoint<Request, Response> => definition;
