import type {
  AbandonSessionRequest,
  PrepareSessionRequest,
  PrepareSessionResponse,
  StartSessionRequest,
  StartSessionResponse,
} from "../protocol/bridge.ts";
import type { LinkError } from "../protocol/errors.ts";
import type { ExitStatus } from "../protocol/vocabulary.ts";
import type { SessionEvent } from "./event-log.ts";

const PREPARE = "session/prepare";
const START = "session/start";
const EXIT = "session/exit";
const EVENTS = "session/events";
const ABANDON = "session/abandon";

/** What needs no session that has started. */
const OPEN = [PREPARE, START, ABANDON];

/** What goes out while the page may be on its way: nobody is there to send it again. */
const LAST = [EXIT, EVENTS, ABANDON];

/** A bank can take its time, but not longer than this. */
const TIMEOUT_MS = 60_000;

/** The pauses before a call that was lost on the way is sent again; after the last one it has failed. */
const BACKOFF_MS = [500, 1000, 2000, 4000, 8000];

/** How often it is tried where the browser says that the network is away; it may be wrong. */
const OFFLINE_PAUSE_MS = 2000;

/** A user does not wait longer than this for a server that says when it will be there again, in seconds. */
const MAX_RETRY_AFTER = 60;

/** What the bridge refused, or that it could not be reached. */
export class BridgeRefusal extends Error {
  readonly body: LinkError;
  /** The seconds after which the same call may be answered; NaN if it will not be. */
  readonly retryAfter: number;
  constructor(body: LinkError, retryAfter = Number.NaN) {
    super(body.error_message);
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

type Call = <Answer extends object>(
  path: string,
  body: object,
  signal?: AbortSignal,
) => Promise<Answer>;

/** The bridge, as the frame calls it. Rejects with a BridgeRefusal, or an AbortError if aborted. */
export type BridgeClient = {
  /** The request_id of the latest answer, or of the session's start before that is answered. */
  requestId: string;
  /** Asks what a link token would open; starts nothing. */
  prepare(opening: PrepareSessionRequest): Promise<PrepareSessionResponse>;
  /** Starts a session, or goes on with the one whose secret it brings. */
  start(opening: StartSessionRequest): Promise<StartSessionResponse>;
  exit(status: ExitStatus | null): Promise<object>;
  /** Ends a session at once, started or not, and reports its events. */
  abandon(session: AbandonSessionRequest): Promise<object>;
  /** Reports the events of a session that is over. */
  reportEvents(events: SessionEvent[]): Promise<object>;
  /** Any other call, by its path. */
  call: Call;
  /** What the user submits: it is carried out once, however often it has to be sent. */
  submit<Answer extends object>(path: string, body: object): Promise<Answer>;
};

/** What the bridge says that it refuses; whatever else went wrong is thrown on. */
export const refusalOf = (error: unknown): LinkError => {
  if (error instanceof BridgeRefusal) return error.body;
  throw error;
};

/** What the client needs from outside. */
export type BridgeClientOptions = {
  fetch: typeof globalThis.fetch;
  /** Resolves after the time, or sooner where the network comes back. */
  pause(ms: number): Promise<unknown>;
  /** Whether the browser says that the network is away: then no call is given up. */
  isOffline(): boolean;
  /** The language that the user reads: refusals come with words in it. */
  language(): string;
  /** Letters and digits, as many as asked for, that nobody can guess. */
  newId(length: number): string;
};

/**
 * Talks to the bridge of our own origin. Calls wait for the session to start. Its token stays in this
 * closure: it is in no storage, cookie or URL. A call that is lost on the way is sent again; what the
 * user submits carries an id, by which the bridge knows it again and carries it out once.
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
  ): Promise<Answer> => {
    const response = await fetch(`/bridge/${path}`, init);
    const { ok, status, headers } = response;
    const retryAfter = Number.parseInt(headers.get("retry-after") ?? "", 10);
    const body: { request_id?: string } & (Answer | LinkError) = await response
      .json()
      .catch(() => null);
    // A proxy may have answered in the bridge's place: it is asked again if it found the bridge away.
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
  ): Promise<Answer> => {
    const token = OPEN.includes(path) ? null : (await session).session_token;
    const requestId = path === START ? client.requestId : null;
    let lossCount = 0;
    for (;;) {
      try {
        return await attempt<Answer>(path, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "accept-language": language(),
            ...(token && { authorization: `Bearer ${token}` }),
            ...(requestId && { "service-request-id": requestId }),
          },
          body: JSON.stringify(body),
          credentials: "omit",
          keepalive: LAST.includes(path),
          signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
        });
      } catch (cause) {
        signal?.throwIfAborted();
        const refusal = cause instanceof BridgeRefusal ? cause : new BridgeRefusal(UNREACHABLE, 0);
        const rest = isOffline() ? OFFLINE_PAUSE_MS : BACKOFF_MS[lossCount++];
        if (rest === undefined || LAST.includes(path) || !(refusal.retryAfter <= MAX_RETRY_AFTER))
          throw refusal;
        await pause(Math.max(rest, refusal.retryAfter * 1000));
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
    submit: (path, body) => call(path, { submission_id: newId(32), ...body }),
  };
  return client;
};

const UNREACHABLE: LinkError = {
  error_type: "API_ERROR",
  error_code: "LINK_UNREACHABLE",
  error_message: "Link's server did not answer",
  display_message: null,
};
