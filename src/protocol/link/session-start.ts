import { z } from "zod";
import { InstitutionRow } from "../institution.ts";
import { LANGUAGES, THEMES } from "../vocabulary.ts";
import { Challenge, LoginForm } from "./login-form.ts";
import { Connection, Selection } from "./selection.ts";

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
