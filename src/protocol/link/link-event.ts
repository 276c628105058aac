import type { LinkAccount } from "../account.ts";
import type { LinkError } from "../errors/errors.ts";
import type { ExitStatus } from "../exit-status.ts";
import type { EventName, ViewName } from "../vocabulary.ts";
import type { MfaType } from "./mfa-kinds.ts";

/** The institution in a callback. Both fields are null until the user chooses an institution. */
export type LinkInstitution = { name: string | null; institution_id: string | null };

/**
 * The fields of every event. `timestamp` is ISO 8601; `link_session_id` is constant in a session.
 */
type EveryEvent = { link_session_id: string; timestamp: string; request_id: string };

/** The metadata for `onEvent`. The event determines which fields are present. */
export type EventMetadata = EveryEvent & {
  error_code?: string;
  error_message?: string;
  error_type?: string;
  exit_status?: ExitStatus;
  institution_id?: string;
  institution_name?: string;
  institution_search_query?: string;
  mfa_type?: MfaType;
  view_name?: ViewName;
};

type ErrorFields = Pick<LinkError, "error_code" | "error_message" | "error_type">;
type InstitutionFields = { institution_id: string; institution_name: string };

/** The additional fields of each event. */
type EventFields = {
  CLOSE_OAUTH: InstitutionFields;
  ERROR: ErrorFields & Partial<InstitutionFields>;
  EXIT: { exit_status?: ExitStatus } & Partial<ErrorFields & InstitutionFields>;
  FAIL_OAUTH: ErrorFields & InstitutionFields;
  HANDOFF: InstitutionFields;
  OPEN: object;
  OPEN_OAUTH: InstitutionFields;
  OPEN_MY_SERVICE: InstitutionFields;
  SEARCH_INSTITUTION: { institution_search_query: string };
  SELECT_INSTITUTION: InstitutionFields;
  SUBMIT_CREDENTIALS: InstitutionFields;
  SUBMIT_MFA: { mfa_type: MfaType } & InstitutionFields;
  TRANSITION_VIEW: { view_name: ViewName; mfa_type?: MfaType };
};

/** An event of the machine; the session adds the fields of every event. */
export type LinkEvent = { [Name in EventName]: { name: Name } & EventFields[Name] }[EventName];

/** The bridge's result when an Item is connected. */
export type LinkConnection = {
  publicToken: string;
  /** The shared accounts; null if the user had no choice of accounts. */
  accounts: LinkAccount[] | null;
  /** The kinds of data that are shared, in the session's language. */
  kinds: string[];
  /** The end of the access in ISO 8601; null without an end. */
  until: string | null;
  /** The address at which the user can see and end the connection. */
  manageUrl: string;
  /** A sentence about the login; absent without a sentence. */
  note?: string | undefined;
};

/** The second argument of `onSuccess`. */
export type SuccessMetadata = {
  link_session_id: string;
  institution: LinkInstitution;
  /** Present only if the Select Account view is enabled. */
  accounts?: LinkAccount[];
};

/** The second argument of `onExit`; always present, with some values null. */
export type ExitMetadata = {
  link_session_id: string | null;
  request_id: string | null;
  institution: LinkInstitution | null;
  status: ExitStatus | null;
};
