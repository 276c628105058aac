import type { Challenge } from "../../protocol/bridge.ts";
import type { ErrorCode, LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkEvent, LinkInstitution } from "../../protocol/link-event.ts";
import type { Effect } from "./effect.ts";
import { exitStatus } from "./exit-status.ts";
import type { Happening } from "./happening.ts";
import type { LoginForm, Memory, Retry, Shown, State } from "./states.ts";

/** The next state and what to do about it. */
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
    CHALLENGED: (state, { challenge }) =>
      isLogin(state) ? [mfa(memory(state), state.form, challenge)] : [state],
    ACCOUNTS_OFFERED: (state, { accounts }) =>
      isLogin(state)
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
      {
        do: "submitCredentials",
        institutionId: state.form.institution.institution_id,
        credentials,
      },
    ],
    BACK: backToList,
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  MFA: {
    MFA_ENTERED: (state, { answers }) => [
      {
        ...memory(state),
        view: "LOADING",
        task: "mfa",
        institution: state.form.institution,
        form: state.form,
        challenge: state.challenge,
      },
      tell({
        name: "SUBMIT_MFA",
        mfa_type: state.challenge.type,
        ...named(state.form.institution),
      }),
      { do: "submitMfa", answers },
    ],
    BACK: backToList,
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
    CHALLENGED: behind,
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

function backToList(state: Shown<"CREDENTIAL" | "MFA">): Move {
  return [list(memory(state)), ...searchFor(state.query)];
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
  if (isLogin(state) && SIGN_IN_AGAIN.includes(error.error_code))
    return credential(kept, state.form, error);
  if (state.task === "mfa" && error.error_code === "INVALID_MFA")
    return mfa(kept, state.form, state.challenge, error);
  return {
    ...kept,
    view: "ERROR",
    institution: state.institution,
    error,
    retry: error.error_type === "API_ERROR" ? retry(state, kept) : null,
  };
}

/** After these the institution has forgotten how far the login had come. */
const SIGN_IN_AGAIN: ErrorCode[] = ["INVALID_CREDENTIALS", "USER_INPUT_TIMEOUT"];

type Login = Extract<Shown<"LOADING">, { task: "credentials" | "mfa" }>;

const isLogin = (state: Shown<"LOADING">): state is Login =>
  state.task === "credentials" || state.task === "mfa";

function retry(state: Shown<"LOADING">, kept: Memory): Retry | null {
  if (state.task === "institution") return null;
  if (state.task === "credentials") return credential(kept, state.form);
  if (state.task === "mfa") return mfa(kept, state.form, state.challenge);
  const { form, accounts, chosen } = state;
  return { ...kept, view: "SELECT_ACCOUNT", form, accounts, chosen };
}

const credential = (
  kept: Memory,
  form: LoginForm,
  refusal: LinkError | null = null,
): Shown<"CREDENTIAL"> => ({ ...kept, view: "CREDENTIAL", form, refusal });

const mfa = (
  kept: Memory,
  form: LoginForm,
  challenge: Challenge,
  refusal: LinkError | null = null,
): Shown<"MFA"> => ({ ...kept, view: "MFA", form, challenge, refusal });

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
