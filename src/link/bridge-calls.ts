import type { InstitutionRow } from "../protocol/institution.ts";
import type {
  CaptchaChallengeResponse,
  LoginResponse,
  NameBankResponse,
  ResendCodeResponse,
  SearchInstitutionsResponse,
} from "../protocol/link/bridge.ts";
import type { Connection } from "../protocol/link/selection.ts";
import { isLookup } from "../protocol/search/institution-lookup.ts";
import type { OAuthNavigation } from "./leave-page.ts";
import { linkConnection } from "./machine/form-states.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import { oauthCalls } from "./oauth-calls.ts";
import type { BridgeCall, BridgeCalls } from "./session-options.ts";

/** The pause in typing after which a search is reported as an event. */
const DEBOUNCE_MS = 500;

/** Solves a proof of work; rejects with an AbortError when `signal` aborts. */
type Solve = (
  challenge: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<Record<string, unknown>>;

/** Resolves after a number of ms. */
type Pause = (ms: number) => Promise<unknown>;

/** Returns the search in the frame; null until the institutions are loaded. */
type LocalSearch = () => ((query: string) => InstitutionRow[]) | null;

/** The calls of the lazily loaded views of files. */
type FileCalls = Pick<typeof import("./file-calls.ts"), "readColumns" | "sendFile">;

/** The effects that call the bridge, except the choice of an institution. */
export const bridgeCalls = (
  solve: Solve,
  localSearch: LocalSearch,
  leavePage: () => OAuthNavigation,
  pause: Pause,
  loadFileCalls: () => Promise<FileCalls>,
): BridgeCalls => ({
  ...oauthCalls(leavePage, toEvent),
  search: typedSearch(localSearch, pause),
  nameBank: nameOfLast(pause),
  giveConsent: ({ submit }, { institutionId, version }) =>
    submit("consent/give", { institution_id: institutionId, version }).then(() => ({
      type: "consent.recorded",
    })),
  submitCredentials: async (client, { institutionId, credentials }, signal, send) =>
    toEvent(
      await client.submit<LoginResponse>(
        "credentials/submit",
        { institution_id: institutionId, credentials },
        credentials.file ? (await loadFileCalls()).sendFile(client, signal, send) : undefined,
      ),
    ),
  readColumns: async (...call) => (await loadFileCalls()).readColumns(...call),
  submitMfa: ({ submit }, { answers }) =>
    submit<LoginResponse>("mfa/submit", { answers }).then(toEvent),
  resendCode: ({ submit }) =>
    submit<ResendCodeResponse>("mfa/resend", {}).then(({ sent, resend_after: resendAfter }) => ({
      type: "code.answered",
      sent,
      resendAfter,
    })),
  listDevices: ({ submit }) => submit<LoginResponse>("mfa/devices", {}).then(toEvent),
  selectAccounts: ({ submit }, { accountIds, renew }) =>
    (renew
      ? submit<Connection>("item/renew", {})
      : submit<Connection>("accounts/select", { account_ids: accountIds })
    ).then(connectionEvent),
  solveCaptcha: async ({ call, submit }, _, signal) => {
    const { challenge } = await call<CaptchaChallengeResponse>("captcha/challenge", {});
    await submit("captcha/solve", { challenge, solution: await solve(challenge, signal) });
    return { type: "captcha.solved" };
  },
});

const toEvent = ({ approval, challenge, selection, connection }: LoginResponse): MachineEvent => {
  if (approval) return { type: "approval.required", approval };
  if (challenge) return { type: "mfa.required", challenge };
  if (selection) return { type: "accounts.offered", selection };
  if (connection) return connectionEvent(connection);
  throw new Error("the bridge did not say what comes next");
};

const connectionEvent = (connection: Connection): MachineEvent => ({
  type: "item.connected",
  connection: linkConnection(connection),
});

/** Debounces the routing number: a user may correct a digit. */
const NUMBER_DEBOUNCE_MS = 200;

/** Names the bank of the last typed number. Without an answer no bank is named. */
const nameOfLast = (pause: Pause): BridgeCall<"nameBank"> => {
  let last = "";
  return async ({ call }, { number }, signal) => {
    last = number;
    await pause(NUMBER_DEBOUNCE_MS);
    if (last !== number || signal.aborted) return null;
    return call<NameBankResponse>("institutions/name", { routing_number: number }, signal).then(
      ({ name }) => ({ type: "bank.named", number, name }),
      () => null,
    );
  };
};

/**
 * Searches for the last query. The frame searches if its institutions are loaded and match;
 * otherwise the server searches.
 */
const typedSearch = (localSearch: LocalSearch, pause: Pause): BridgeCall<"search"> => {
  let abortLast = (): void => undefined;
  return async ({ call }, { query }, signal, send) => {
    abortLast();
    const request = new AbortController();
    abortLast = () => request.abort();
    pause(DEBOUNCE_MS).then(() => request.signal.aborted || send({ type: "search.paused" }));
    signal.addEventListener("abort", abortLast);
    const search = isLookup(query) ? null : localSearch();
    if (search) {
      // An answer in the same tick as the keystroke draws the list only once.
      send({ type: "search.answered", query, institutions: search(query) });
      return null;
    }
    const { institutions } = await call<SearchInstitutionsResponse>(
      "institutions/search",
      { query },
      request.signal,
    );
    return { type: "search.answered", query, institutions };
  };
};
