import type { UploadProgress } from "../../browser/upload.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link/link-event.ts";
import type { Challenge, LoginForm } from "../../protocol/link/login-form.ts";
import type { Selection } from "../../protocol/link/selection.ts";
import type { Approval, ResumePoint } from "../../protocol/link/session-start.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";

/** The context that every state hands to the next. */
export type SharedContext = {
  /** The institutions shown before the user types. */
  institutions: InstitutionRow[];
  /** The user's last typed text, kept for a return to the list. */
  query: string;
  /** The last error, which `onExit` reports. */
  lastError: LinkError | null;
  /** Whether an existing Item is updated. An update has no list to return to. */
  update: boolean;
  /** Present if the user may connect several Items. */
  several?: Several | undefined;
  /** Whether the network is down. Open calls continue when the network returns. */
  offline: boolean;
};

/** The button for another Item, and the last connected Item; null before the first Item. */
type Several = { another: string; last: Connected | null };

/** A connected Item in the form for the page. */
export type Connected = {
  institution: InstitutionRow;
  connection: Pick<LinkConnection, "publicToken" | "accounts">;
};

/** The data of each state, by its name: a view, or a view and a sub-state. */
type StateData = {
  SELECT_INSTITUTION: List;
  /** Shows the trust facts before the list. */
  "SELECT_INSTITUTION.trust": List;
  /**
   * The ways to connect the chosen bank. Without `bank`, the ways for users of an unlisted bank.
   */
  "SELECT_INSTITUTION.ways": List & { bank?: LoginForm };
  CONSENT: { form: LoginForm };
  CREDENTIAL: {
    form: LoginForm;
    refusal: LinkError | null;
    /** The bank of the form's routing number; undefined for an incomplete number. */
    bank?: RoutedBank;
  };
  /** Announces the sign-in at the institution's own site. */
  "OAUTH.ready": { form: LoginForm; refusal: LinkError | null };
  /** The user is at the institution's site, or the site's callback is pending. */
  "OAUTH.waiting": {
    institution: InstitutionRow;
    form: LoginForm;
    /** The texts for an approval in the institution's app; null for a sign-in at its site. */
    approval: Approval | null;
    /** The answers of the form before the site; undefined without a form. */
    credentials?: Record<string, string>;
  };
  /** The submission waits until the user has solved a captcha. */
  "RECAPTCHA.idle": Captcha;
  "RECAPTCHA.solving": Captcha;
  MFA: {
    form: LoginForm;
    challenge: Challenge;
    refusal: LinkError | null;
    /** The answer to the user's last request for another code; null before the first request. */
    resend: Resend | null;
    /**
     * How a file reads with the column answers: undefined before the question, empty before the
     * answer.
     */
    effect?: string;
  };
  SELECT_ACCOUNT: { form: LoginForm; selection: Selection; accountIds: string[] };
  /** The session of a link token starts. The session then names the institutions or the Item. */
  "LOADING.start": { institution: null };
  "LOADING.institution": { institution: InstitutionRow };
  "LOADING.consent": { institution: InstitutionRow; form: LoginForm };
  "LOADING.credentials": {
    institution: InstitutionRow;
    form: LoginForm;
    /** Undefined unless a file is being sent. */
    progress?: UploadProgress;
  } & Credentials;
  "LOADING.mfa": { institution: InstitutionRow; form: LoginForm } & MfaAnswers;
  "LOADING.accounts": {
    institution: InstitutionRow;
    form: LoginForm;
    selection: Selection;
    accountIds: string[];
  };
  CONNECTED: { institution: InstitutionRow; connection: LinkConnection };
  /** Another attempt may succeed. `retry` is the state before the attempt. */
  "ERROR.retry": Failure & { retry: Retry };
  /** Another institution may work. */
  "ERROR.list": Failure;
  /** Nothing more can be done in this session. */
  "ERROR.leave": Failure;
  /** Asks whether to leave `from`. */
  EXIT: { from: Exclude<ViewState, { name: "EXIT" }> };
};

/**
 * The state of a request for another code or for the list of devices: pending, sent, too early, or
 * no more codes.
 */
export type Resend = "pending" | "sent" | "early" | "over";

/**
 * A routing number that is wrong or names a bank. `name` is undefined until the answer arrives,
 * null for an unknown bank.
 */
export type RoutedBank = { number: string; isWrong: boolean; name?: string | null };

type List = {
  /** The results for `query`; null until they arrive. */
  results: InstitutionRow[] | null;
  /** The query of the last SEARCH_INSTITUTION event. */
  reportedQuery: string;
};

type Credentials = { credentials: Record<string, string> };
type MfaAnswers = { challenge: Challenge; answers: string[] };

/** A submission of the user: credentials, or the answers to a challenge. */
export type Submission = Credentials | MfaAnswers;

type Captcha = { form: LoginForm; submission: Submission; refusal: LinkError | null };

type Failure = {
  institution: InstitutionRow;
  error: LinkError;
  /** The institution's own site, if the user can solve the problem there. */
  url: string | null;
  trace?: Trace;
};

/** Data with which support finds an error: the time in ms since 1970, and the request. */
export type Trace = { at: number; requestId: string };

/** The form after an error. A form that is not loaded yet is requested again. */
export type Retry = ViewState<
  "LOADING.institution" | "CONSENT" | "CREDENTIAL" | "OAUTH.ready" | "MFA" | "SELECT_ACCOUNT"
>;

type StateName = keyof StateData;

/** The states of a view, or the single state of a full name. */
export type ViewState<N extends ViewName | StateName = StateName> = {
  [S in StateName]: { name: S } & SharedContext & StateData[S];
}[Extract<StateName, N | `${N}.${string}`>];

/** Every state: closed before OPEN and after the terminal callback, a view in between. */
export type State = { name: "CLOSED" } | ViewState;

/**
 * The bridge's response to the start of a session: the resume point, and whether the session
 * updates an Item.
 */
export type SessionStart = {
  institutions: InstitutionRow[];
  resume_point: ResumePoint;
  update: boolean;
  several?: Several | undefined;
};

type ViewOf<N extends string> = N extends `${infer V}.${string}` ? V : N;

/** Returns the view of a state, the `view_name` of TRANSITION_VIEW. */
export const viewOf = <N extends State["name"]>({ name }: { name: N }): ViewOf<N> =>
  name.split(".")[0] as ViewOf<N>;
