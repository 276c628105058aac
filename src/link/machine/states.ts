import type {
  Challenge,
  OfferedAccount,
  SelectInstitutionResponse,
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
};

/** An institution with its login form, as the bridge described it. */
export type LoginForm = SelectInstitutionResponse;

type Views = {
  SELECT_INSTITUTION: {
    /** What the search answered for `query`; null until it has. */
    found: InstitutionRow[] | null;
    /** The query that SEARCH_INSTITUTION was last told for. */
    told: string;
  };
  CREDENTIAL: { form: LoginForm; refusal: LinkError | null };
  MFA: { form: LoginForm; challenge: Challenge; refusal: LinkError | null };
  SELECT_ACCOUNT: { form: LoginForm; accounts: OfferedAccount[]; chosen: string[] };
  LOADING: Waiting;
  CONNECTED: { institution: InstitutionRow; connection: LinkConnection };
  ERROR: { institution: InstitutionRow; error: LinkError; retry: Retry | null };
  EXIT: { from: Exclude<Shown, { view: "EXIT" }> };
};

/** What LOADING waits for, and where a refusal leads back to. */
type Waiting =
  | { task: "institution"; institution: InstitutionRow }
  | { task: "credentials"; institution: InstitutionRow; form: LoginForm }
  | { task: "mfa"; institution: InstitutionRow; form: LoginForm; challenge: Challenge }
  | {
      task: "accounts";
      institution: InstitutionRow;
      form: LoginForm;
      accounts: OfferedAccount[];
      chosen: string[];
    };

/** The view an error leads back to when trying again makes sense; else the list of institutions. */
export type Retry =
  | Extract<Shown, { view: "CREDENTIAL" }>
  | Extract<Shown, { view: "MFA" }>
  | Extract<Shown, { view: "SELECT_ACCOUNT" }>;

/** A state the user sees: its tag is the view's name. */
export type Shown<V extends ViewName = ViewName> = { [N in V]: { view: N } & Memory & Views[N] }[V];

/** Every state: closed before OPEN and after the terminal callback, a view in between. */
export type State = { view: "CLOSED" } | Shown;
