import type {
  Challenge,
  LoginForm as Form,
  ResumePoint,
  Selection,
} from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link-event.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";

/** What the machine remembers from view to view. */
export type Memory = {
  /** The institutions shown before the user types. */
  listed: InstitutionRow[];
  /** What the user typed last; still there when they come back to the list. */
  query: string;
  /** The last error the user met: what `onExit` reports. */
  lastError: LinkError | null;
  /** Whether an Item is being mended: then there is no list to go back to. */
  update: boolean;
  /** Whether the network is away: what was under way goes on when it is back. */
  offline: boolean;
};

/** An institution with its login form, as the bridge described it. */
export type LoginForm = Form;

type Views = {
  SELECT_INSTITUTION: {
    /** What the search answered for `query`; null until it has. */
    found: InstitutionRow[] | null;
    /** The query that SEARCH_INSTITUTION was last told for. */
    told: string;
  };
  CONSENT: { form: LoginForm };
  CREDENTIAL: { form: LoginForm; refusal: LinkError | null };
  /** The submission that is held back until the captcha is solved. */
  RECAPTCHA: { form: LoginForm; held: Held; solving: boolean; refusal: LinkError | null };
  MFA: { form: LoginForm; challenge: Challenge; refusal: LinkError | null };
  SELECT_ACCOUNT: { form: LoginForm; selection: Selection; chosen: string[] };
  LOADING: Waiting;
  CONNECTED: { institution: InstitutionRow; connection: LinkConnection };
  ERROR: { institution: InstitutionRow; error: LinkError; way: Way; url: string | null };
  EXIT: { from: Exclude<Shown, { view: "EXIT" }> };
};

/** Credentials, or the answers to a challenge. */
export type Held =
  | { credentials: Record<string, string> }
  | { challenge: Challenge; answers: string[] };

/** What LOADING waits for, and where a refusal leads back to. */
type Waiting =
  /** The session, where a token says what Link is about. */
  | { task: "start"; institution: null }
  | { task: "institution"; institution: InstitutionRow }
  | { task: "consent"; institution: InstitutionRow; form: LoginForm }
  | { task: "credentials"; institution: InstitutionRow; form: LoginForm; held: Held }
  | {
      task: "mfa";
      institution: InstitutionRow;
      form: LoginForm;
      challenge: Challenge;
      held: Held;
    }
  | {
      task: "accounts";
      institution: InstitutionRow;
      form: LoginForm;
      selection: Selection;
      chosen: string[];
    };

/** What a user can do about an error: go back to a form, choose another institution, or only leave. */
export type Way = { to: "again"; state: Retry } | { to: "list" } | { to: "leave" };

/** The view an error leads back to when trying again makes sense. */
export type Retry = Extract<Shown, { view: "CONSENT" | "CREDENTIAL" | "MFA" | "SELECT_ACCOUNT" }>;

/** A state the user sees: its tag is the view's name. */
export type Shown<V extends ViewName = ViewName> = { [N in V]: { view: N } & Memory & Views[N] }[V];

/** Every state: closed before OPEN and after the terminal callback, a view in between. */
export type State = { view: "CLOSED" } | Shown;

/** What a token has said: where the session stands, and whether an Item is being mended. */
export type Opening = { institutions: InstitutionRow[]; standing: ResumePoint; update: boolean };
