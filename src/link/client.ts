import type {
  LoginResponse,
  SearchInstitutionsResponse,
  SelectAccountsResponse,
  SelectInstitutionResponse,
  StartSessionResponse,
} from "../protocol/bridge.ts";
import type { LinkError } from "../protocol/errors.ts";
import type { ExitStatus } from "../protocol/vocabulary.ts";

const START = "session/start";

/** A bank can take its time, but not longer than this. */
const PATIENCE_MS = 60_000;

/** What the bridge refused, or that it could not be reached. */
export class BridgeRefusal extends Error {
  readonly body: LinkError;
  constructor(body: LinkError) {
    super(body.error_message);
    this.body = body;
  }
}

/** The bridge, as the frame calls it. Rejects with a BridgeRefusal, or an AbortError if aborted. */
export type Client = {
  /** The request_id of the latest answer; null before the first. */
  requestId: string | null;
  start(config: Record<string, unknown>, origin: string): Promise<StartSessionResponse>;
  search(query: string, signal: AbortSignal): Promise<SearchInstitutionsResponse>;
  selectInstitution(institutionId: string): Promise<SelectInstitutionResponse>;
  submitCredentials(
    institutionId: string,
    credentials: Record<string, string>,
  ): Promise<LoginResponse>;
  submitMfa(answers: string[]): Promise<LoginResponse>;
  selectAccounts(accountIds: string[]): Promise<SelectAccountsResponse>;
  exit(status: ExitStatus | null): Promise<object>;
};

/**
 * Talks to the bridge of our own origin. Calls wait for the session to start. Its token stays in this
 * closure: it is in no storage, cookie or URL.
 */
export const createClient = (fetch: typeof globalThis.fetch): Client => {
  let session: Promise<StartSessionResponse> = Promise.reject(new BridgeRefusal(UNREACHABLE));
  session.catch(() => undefined);

  const call = async <Answer extends object>(
    path: string,
    body: object,
    signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<Answer> => {
    const token = path === START ? null : (await session).session_token;
    let answer: { request_id?: string } & (Answer | LinkError);
    let ok: boolean;
    try {
      const response = await fetch(`/bridge/${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        credentials: "omit",
        keepalive: path === "session/exit",
        signal,
      });
      ok = response.ok;
      answer = await response.json();
      // Whatever stands between may have answered in its place.
      if (!answer?.request_id) throw answer;
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
      throw new BridgeRefusal(UNREACHABLE);
    }
    client.requestId = answer.request_id ?? client.requestId;
    if (ok) return answer as Answer;
    throw new BridgeRefusal("error_code" in answer ? answer : UNREACHABLE);
  };

  const client: Client = {
    requestId: null,
    start: (config, origin) => {
      session = call(START, { config, origin });
      return session;
    },
    search: (query, signal) => call("institutions/search", { query }, signal),
    selectInstitution: (institution_id) => call("institution/select", { institution_id }),
    submitCredentials: (institution_id, credentials) =>
      call("credentials/submit", { institution_id, credentials }),
    submitMfa: (answers) => call("mfa/submit", { answers }),
    selectAccounts: (account_ids) => call("accounts/select", { account_ids }),
    exit: (status) => call("session/exit", { status }),
  };
  return client;
};

const UNREACHABLE: LinkError = {
  error_type: "API_ERROR",
  error_code: "LINK_UNREACHABLE",
  error_message: "Link's server did not answer",
  display_message: null,
};
