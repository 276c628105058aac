import { z } from "zod";
import { InstitutionRow } from "../institution.ts";
import { LANGUAGES, THEMES } from "../vocabulary.ts";
import { Challenge, LoginForm } from "./login-form.ts";
import { Connection, Selection } from "./selection.ts";

/** The instructions for a user who approves in the institution's app. */
export const Approval = z.strictObject({
  title: z.string(),
  help: z.string(),
  /** The code that the app shows as well; null without a code. */
  code: z.string().nullable(),
  /** Shown after a while. */
  later: z.string(),
});
export type Approval = z.infer<typeof Approval>;

/** The view at which a session starts, or resumes in another frame. */
export const ResumePoint = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  /** At the form, or at the consent that the form requires. */
  z.strictObject({ at: z.literal("form"), form: LoginForm }),
  /** At the institution's own site or app, or on the way back. */
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

/** The parameters of a session's start: the page's configuration, and the frame's identity. */
const SessionOpening = {
  /** The page's configuration. The server parses it, and reports its faults. */
  config: z.record(z.string(), z.unknown()),
  /**
   * The page's origin, as the browser gave it to the frame; Link's own origin if Link is the whole
   * page.
   */
  origin: z.string().min(1).max(300),
  /**
   * The secret that resumes the session. The frame of the session's start created it and keeps it.
   */
  resume: z
    .string()
    .regex(/^[0-9A-Za-z-]{32,64}$/)
    .optional(),
};

/** A fact for the user before the choice of an institution: a term, and a sentence about it. */
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
  /**
   * The covered data, the duration, and the way to end the access; empty if a consent follows with
   * these facts.
   */
  trust: z.array(TrustFact),
  /** The country of all listed institutions; absent for several countries. */
  country: z.string().optional(),
  /**
   * The time until which this browser can resume the session after an exit; absent if it cannot.
   */
  kept_until: z.iso.datetime().optional(),
  /** The style of the session's and the client's look; absent for Link's own look. */
  style: z.string().optional(),
  /** The client's theme; absent if the page has set a theme, or if the device decides. */
  theme: z.enum(THEMES).optional(),
  /** Whether `trust` is a separate pane before the list; absent if not. */
  trust_pane: z.literal(true).optional(),
  /** A sentence for the page's author, for the console. */
  hint: z.string().optional(),
};

/** Prepares the first view of a link token, without starting or taking over a session. */
export const PrepareSessionRequest = z.strictObject(SessionOpening);
export type PrepareSessionRequest = z.infer<typeof PrepareSessionRequest>;
export const PrepareSessionResponse = z.strictObject({
  ...InitialView,
  /** Whether a session would start at the list. Otherwise the user waits for the session. */
  at_list: z.boolean(),
});
export type PrepareSessionResponse = z.infer<typeof PrepareSessionResponse>;

export const StartSessionRequest = z.strictObject({
  ...SessionOpening,
  /**
   * The session's id, which the page receives before the server responds. Frames of an earlier
   * version send no id; the server then creates one.
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
  /** Whether this session updates an existing Item. No other institution can be chosen then. */
  update: z.boolean(),
  resume_point: ResumePoint,
  /** The button for another Item, and the last Item so far; absent for a session with one Item. */
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
