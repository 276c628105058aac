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

/** Asks for the bank of a routing number that the user enters by hand. */
export const NameBankRequest = z.strictObject({ routing_number: z.string().regex(/^\d{9}$/) });
export const NameBankResponse = z.strictObject({
  /** Null if no bank, or more than one, has this number. */
  name: z.string().nullable(),
});
export type NameBankResponse = z.infer<typeof NameBankResponse>;

export const SelectInstitutionRequest = z.strictObject({
  institution_id: z.string().min(1).max(40),
  /** Whether the user has chosen this way to their bank. */
  way: z.boolean().optional(),
});

/** The idempotency key of a submission: its retries run nothing, and get the same response. */
const Submission = { submission_id: z.string().regex(/^[0-9A-Za-z-]{16,64}$/) };

export const GiveConsentRequest = z.strictObject({
  ...Submission,
  institution_id: z.string().min(1).max(40),
  /** The version of the text that was agreed to. */
  version: z.string().min(1).max(40),
});
export const GiveConsentResponse = z.strictObject({});

/** Credentials by field, as they are stored; their size is limited where they are submitted. */
export const StoredCredentials = z.record(z.string(), z.string());

/**
 * How the user goes to the institution's own site: in a window that Link opened; in Link's own
 * page, if Link is not in a frame; or in the page around Link, which returns to the link token's
 * redirect_uri.
 */
export const RedirectVia = z.enum(["popup", "page", "redirect"]);
export type RedirectVia = z.infer<typeof RedirectVia>;

/** The answers to a challenge, in the order of its questions. */
const Answers = z.array(z.string().min(1).max(200)).min(1).max(20);

export const FileProgressRequest = z.strictObject({});

/** The share of the session's file that is read, from 0 to 1; null for none, or if another process reads it. */
export const FileProgressResponse = z.strictObject({ read: z.number().min(0).max(1).nullable() });
export type FileProgressResponse = z.infer<typeof FileProgressResponse>;

/** Asks how the session's file reads with the answers to its challenge. */
export const FileEffectRequest = z.strictObject({ answers: Answers });

/** A sentence; null for none. */
export const FileEffectResponse = z.strictObject({ effect: z.string().nullable() });
export type FileEffectResponse = z.infer<typeof FileEffectResponse>;

/** The maximum number of characters of a file in base64: enough for 250,000 transactions, compressed. */
export const MAX_FILE_LENGTH = 12 * 1024 * 1024;

export const SubmitCredentialsRequest = z.strictObject({
  ...Submission,
  /** The institution whose form was filled in: a password must never be sent to another one. */
  institution_id: z.string().min(1).max(40),
  credentials: z
    .record(z.string().max(40), z.string().max(MAX_FILE_LENGTH))
    .refine(
      (values) =>
        Object.entries(values).every(([name, value]) => name === "file" || value.length <= 1000),
      { message: "a value must have at most 1000 characters" },
    ),
  /** The way to the institution's own site, if its users sign in there. */
  via: RedirectVia.default("popup"),
});

/**
 * The next step of a login, after credentials and after each answer: exactly one field is not null.
 */
export const LoginResponse = z.strictObject({
  challenge: Challenge.nullable(),
  selection: Selection.nullable(),
  /** The result, if there was nothing for the user to choose. */
  connection: Connection.nullable(),
  /** Our own address that leads to the institution's site, where the user signs in. */
  redirect: z.strictObject({ url: z.url(), expires_at: z.iso.datetime() }).nullable(),
  approval: Approval.nullable(),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

/** Answers to a challenge: one for device and code, one for each question otherwise, in their order. */
export const SubmitMfaRequest = z.strictObject({
  ...Submission,
  answers: Answers,
});

/** Asks for another code of the challenge. */
export const ResendCodeRequest = z.strictObject(Submission);
export const ResendCodeResponse = z.strictObject({
  /** Whether a code was sent; false if it is too early, or if none can be sent any more. */
  sent: z.boolean(),
  /** After how many seconds another one can be sent; null if none can be any more. */
  resend_after: z.int().min(0).nullable(),
});
export type ResendCodeResponse = z.infer<typeof ResendCodeResponse>;

/** Goes back from the challenge of a code to the devices that it can be sent to. */
export const ListDevicesRequest = z.strictObject(Submission);

/**
 * Asks whether the user is back from the institution, or has approved in its app; the response may
 * take a while.
 */
export const AwaitCallbackRequest = z.strictObject({});
export const AwaitCallbackResponse = z.strictObject({ returned: z.boolean() });
export type AwaitCallbackResponse = z.infer<typeof AwaitCallbackResponse>;

/** Continues the login of a user who is back. */
export const ResumeLoginRequest = z.strictObject(Submission);

export const SelectAccountsRequest = z.strictObject({
  ...Submission,
  account_ids: z.array(z.string().min(1).max(100)).min(1).max(100),
});

/** Renews the existing connection with this login instead of making a second one. */
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
 * The events that the page received in a session: all of them once it has ended, or a batch while
 * it is open.
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
 * Ends the session of a document that is being closed: one request, since no response can be
 * awaited, with the parameters of the session's start, since that request may not have arrived.
 */
export const AbandonSessionRequest = z.strictObject({
  ...StartSessionRequest.required({ link_session_id: true, resume: true }).shape,
  ...ExitSessionRequest.shape,
  events: ReportEventsRequest.shape.events,
});
export type AbandonSessionRequest = z.infer<typeof AbandonSessionRequest>;
export const AbandonSessionResponse = z.strictObject({});
