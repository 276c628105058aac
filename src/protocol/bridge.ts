import { z } from "zod";
import { LinkAccount } from "./account.ts";
import { InstitutionHealth, InstitutionRow } from "./institution.ts";
import {
  ACCOUNT_SELECTIONS,
  EVENT_NAMES,
  EXIT_STATUSES,
  LANGUAGES,
  LINK_PRODUCTS,
  PRODUCTS,
} from "./vocabulary.ts";

/**
 * What the frame and the bridge say to each other. Every call is a POST of JSON; all but the first
 * carry the session token as `Authorization: Bearer`, which lives in the frame's memory only.
 */

/** A field of an institution's login form, under the label that the institution gives it. */
export const CredentialField = z.discriminatedUnion("type", [
  z.strictObject({
    name: z.string(),
    label: z.string(),
    /** `digits` may have dashes in them; a `pin` is a secret of digits; an `amount` is money, as `0.05`. */
    type: z.enum(["text", "digits", "password", "pin", "amount"]),
  }),
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("select"),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
  /** Sent as `true` or `false`; one that is `required` has to be ticked. */
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("checkbox"),
    required: z.boolean(),
  }),
]);
export type CredentialField = z.infer<typeof CredentialField>;

/** What a person is asked to agree to before their institution is. */
export const ConsentOffer = z.strictObject({
  /** Names the text that they are shown, e.g. `2026-11`. */
  version: z.string(),
  /** The data that is read, by product. */
  scope: z.array(z.enum(LINK_PRODUCTS)),
  /** How long it may be read for. */
  days: z.int().positive(),
  terms_url: z.string(),
  privacy_url: z.string(),
});
export type ConsentOffer = z.infer<typeof ConsentOffer>;

/** An institution with what it asks for. */
export const LoginForm = z.strictObject({
  institution: InstitutionRow,
  url: z.string().nullable(),
  health: InstitutionHealth,
  /**
   * What the fields are for: to sign in; to enter account numbers by hand, to be verified by
   * micro-deposits; or to tell the two amounts that arrived.
   */
  purpose: z.enum(["login", "numbers", "amounts"]),
  fields: z.array(CredentialField),
  /** To be agreed to before the form is shown; null where nobody is asked, or they have been. */
  consent: ConsentOffer.nullable(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** A further question of the institution's, asked after the credentials or after another answer. */
export const Challenge = z.discriminatedUnion("type", [
  /** Where to send a one-time code: the answer is the chosen device's id. */
  z.strictObject({
    type: z.literal("device"),
    devices: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["phone", "email"]),
        /** What tells it from the others, e.g. `•••• 6789`. */
        mask: z.string(),
      }),
    ),
  }),
  /** The code that was sent; `sent_to` is the chosen device's mask, if there was one to choose. */
  z.strictObject({ type: z.literal("code"), sent_to: z.string().nullable() }),
  /** Questions to be answered in words. */
  z.strictObject({ type: z.literal("questions"), questions: z.array(z.string()) }),
  /** Questions to be answered with one of their options. */
  z.strictObject({
    type: z.literal("selections"),
    questions: z.array(z.strictObject({ question: z.string(), options: z.array(z.string()) })),
  }),
]);
export type Challenge = z.infer<typeof Challenge>;

/** An account the user may share, with what it holds so that they can tell it from its neighbours. */
export const OfferedAccount = LinkAccount.extend({
  balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
});
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** An account that cannot be shared, and the product that cannot be read from it. */
const UnfitAccount = OfferedAccount.extend({ lacks: z.enum(LINK_PRODUCTS) });

/** The accounts behind a login; `mode` is how many the user may tick. */
export const Selection = z.strictObject({
  mode: z.enum(ACCOUNT_SELECTIONS).exclude(["disabled"]),
  accounts: z.array(OfferedAccount).min(1),
  unfit: z.array(UnfitAccount),
});
export type Selection = z.infer<typeof Selection>;

/** An Item that is connected. */
export const Connection = z.strictObject({
  public_token: z.string(),
  /** What the user shares; null where they were not asked to choose. */
  accounts: z.array(LinkAccount).nullable(),
  /** Where the user can see and end the connection later; null unless `assets` is a product. */
  manage_url: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** How far a session has come: the view that it starts at, or goes on at when it is opened again. */
export const ResumePoint = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  /** At the consent that the form asks for, or else at the form. */
  z.strictObject({ at: z.literal("form"), form: LoginForm }),
  z.strictObject({ at: z.literal("mfa"), form: LoginForm, challenge: Challenge }),
  z.strictObject({ at: z.literal("accounts"), form: LoginForm, selection: Selection }),
  z.strictObject({
    at: z.literal("connected"),
    institution: InstitutionRow,
    connection: Connection,
  }),
]);
export type ResumePoint = z.infer<typeof ResumePoint>;

/** What opens Link: the page's configuration, and who its frame is. */
const Opened = {
  /** The configuration as the page gave it: the server parses it, and says what is wrong with it. */
  config: z.record(z.string(), z.unknown()),
  /** The page's origin as the browser told the frame; Link's own where Link is the whole page. */
  origin: z.string().min(1).max(300),
  /** What goes on with a session that was started; whoever did so made it up, and keeps it. */
  resume: z
    .string()
    .regex(/^[0-9A-Za-z-]{32,64}$/)
    .optional(),
};

/** What Link shows before a session has gone anywhere. */
const Shown = {
  client_name: z.string(),
  language: z.enum(LANGUAGES),
  /** The institutions to show before the user types. */
  institutions: z.array(InstitutionRow),
  /** The address of all institutions that the session may choose from; null where there is no choice. */
  institution_index: z.string().nullable(),
};

/** Asks what a link token would open; that starts no session, and takes none from anybody. */
export const PrepareSessionRequest = z.strictObject(Opened);
export type PrepareSessionRequest = z.infer<typeof PrepareSessionRequest>;
export const PrepareSessionResponse = z.strictObject({
  ...Shown,
  /** Whether a session would start at the list; else the user has to wait for it. */
  at_list: z.boolean(),
});
export type PrepareSessionResponse = z.infer<typeof PrepareSessionResponse>;

export const StartSessionRequest = z.strictObject({
  ...Opened,
  /**
   * What the session is to be known by: the page is told of it before the server has answered. The
   * server makes one up where there is none, as frames of an earlier version have none.
   */
  link_session_id: z
    .string()
    .regex(/^[0-9A-Za-z]{32}$/)
    .optional(),
});
export type StartSessionRequest = z.infer<typeof StartSessionRequest>;
export const StartSessionResponse = z.strictObject({
  ...Shown,
  link_session_id: z.string(),
  session_token: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether this session mends an Item that is there: then no other institution can be chosen. */
  update: z.boolean(),
  standing: ResumePoint,
});
export type StartSessionResponse = z.infer<typeof StartSessionResponse>;

export const SearchInstitutionsRequest = z.strictObject({ query: z.string().max(100) });
export const SearchInstitutionsResponse = z.strictObject({
  institutions: z.array(InstitutionRow),
});
export type SearchInstitutionsResponse = z.infer<typeof SearchInstitutionsResponse>;

export const SelectInstitutionRequest = z.strictObject({
  institution_id: z.string().min(1).max(40),
});

/**
 * Names one act of the user's: however often the same submission arrives it is carried out once, and
 * has the same answer.
 */
const Submission = { submission_id: z.string().regex(/^[0-9A-Za-z-]{16,64}$/) };

export const GiveConsentRequest = z.strictObject({
  ...Submission,
  institution_id: z.string().min(1).max(40),
  /** The text that was agreed to. */
  version: z.string().min(1).max(40),
});
export const GiveConsentResponse = z.strictObject({});

/** What was typed into a form, by field, as it is kept: what its size may be is said where it comes in. */
export const KeptCredentials = z.record(z.string(), z.string());

export const SubmitCredentialsRequest = z.strictObject({
  ...Submission,
  /** The institution whose form was filled in: a password must never reach another one. */
  institution_id: z.string().min(1).max(40),
  credentials: z.record(z.string().max(40), z.string().max(1000)),
});

/** What comes next in a login, after credentials and after each answer: one is not null. */
export const LoginResponse = z.strictObject({
  challenge: Challenge.nullable(),
  selection: Selection.nullable(),
  /** The end, where there was nothing for the user to choose. */
  connection: Connection.nullable(),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

/** Answers to a challenge: one for device and code, one for each question otherwise, in their order. */
export const SubmitMfaRequest = z.strictObject({
  ...Submission,
  answers: z.array(z.string().min(1).max(200)).min(1).max(20),
});

export const SelectAccountsRequest = z.strictObject({
  ...Submission,
  account_ids: z.array(z.string().min(1).max(100)).min(1).max(100),
});

/** A proof of work that is asked for where somebody might be guessing; in ALTCHA's terms. */
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

/** What the page was told in a session, once that is over. */
export const TellEventsRequest = z.strictObject({
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
 * Ends the session of a document that is going: all in one, since nobody is there for an answer, and
 * with what starts it, since that may not have arrived.
 */
export const AbandonSessionRequest = z.strictObject({
  ...StartSessionRequest.required({ link_session_id: true, resume: true }).shape,
  ...ExitSessionRequest.shape,
  ...TellEventsRequest.shape,
});
export type AbandonSessionRequest = z.infer<typeof AbandonSessionRequest>;
export const AbandonSessionResponse = z.strictObject({});

/** What opens the page on which a user sees one connection and can end it. */
export const ConnectionRequest = z.strictObject({ key: z.string().min(1).max(1000) });

/** A connection as its user sees it; `ended` says that nothing can be read any more. */
export const ConnectionResponse = z.strictObject({
  institution: z.strictObject({ name: z.string(), color: z.string() }),
  accounts: z.array(z.strictObject({ name: z.string(), mask: z.string().nullable() })),
  products: z.array(z.enum(PRODUCTS)),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  ended: z.boolean(),
});
export type ConnectionResponse = z.infer<typeof ConnectionResponse>;
