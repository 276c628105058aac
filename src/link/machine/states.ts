import type { Approval, ResumePoint } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link-event.ts";
import type { Challenge, LoginForm } from "../../protocol/login-form.ts";
import type { Selection } from "../../protocol/selection.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";

/** What goes along from one state to the next. */
export type SharedContext = {
  /** The institutions shown before the user types. */
  institutions: InstitutionRow[];
  /** What the user typed last; still there when they come back to the list. */
  query: string;
  /** The last error the user met: what `onExit` reports. */
  lastError: LinkError | null;
  /** Whether an existing Item is updated: then there is no list to go back to. */
  update: boolean;
  /** Whether the network is away: what was under way goes on when it is back. */
  offline: boolean;
};

/** What each state has of its own, by its name: a view, or a view and a sub-state. */
type StateData = {
  SELECT_INSTITUTION: {
    /** What the search answered for `query`; null until it has. */
    results: InstitutionRow[] | null;
    /** The query of the last SEARCH_INSTITUTION event. */
    reportedQuery: string;
  };
  CONSENT: { form: LoginForm };
  CREDENTIAL: { form: LoginForm; refusal: LinkError | null };
  /** Says that the user signs in at the institution's own site, and what happens there. */
  "OAUTH.ready": { form: LoginForm; refusal: LinkError | null };
  /** They are there, or on their way back. */
  "OAUTH.waiting": {
    institution: InstitutionRow;
    form: LoginForm;
    /** What they read who approve in the institution's app. */
    approval: Approval | null;
  };
  /** The submission waits until the user has solved a captcha. */
  "RECAPTCHA.idle": Captcha;
  "RECAPTCHA.solving": Captcha;
  MFA: { form: LoginForm; challenge: Challenge; refusal: LinkError | null };
  SELECT_ACCOUNT: { form: LoginForm; selection: Selection; accountIds: string[] };
  /** The session starts, where a token says what Link is about. */
  "LOADING.start": { institution: null };
  "LOADING.institution": { institution: InstitutionRow };
  "LOADING.consent": { institution: InstitutionRow; form: LoginForm };
  "LOADING.credentials": { institution: InstitutionRow; form: LoginForm } & Credentials;
  "LOADING.mfa": { institution: InstitutionRow; form: LoginForm } & MfaAnswers;
  "LOADING.accounts": {
    institution: InstitutionRow;
    form: LoginForm;
    selection: Selection;
    accountIds: string[];
  };
  CONNECTED: { institution: InstitutionRow; connection: LinkConnection };
  /** Trying again makes sense: `retry` is what the user comes back to. */
  "ERROR.retry": Failure & { retry: Retry };
  /** Another institution may work. */
  "ERROR.list": Failure;
  /** Nothing more can be done in this session. */
  "ERROR.leave": Failure;
  /** Asks whether to leave `from`. */
  EXIT: { from: Exclude<ViewState, { name: "EXIT" }> };
};

type Credentials = { credentials: Record<string, string> };
type MfaAnswers = { challenge: Challenge; answers: string[] };

/** What the user submitted: credentials, or the answers to a challenge. */
export type Submission = Credentials | MfaAnswers;

type Captcha = { form: LoginForm; submission: Submission; refusal: LinkError | null };

type Failure = {
  institution: InstitutionRow;
  error: LinkError;
  /** The institution's own site, where the user can do something about it. */
  url: string | null;
};

/** The form, or the question, that an error leads back to; where there is none yet, it is asked for again. */
export type Retry = ViewState<
  "LOADING.institution" | "CONSENT" | "CREDENTIAL" | "OAUTH.ready" | "MFA" | "SELECT_ACCOUNT"
>;

type StateName = keyof StateData;

/** What the user sees: the states of a view, or the one state of a full name. */
export type ViewState<N extends ViewName | StateName = StateName> = {
  [S in StateName]: { name: S } & SharedContext & StateData[S];
}[Extract<StateName, N | `${N}.${string}`>];

/** Every state: closed before OPEN and after the terminal callback, a view in between. */
export type State = { name: "CLOSED" } | ViewState;

/** What the bridge answers to a session's start: where it stands, and whether it updates an Item. */
export type SessionStart = {
  institutions: InstitutionRow[];
  standing: ResumePoint;
  update: boolean;
};

type ViewOf<N extends string> = N extends `${infer V}.${string}` ? V : N;

/** The view of a state: what `view_name` says in TRANSITION_VIEW. */
export const viewOf = <N extends State["name"]>({ name }: { name: N }): ViewOf<N> =>
  name.split(".")[0] as ViewOf<N>;
