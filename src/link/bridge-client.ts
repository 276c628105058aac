import type { LinkError } from "../protocol/errors/errors.ts";
import type { ExitStatus } from "../protocol/exit-status.ts";
import type { AbandonSessionRequest } from "../protocol/link/bridge.ts";
import type {
  PrepareSessionRequest,
  PrepareSessionResponse,
  StartSessionRequest,
  StartSessionResponse,
} from "../protocol/link/session-start.ts";
import type { SessionEvent } from "./event-log.ts";

const PREPARE = "session/prepare";
const START = "session/start";
const EXIT = "session/exit";
const EVENTS = "session/events";
const ABANDON = "session/abandon";

/** Calls that work before a session starts. */
const OPEN = [PREPARE, START, ABANDON];

/** Calls of an unloading page, which are never retried. */
const LAST = [EXIT, EVENTS, ABANDON];

/** Waits for slow banks, but no longer than this. */
const TIMEOUT_MS = 60_000;

/** The pauses before retries of a lost call. After the last retry the call fails. */
const BACKOFF_MS = [500, 1000, 2000, 4000, 8000];

/**
 * The pause between attempts while the browser reports "offline", since the report may be wrong.
 */
const OFFLINE_PAUSE_MS = 2000;

/** The longest Retry-After, in seconds, for which a user waits. */
const MAX_RETRY_AFTER = 60;

/** A refusal of the bridge, or an unreachable bridge. */
export class BridgeRefusal extends Error {
  readonly body: LinkError;
  /** The seconds after which a retry may succeed; NaN if no retry can succeed. */
  readonly retryAfter: number;
  constructor(body: LinkError, retryAfter = Number.NaN) {
    super(body.error_message);
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Sends a request, as `fetch` does. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

type Call = <Answer extends object>(
  path: string,
  body: object,
  signal?: AbortSignal,
  send?: Send,
) => Promise<Answer>;

/**
 * The bridge, as the frame calls it. Rejects with a BridgeRefusal, or with an AbortError if
 * aborted.
 */
export type BridgeClient = {
  /** The request_id of the latest response, or of the session's start until that responds. */
  requestId: string;
  /** Gets the preview of a link token without starting a session. */
  prepare(opening: PrepareSessionRequest): Promise<PrepareSessionResponse>;
  /** Starts a session, or resumes the session of the given secret. */
  start(opening: StartSessionRequest): Promise<StartSessionResponse>;
  exit(status: ExitStatus | null): Promise<object>;
  /** Ends a session and reports its events, even if the session has not started. */
  abandon(session: AbandonSessionRequest): Promise<object>;
  /** Reports the events of an ended session. */
  reportEvents(events: SessionEvent[]): Promise<object>;
  /** Any other call, by its path. */
  call: Call;
  /** Submits the user's input. The bridge processes a repeated submission once. */
  submit<Answer extends object>(path: string, body: object, send?: Send): Promise<Answer>;
};

/** Returns the refusal of the bridge; throws any other error again. */
export const toRefusal = (error: unknown): LinkError => {
  if (error instanceof BridgeRefusal) return error.body;
  throw error;
};

/** The dependencies of the client. */
export type BridgeClientOptions = {
  /** Sends a request by `fetch`, unless the call has its own sender. */
  fetch(...request: [...Parameters<Send>, send?: Send]): Promise<Response>;
  /** Resolves after the time, or sooner if the network comes back. */
  pause(ms: number): Promise<unknown>;
  /** Whether the browser reports "offline". Retries then continue without end. */
  isOffline(): boolean;
  /** The user's current language, for the texts of refusals. */
  language(): string;
  /** Returns that many random letters and digits. */
  newId(length: number): string;
};

/**
 * Calls the bridge on our own origin. Calls wait for the start of the session. The session's token
 * stays in this closure: never in storage, a cookie or a URL. A lost call is retried. Each
 * submission has an id, so the bridge processes a repeated submission once.
 */
export const createBridgeClient = ({
  fetch,
  pause,
  isOffline,
  language,
  newId,
}: BridgeClientOptions): BridgeClient => {
  let session: Promise<StartSessionResponse> = Promise.reject(new BridgeRefusal(UNREACHABLE));
  session.catch(() => undefined);

  const attempt = async <Answer extends object>(
    path: string,
    init: RequestInit,
    send?: Send,
  ): Promise<Answer> => {
    const response = await fetch(`/bridge/${path}`, init, send);
    const { ok, status, headers } = response;
    const retryAfter = Number.parseInt(headers.get("retry-after") ?? "", 10);
    const body: { request_id?: string } & (Answer | LinkError) = await response
      .json()
      .catch(() => null);
    // A proxy responded instead of the bridge. The call is retried if the proxy reports an
    // unavailable bridge.
    if (!body?.request_id)
      throw new BridgeRefusal(UNREACHABLE, ok || status > 501 ? retryAfter || 0 : undefined);
    const { request_id, ...answer } = body;
    // Event reports do not replace the request_id shown to the user.
    if (path !== EVENTS) client.requestId = request_id;
    if (ok) return answer as Answer;
    throw new BridgeRefusal(
      "error_code" in answer ? answer : UNREACHABLE,
      status === 503 ? retryAfter : undefined,
    );
  };

  const call = async <Answer extends object>(
    path: string,
    body: object,
    signal?: AbortSignal,
    send?: Send,
  ): Promise<Answer> => {
    const token = OPEN.includes(path) ? null : (await session).session_token;
    const requestId = path === START ? client.requestId : null;
    let lossCount = 0;
    for (;;) {
      try {
        const init = {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "accept-language": language(),
            ...(token && { authorization: `Bearer ${token}` }),
            ...(requestId && { "service-request-id": requestId }),
          },
          body: JSON.stringify(body),
          credentials: "omit" as const,
          keepalive: LAST.includes(path),
          signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
        };
        return await attempt<Answer>(path, init, send);
      } catch (cause) {
        signal?.throwIfAborted();
        const refusal = cause instanceof BridgeRefusal ? cause : new BridgeRefusal(UNREACHABLE, 0);
        const pauseMs = isOffline() ? OFFLINE_PAUSE_MS : BACKOFF_MS[lossCount++];
        if (
          pauseMs === undefined ||
          LAST.includes(path) ||
          !(refusal.retryAfter <= MAX_RETRY_AFTER)
        )
          throw refusal;
        await pause(Math.max(pauseMs, refusal.retryAfter * 1000));
      }
    }
  };

  const client: BridgeClient = {
    requestId: newId(15),
    prepare: (opening) => call(PREPARE, opening),
    start: (opening) => {
      client.requestId = newId(15);
      session = call(START, opening);
      return session;
    },
    exit: (status) => call(EXIT, { status }),
    abandon: (session) => call(ABANDON, session),
    reportEvents: (events) => call(EVENTS, { events }),
    call,
    submit: (path, body, send) =>
      call(path, { submission_id: newId(32), ...body }, undefined, send),
  };
  return client;
};

const UNREACHABLE: LinkError = {
  error_type: "API_ERROR",
  error_code: "LINK_UNREACHABLE",
  error_message: "Link's server did not answer",
  display_message: null,
};
