import type { ErrorCode } from "./error-code.ts";
import type { ErrorType, ExitStatus, MfaType, ViewName } from "./types.ts";

/**
 * The fields of every event. `timestamp` is ISO 8601; `link_session_id` is constant in a session.
 */
type EveryEvent = { link_session_id: string; timestamp: string; request_id: string };

/** The event-specific fields. Each event has some of these fields. */
type EventFields = {
  error_code: ErrorCode;
  error_message: string;
  error_type: ErrorType;
  exit_status: ExitStatus;
  institution_id: string;
  institution_name: string;
  institution_search_query: string;
  mfa_type: MfaType;
  view_name: ViewName;
};

type ErrorField = "error_code" | "error_message" | "error_type";
type InstitutionField = "institution_id" | "institution_name";

/** The metadata of an event: required and optional fields. */
type Metadata<Always extends keyof EventFields, Maybe extends keyof EventFields> = EveryEvent & {
  [F in Always]: EventFields[F];
} & {
  [F in Exclude<Maybe, Always>]?: EventFields[F] | undefined;
} & {
  [F in Exclude<keyof EventFields, Always | Maybe>]?: undefined;
};

/**
 * Stands for the names of a newer server. With `string` instead, a comparison with a known name
 * would not narrow the metadata.
 */
type NewerEventName = `(a newer event) ${string}`;

type MetadataOf = {
  CLOSE_OAUTH: Metadata<InstitutionField, never>;
  ERROR: Metadata<ErrorField, InstitutionField>;
  EXIT: Metadata<never, "exit_status" | ErrorField | InstitutionField>;
  FAIL_OAUTH: Metadata<ErrorField | InstitutionField, never>;
  HANDOFF: Metadata<InstitutionField, never>;
  OPEN: Metadata<never, never>;
  OPEN_OAUTH: Metadata<InstitutionField, never>;
  OPEN_MY_SERVICE: Metadata<InstitutionField, never>;
  SEARCH_INSTITUTION: Metadata<"institution_search_query", never>;
  SELECT_INSTITUTION: Metadata<InstitutionField, never>;
  SUBMIT_CREDENTIALS: Metadata<InstitutionField, never>;
  SUBMIT_MFA: Metadata<"mfa_type" | InstitutionField, never>;
  TRANSITION_VIEW: Metadata<"view_name", "mfa_type">;
  [name: NewerEventName]: Metadata<never, keyof EventFields>;
};

/** The events that `onEvent` delivers. Newer servers may add events. */
export type EventName = Exclude<keyof MetadataOf, NewerEventName> | (string & {});

/** The metadata of any event, or of the named event. */
export type EventMetadata<Name extends keyof MetadataOf = keyof MetadataOf> = MetadataOf[Name];

/** The arguments of `onEvent`: with `name` tested, `metadata` is that event's. */
export type LinkEvent = {
  [Name in keyof MetadataOf]: [name: Name, metadata: MetadataOf[Name]];
}[keyof MetadataOf];

/**
 * A callback for the name only. Two signatures prevent TypeScript from inferring types from either.
 */
type NameCallback = {
  (name: LinkEvent[0], ...metadata: unknown[]): void;
  <Name extends LinkEvent[0]>(name: Name, ...metadata: unknown[]): void;
};

/**
 * A callback for each event, immediately and in order. Newer servers may add names and metadata.
 */
export type OnEvent = ((...event: LinkEvent) => void) | NameCallback;
