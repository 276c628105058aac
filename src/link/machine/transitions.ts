import type { OfferedAccount } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection, LinkEvent, LinkInstitution } from "../../protocol/link-event.ts";
import type { ExitStatus, ViewName } from "../../protocol/vocabulary.ts";
import type { LoginForm, Memory, Retry, Shown, State } from "./states.ts";

/** What can happen to Link: from the user, from the page, or from the bridge. */
export type Happening =
  | { type: "OPENED"; institutions: InstitutionRow[] }
  | { type: "TYPED"; query: string }
  | { type: "PAUSED" }
  | { type: "FOUND"; query: string; institutions: InstitutionRow[] }
  | { type: "INSTITUTION_CHOSEN"; institution: InstitutionRow }
  | { type: "FORM_READY"; form: LoginForm }
  | { type: "CREDENTIALS_ENTERED"; credentials: Record<string, string> }
  | { type: "ACCOUNTS_OFFERED"; accounts: OfferedAccount[] }
  | { type: "ACCOUNTS_MARKED"; chosen: string[] }
  | { type: "ACCOUNTS_CHOSEN" }
  | { type: "ITEM_CONNECTED"; connection: LinkConnection }
  | { type: "REFUSED"; error: LinkError }
  | { type: "BACK" }
  | { type: "CONTINUED" }
  | { type: "LEFT" }
  | { type: "FORCED_OUT" };

/** What the machine wants done, as data; the session does it. */
export type Effect =
  | { do: "tell"; event: LinkEvent }
  | { do: "search"; query: string }
  | { do: "selectInstitution"; institutionId: string }
  | { do: "submitCredentials"; credentials: Record<string, string> }
  | { do: "selectAccounts"; accountIds: string[] }
  | { do: "succeed"; institution: LinkInstitution; connection: LinkConnection }
  | {
      do: "leave";
      error: LinkError | null;
      institution: LinkInstitution | null;
      status: ExitStatus | null;
    };

export type Move = [next: State, ...effects: Effect[]];

type On<T extends Happening["type"]> = Extract<Happening, { type: T }>;
type Row<S extends State> = {
  [T in Happening["type"]]?: (state: S, happening: On<T>) => Move;
};
type Table = { [V in State["view"]]: Row<Extract<State, { view: V }>> };

/**
 * Every move there is, by state and then by what happens. A pair without a row is not a move: the
 * state stays, and nothing is done. TRANSITION_VIEW is in no row: the session tells it whenever the
 * view changes.
 */
export const moves: Table = {
  CLOSED: {
    OPENED: (_, { institutions }) => [
      { ...list({ listed: institutions, query: "", lastError: null }) },
      tell({ name: "OPEN" }),
    ],
  },

  SELECT_INSTITUTION: {
    TYPED: (state, { query }) => [{ ...state, query, found: null }, ...searchFor(query)],
    FOUND: (state, { query, institutions }) =>
      query === state.query ? [{ ...state, found: institutions }] : [state],
    PAUSED: (state) => [{ ...state, told: state.query }, ...tellSearch(state)],
    INSTITUTION_CHOSEN: (state, { institution }) => [
      { ...memory(state), view: "LOADING", task: "institution", institution },
      ...tellSearch(state),
      tell({ name: "SELECT_INSTITUTION", ...named(institution) }),
      { do: "selectInstitution", institutionId: institution.institution_id },
    ],
    REFUSED: (state, { error }) => [{ ...state, lastError: error }, tellError(error)],
    LEFT: leave,
    FORCED_OUT: leave,
  },

  LOADING: {
    FORM_READY: (state, { form }) =>
      state.task === "institution" ? [credential(memory(state), form)] : [state],
    ACCOUNTS_OFFERED: (state, { accounts }) =>
      state.task === "credentials"
        ? [
            {
              ...memory(state),
              view: "SELECT_ACCOUNT",
              form: state.form,
              accounts,
              chosen: accounts.length === 1 ? accounts.map(({ id }) => id) : [],
            },
          ]
        : [state],
    ITEM_CONNECTED: (state, { connection }) =>
      state.task === "accounts"
        ? [
            {
              ...memory(state),
              view: "CONNECTED",
              institution: state.institution,
              connection,
            },
          ]
        : [state],
    REFUSED: (state, { error }) => [refused(state, error), tellError(error, state.institution)],
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  CREDENTIAL: {
    CREDENTIALS_ENTERED: (state, { credentials }) => [
      {
        ...memory(state),
        view: "LOADING",
        task: "credentials",
        institution: state.form.institution,
        form: state.form,
      },
      tell({ name: "SUBMIT_CREDENTIALS", ...named(state.form.institution) }),
      { do: "submitCredentials", credentials },
    ],
    BACK: (state) => [list(memory(state)), ...searchFor(state.query)],
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  SELECT_ACCOUNT: {
    ACCOUNTS_MARKED: (state, { chosen }) => [{ ...state, chosen }],
    ACCOUNTS_CHOSEN: (state) =>
      state.chosen.length === 0
        ? [state]
        : [
            {
              ...memory(state),
              view: "LOADING",
              task: "accounts",
              institution: state.form.institution,
              form: state.form,
              accounts: state.accounts,
              chosen: state.chosen,
            },
            { do: "selectAccounts", accountIds: state.chosen },
          ],
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  CONNECTED: { CONTINUED: handOff, LEFT: handOff, FORCED_OUT: handOff },

  ERROR: {
    CONTINUED: (state) =>
      state.error.error_code === "INVALID_LINK_SESSION"
        ? leave(state)
        : [state.retry ?? list({ ...memory(state), query: "" })],
    BACK: (state) => [list({ ...memory(state), query: "" })],
    LEFT: leave,
    FORCED_OUT: leave,
  },

  EXIT: {
    BACK: (state) => [state.from],
    LEFT: (state) => leave(state.from),
    FORCED_OUT: (state) => leave(state.from),
    FORM_READY: behind,
    ACCOUNTS_OFFERED: behind,
    ITEM_CONNECTED: behind,
    REFUSED: behind,
  },
};

/** The next state and what to do about it; pure. */
export const transition = (state: State, happening: Happening): Move => {
  const row = moves[state.view] as Row<State>;
  const move = row[happening.type] as ((s: State, h: Happening) => Move) | undefined;
  return move ? move(state, happening) : [state];
};

/** What lies behind the exit question goes on, unseen, until the user has answered it. */
function behind(state: Shown<"EXIT">, happening: Happening): Move {
  const [from, ...effects] = transition(state.from, happening);
  return from.view === "CLOSED" || from.view === "EXIT"
    ? [state]
    : [{ ...state, lastError: from.lastError, from }, ...effects];
}

function confirm(state: Exclude<Shown, { view: "EXIT" }>): Move {
  return [{ ...memory(state), view: "EXIT", from: state }];
}

function leave(state: Exclude<Shown, { view: "EXIT" }>): Move {
  if (state.view === "CONNECTED") return handOff(state);
  const institution = institutionOf(state);
  const status = exitStatus(state);
  const { lastError: error } = state;
  return [
    { view: "CLOSED" },
    tell({
      name: "EXIT",
      exit_status: status,
      ...(institution && named(institution)),
      ...(error && errorFields(error)),
    }),
    { do: "leave", error, institution: institution && identified(institution), status },
  ];
}

function handOff({ institution, connection }: Shown<"CONNECTED">): Move {
  return [
    { view: "CLOSED" },
    tell({ name: "HANDOFF", ...named(institution) }),
    { do: "succeed", institution: identified(institution), connection },
  ];
}

/** Where a refusal leads: to the form it answers, or to a view of its own with a way on. */
function refused(state: Shown<"LOADING">, error: LinkError): State {
  const kept: Memory = { ...memory(state), lastError: error };
  if (error.error_code === "INVALID_CREDENTIALS" && state.task === "credentials")
    return credential(kept, state.form, error);
  return {
    ...kept,
    view: "ERROR",
    institution: state.institution,
    error,
    retry: error.error_type === "API_ERROR" ? retry(state, kept) : null,
  };
}

function retry(state: Shown<"LOADING">, kept: Memory): Retry | null {
  if (state.task === "institution") return null;
  if (state.task === "credentials") return credential(kept, state.form);
  const { form, accounts, chosen } = state;
  return { ...kept, view: "SELECT_ACCOUNT", form, accounts, chosen };
}

const credential = (
  kept: Memory,
  form: LoginForm,
  refusal: LinkError | null = null,
): Shown<"CREDENTIAL"> => ({ ...kept, view: "CREDENTIAL", form, refusal });

const list = (kept: Memory): Shown<"SELECT_INSTITUTION"> => ({
  ...kept,
  view: "SELECT_INSTITUTION",
  found: null,
  told: kept.query,
});

const memory = ({ listed, query, lastError }: Memory): Memory => ({ listed, query, lastError });

const tell = (event: LinkEvent): Effect => ({ do: "tell", event });

const searchFor = (query: string): Effect[] =>
  query.trim() === "" ? [] : [{ do: "search", query }];

const tellSearch = ({ query, told }: { query: string; told: string }): Effect[] =>
  query === told || query.trim() === ""
    ? []
    : [tell({ name: "SEARCH_INSTITUTION", institution_search_query: query })];

const tellError = (error: LinkError, institution?: InstitutionRow): Effect =>
  tell({ name: "ERROR", ...errorFields(error), ...(institution && named(institution)) });

const errorFields = ({ error_type, error_code, error_message }: LinkError) => ({
  error_type,
  error_code,
  error_message,
});

const named = ({ institution_id, name }: InstitutionRow) => ({
  institution_id,
  institution_name: name,
});

const identified = ({ institution_id, name }: InstitutionRow): LinkInstitution => ({
  name,
  institution_id,
});

function institutionOf(state: Exclude<Shown, { view: "EXIT" }>): InstitutionRow | null {
  if (state.view === "SELECT_INSTITUTION") return null;
  return "form" in state ? state.form.institution : state.institution;
}

const STATUS: { [V in ViewName]?: ExitStatus } = {
  CREDENTIAL: "requires_credentials",
  SELECT_ACCOUNT: "requires_account_selection",
};

/** What the user would have had to do next; null where there was nothing to do. */
function exitStatus(state: Exclude<Shown, { view: "EXIT" }>): ExitStatus | null {
  if (state.view === "SELECT_INSTITUTION")
    return state.found?.length === 0 ? "institution_not_found" : null;
  if (state.view === "ERROR") return (state.retry && STATUS[state.retry.view]) ?? null;
  if (state.view === "LOADING" && state.task === "credentials") return "requires_credentials";
  if (state.view === "LOADING" && state.task === "accounts") return "requires_account_selection";
  return STATUS[state.view] ?? null;
}
