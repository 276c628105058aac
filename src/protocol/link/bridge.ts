import { z } from "zod";
import { EXIT_STATUSES } from "../exit-status.ts";
import { InstitutionRow } from "../institution.ts";
import { EVENT_NAMES } from "../vocabulary.ts";
import { Challenge } from "./login-form.ts";
import { Connection, Selection } from "./selection.ts";
import { Approval, StartSessionRequest } from "./session-start.ts";

/**
 * The messages between the frame and the bridge. Every call is a POST of JSON, with the session
 * token as `Authorization: Bearer`, which lives in the frame's memory only. The calls that prepare, start and
 * abandon a session or open a hosted link have no token.
 */

export const SearchInstitutionsRequest = z.strictObject({ query: z.string().max(100) });
export const SearchInstitutionsResponse = z.strictObject({
  institutions: z.array(InstitutionRow),
});
export type SearchInstitutionsResponse = z.infer<typeof SearchInstitutionsResponse>;

/** Requests the bank of a routing number that the user typed. */
export const NameBankRequest = z.strictObject({ routing_number: z.string().regex(/^\d{9}$/) });
export const NameBankResponse = z.strictObject({
  /** Null if no bank, or more than one bank, has the number. */
  name: z.string().nullable(),
});
export type NameBankResponse = z.infer<typeof NameBankResponse>;

export const SelectInstitutionRequest = z.strictObject({
  institution_id: z.string().min(1).max(40),
  /** Whether the user has chosen this way to the bank. */
  way: z.boolean().optional(),
});

/** The idempotency key of a submission. A retry runs nothing, and gets the same response. */
const Submission = { submission_id: z.string().regex(/^[0-9A-Za-z-]{16,64}$/) };

export const GiveConsentRequest = z.strictObject({
  ...Submission,
  institution_id: z.string().min(1).max(40),
  /** The version of the text that was agreed to. */
  version: z.string().min(1).max(40),
});
export const GiveConsentResponse = z.strictObject({});

/** Credentials by field, as stored. Their size is limited at the submission. */
export const StoredCredentials = z.record(z.string(), z.string());

/**
 * How the user reaches the institution's own site: in a window opened by Link, in Link's own page
 * outside a frame, or in the page around Link. The page around Link returns to the link token's
 * redirect_uri.
 */
export const RedirectVia = z.enum(["popup", "page", "redirect"]);
export type RedirectVia = z.infer<typeof RedirectVia>;

/** The answers to a challenge, in the order of its questions. */
const Answers = z.array(z.string().min(1).max(200)).min(1).max(20);

export const FileProgressRequest = z.strictObject({});

/**
 * The read share of the session's file, from 0 to 1. Null without a file, or if another process
 * reads the file.
 */
export const FileProgressResponse = z.strictObject({ read: z.number().min(0).max(1).nullable() });
export type FileProgressResponse = z.infer<typeof FileProgressResponse>;

/** Requests the reading of the session's file under the given answers. */
export const FileEffectRequest = z.strictObject({ answers: Answers });

/** A sentence; null for none. */
export const FileEffectResponse = z.strictObject({ effect: z.string().nullable() });
export type FileEffectResponse = z.infer<typeof FileEffectResponse>;

/** The maximum length of a file in base64: enough for 250,000 compressed transactions. */
export const MAX_FILE_LENGTH = 12 * 1024 * 1024;

export const SubmitCredentialsRequest = z.strictObject({
  ...Submission,
  /**
   * The institution whose form was filled in, so that a password never reaches another institution.
   */
  institution_id: z.string().min(1).max(40),
  credentials: z
    .record(z.string().max(40), z.string().max(MAX_FILE_LENGTH))
    .refine(
      (values) =>
        Object.entries(values).every(([name, value]) => name === "file" || value.length <= 1000),
      { message: "a value must have at most 1000 characters" },
    ),
  /** How the user reaches the institution's own site, if users sign in there. */
  via: RedirectVia.default("popup"),
});

/**
 * The next step of a login, after credentials and after each answer. Exactly one field is not null.
 */
export const LoginResponse = z.strictObject({
  challenge: Challenge.nullable(),
  selection: Selection.nullable(),
  /** The result, if there was nothing for the user to choose. */
  connection: Connection.nullable(),
  /** Our address that redirects to the institution's site, where the user signs in. */
  redirect: z.strictObject({ url: z.url(), expires_at: z.iso.datetime() }).nullable(),
  approval: Approval.nullable(),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

/**
 * Answers to a challenge in order: a single answer for device and code, otherwise an answer per
 * question.
 */
export const SubmitMfaRequest = z.strictObject({
  ...Submission,
  answers: Answers,
});

/** Asks for another code of the challenge. */
export const ResendCodeRequest = z.strictObject(Submission);
export const ResendCodeResponse = z.strictObject({
  /**
   * Whether a code was sent. False if the request came too early, or if no further code can be
   * sent.
   */
  sent: z.boolean(),
  /** The wait before another code can be sent, in seconds; null if no further code can be sent. */
  resend_after: z.int().min(0).nullable(),
});
export type ResendCodeResponse = z.infer<typeof ResendCodeResponse>;

/** Returns from a code's challenge to the list of devices for the code. */
export const ListDevicesRequest = z.strictObject(Submission);

/**
 * Asks whether the user has returned from the institution, or has approved in its app. The response
 * may take a while.
 */
export const AwaitCallbackRequest = z.strictObject({});
export const AwaitCallbackResponse = z.strictObject({ returned: z.boolean() });
export type AwaitCallbackResponse = z.infer<typeof AwaitCallbackResponse>;

/** Continues the login of a returned user. */
export const ResumeLoginRequest = z.strictObject(Submission);

export const SelectAccountsRequest = z.strictObject({
  ...Submission,
  account_ids: z.array(z.string().min(1).max(100)).min(1).max(100),
});

/** Renews the existing connection of this login instead of creating a second connection. */
export const RenewExistingRequest = z.strictObject(Submission);

/** A proof of work against brute force, in the format of ALTCHA. */
export const CaptchaChallengeRequest = z.strictObject({});
export const CaptchaChallengeResponse = z.strictObject({
  challenge: z.record(z.string(), z.unknown()),
});
export type CaptchaChallengeResponse = z.infer<typeof CaptchaChallengeResponse>;

export const SolveCaptchaRequest = z.strictObject({
  ...Submission,
  challenge: z.record(z.string(), z.unknown()),
  solution: z.record(z.string(), z.unknown()),
});
export const SolveCaptchaResponse = z.strictObject({});

export const ExitSessionRequest = z.strictObject({
  status: z.enum(EXIT_STATUSES).nullable(),
});
export const ExitSessionResponse = z.strictObject({});

/**
 * The session's events that the page received: all events after the end, or a batch during the
 * session.
 */
export const ReportEventsRequest = z.strictObject({
  /** The number of events before this batch, while the session is open. */
  from: z.int().min(0).max(500).optional(),
  events: z
    .array(
      z.strictObject({
        event_name: z.enum(EVENT_NAMES),
        event_metadata: z.record(
          z.string().regex(/^[a-z_]{1,40}$/),
          z.string().max(2000).nullable(),
        ),
      }),
    )
    .max(500),
});
export type ReportEventsRequest = z.infer<typeof ReportEventsRequest>;
export const ReportEventsResponse = z.strictObject({});

/**
 * Ends the session of a closing document in one request, since no response can be awaited. Repeats
 * the parameters of the session's start, whose request may not have arrived.
 */
export const AbandonSessionRequest = z.strictObject({
  ...StartSessionRequest.required({ link_session_id: true, resume: true }).shape,
  ...ExitSessionRequest.shape,
  events: ReportEventsRequest.shape.events,
});
export type AbandonSessionRequest = z.infer<typeof AbandonSessionRequest>;
export const AbandonSessionResponse = z.strictObject({});
