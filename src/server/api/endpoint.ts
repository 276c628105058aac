import type { z } from "zod";
import type { ErrorCode } from "../../protocol/errors/errors.ts";
import type { ConsentedProduct } from "../../protocol/vocabulary.ts";
import type { Client } from "../domain/clients/client.ts";
import type { Limits } from "../domain/limits/rate-limits.ts";
import type { Charge } from "../domain/limits/usage.ts";
import type { JsonStream, RawJson } from "../domain/raw-json.ts";
import type { Services } from "../domain/services.ts";
import type { LegacyField } from "../domain/users/legacy-use.ts";

/** The context of an endpoint's handler: the services, the client, and the functions that charge and count. */
export type ApiContext = Services & {
  client: Client;
  /** Bills for the call once it succeeds. */
  charge(charge: Charge): void;
  /** Responds with 201 in place of 200, for a path that `creates`. */
  created(): void;
  /** Counts that the call uses a field of the legacy user API. */
  countLegacyUse(field: LegacyField): void;
};

/** The kinds of file that a path may return in place of JSON; of any type if a field of the request decides it. */
export type FileType = "application/pdf" | "*/*";

/** A file as a response, streamed in chunks. */
export type FileAnswer = {
  type: string;
  fileName: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Whether a browser is to save it, and not to show it. */
  isAttachment?: boolean;
  /** The SHA-256 of its bytes in hexadecimal, for a header. */
  sha256?: string;
};

/** A value in a response may be JSON as it is in the store, not parsed again, or be streamed. */
type PartlyRaw<Answer> = {
  [Field in keyof Answer]:
    | Answer[Field]
    | RawJson<NonNullable<Answer[Field]>>
    | JsonStream<NonNullable<Answer[Field]>>;
};

/** A list in a body that is so long that it is checked in parts. */
export type LongList = {
  field: string;
  /** How many elements it may have. */
  max: number;
};

type AnswerOf<Response extends z.ZodObject | FileType> = Response extends z.ZodObject
  ? PartlyRaw<z.input<Response>>
  : FileAnswer;

/** The refusals of an endpoint that reads at the institution during the call. */
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
 * A path of the API. `request` leaves out client_id and secret, and `response` leaves out
 * request_id: `http/` adds these, as it does the version, the limits and the shape of errors.
 */
export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodObject | FileType = z.ZodObject | FileType,
> = {
  path: `/${string}`;
  /** Whether it changes or creates something; a read-only secret may call those that only read. */
  effect: "read" | "write";
  /** The products whose data it returns or orders; a secret that is restricted to products needs all of them. */
  products: readonly ConsentedProduct[];
  /** One sentence for the reference. */
  summary: string;
  /** More sentences for the reference. */
  description?: string;
  /** The error codes of this path in addition to those that follow from its fields and limits. */
  refusals?: readonly ErrorCode[];
  /** The statuses of refusals that are not the catalogue's. */
  statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
  /** The list in its body that is too long to be checked at once. */
  longList?: LongList;
  /** The endpoint's rate limits; if left out, the default ones apply. */
  limits?: Limits;
  /** Whether the SHA-256 of its file is in a header. */
  hasContentHash?: boolean;
  /** Whether the path exists in the sandbox environment only. */
  sandboxOnly?: boolean;
  /** Whether it needs no credentials; a caller may still send them. */
  isOpen?: boolean;
  /** Whether it responds with 201 if it has created something, and with 200 if that was there already. */
  creates?: boolean;
  request: Request;
  /** The shape of the response, or the kind of file that it is; its refusals are JSON either way. */
  response: Response;
  handle(body: z.output<Request>, context: ApiContext): Promise<AnswerOf<Response>>;
};

/** Declares an endpoint; the schemas give the handler its types. */
export const endpoint = <Request extends z.ZodObject, Response extends z.ZodObject | FileType>(
  definition: Endpoint<Request, Response>,
): Endpoint<Request, Response> => definition;
