import { z } from "zod";
import { EXIT_STATUSES } from "../exit-status.ts";
import { InstitutionRow } from "../institution.ts";
import { EVENT_NAMES, LANGUAGES, THEMES } from "../vocabulary.ts";
import { Challenge, LoginForm } from "./login-form.ts";
import { Connection, Selection } from "./selection.ts";

/**
 * The messages between the frame and the bridge. Every call is a POST of JSON, with the session
 * token as `Authorization: Bearer`, which lives in the frame's memory only. The calls that prepare, start and
 * abandon a session or open a hosted link have no token.
 */

/**
 * The instructions for a user who approves in the institution's app, which shows the same code.
 */
export const Approval = z.strictObject({
  title: z.string(),
  help: z.string(),
  /** The code that the app shows as well; null if it has none. */
  code: z.string().nullable(),
  /** Shown after a while. */
  later: z.string(),
});
export type Approval = z.infer<typeof Approval>;

/** The view at which a session starts, or resumes in another frame. */
export const ResumePoint = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  /** At the consent that the form requires, or else at the form. */
  z.strictObject({ at: z.literal("form"), form: LoginForm }),
  /** At the institution's own site or app, or returning from it. */
  z.strictObject({ at: z.literal("redirect"), form: LoginForm, approval: Approval.nullable() }),
  z.strictObject({ at: z.literal("mfa"), form: LoginForm, challenge: Challenge }),
  z.strictObject({ at: z.literal("accounts"), form: LoginForm, selection: Selection }),
  z.strictObject({
    at: z.literal("connected"),
    institution: InstitutionRow,
    connection: Connection,
  }),
]);
export type ResumePoint = z.infer<typeof ResumePoint>;

/** The parameters of a session's start: the page's configuration, and the identity of its frame. */
const SessionOpening = {
  /** The configuration as the page gave it: the server parses it, and reports its faults. */
  config: z.record(z.string(), z.unknown()),
  /** The page's origin as the browser told the frame; Link's own if Link is the whole page. */
  origin: z.string().min(1).max(300),
  /** The secret that resumes the session; made and kept by the frame that started it. */
  resume: z
    .string()
    .regex(/^[0-9A-Za-z-]{32,64}$/)
    .optional(),
};

/** A fact for the user before they choose an institution: a term, and a sentence about it. */
export const TrustFact = z.strictObject({ term: z.string(), text: z.string() });
export type TrustFact = z.infer<typeof TrustFact>;

/** The data of Link's first view. */
const InitialView = {
  client_name: z.string(),
  language: z.enum(LANGUAGES),
  /** The institutions to show before the user types. */
  institutions: z.array(InstitutionRow),
  /** The address of all institutions of the session; null if there is no choice. */
  institution_index: z.string().nullable(),
  /** The data that is read, the duration, and how to end it; empty if a consent will say so. */
  trust: z.array(TrustFact),
  /** The name of the country whose institutions are in the list; left out for several. */
  country: z.string().optional(),
  /** Until when the session can be resumed in this browser after an exit; left out if it cannot. */
  kept_until: z.iso.datetime().optional(),
  /** The style of the look of the session and its client; left out if it is Link's own. */
  style: z.string().optional(),
  /** The client's theme; left out if the page has set one, or the user's device decides. */
  theme: z.enum(THEMES).optional(),
  /** Whether `trust` is a pane of its own before the list; left out if it is not. */
  trust_pane: z.literal(true).optional(),
  /** A sentence for the page's author, for the console. */
  hint: z.string().optional(),
};

/** Prepares the first view of a link token without starting or taking over a session. */
export const PrepareSessionRequest = z.strictObject(SessionOpening);
export type PrepareSessionRequest = z.infer<typeof PrepareSessionRequest>;
export const PrepareSessionResponse = z.strictObject({
  ...InitialView,
  /** Whether a session would start at the list; else the user has to wait for it. */
  at_list: z.boolean(),
});
export type PrepareSessionResponse = z.infer<typeof PrepareSessionResponse>;

export const StartSessionRequest = z.strictObject({
  ...SessionOpening,
  /**
   * The session's id, which the page gets before the server responds. The server makes one up if it
   * is missing, as in frames of an earlier version.
   */
  link_session_id: z
    .string()
    .regex(/^[0-9A-Za-z]{32}$/)
    .optional(),
});
export type StartSessionRequest = z.infer<typeof StartSessionRequest>;
export const StartSessionResponse = z.strictObject({
  ...InitialView,
  link_session_id: z.string(),
  session_token: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether this session updates an existing Item: then no other institution can be chosen. */
  update: z.boolean(),
  resume_point: ResumePoint,
  /** Present if the user may connect several Items: the button for another one, and the last one so far. */
  several: z
    .strictObject({
      another: z.string(),
      last: z
        .strictObject({
          institution: InstitutionRow,
          connection: z.strictObject({
            publicToken: z.string(),
            accounts: Connection.shape.accounts,
          }),
        })
        .nullable(),
    })
    .optional(),
});
export type StartSessionResponse = z.infer<typeof StartSessionResponse>;

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

/** The most characters of a file in base64: enough for 250,000 transactions, compressed. */
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
export const TellEventsRequest = z.strictObject({
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
export type TellEventsRequest = z.infer<typeof TellEventsRequest>;
export const TellEventsResponse = z.strictObject({});

/**
 * Ends the session of a document that is being closed: one request, since no response can be
 * awaited, with the parameters of the session's start, since that request may not have arrived.
 */
export const AbandonSessionRequest = z.strictObject({
  ...StartSessionRequest.required({ link_session_id: true, resume: true }).shape,
  ...ExitSessionRequest.shape,
  events: TellEventsRequest.shape.events,
});
export type AbandonSessionRequest = z.infer<typeof AbandonSessionRequest>;
export const AbandonSessionResponse = z.strictObject({});
