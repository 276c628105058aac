import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { LinkError } from "../protocol/errors/errors.ts";
import type { ExitStatus } from "../protocol/exit-status.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { LINK_TOKEN_PREFIX } from "../protocol/link/link-token-prefix.ts";
import type {
  PrepareSessionResponse,
  StartSessionResponse,
} from "../protocol/link/session-start.ts";
import { type BridgeClient, toRefusal } from "./bridge-client.ts";
import type { SessionOptions, SessionPreview } from "./session-options.ts";

/** The length of a session's id, and of the secret that resumes the session. */
const ID_LENGTH = 32;

type Events = Parameters<BridgeClient["reportEvents"]>[0];

/** Callbacks for the bridge's responses about a session, until it is closed. */
type Listener = {
  /** The session has started, or its preview has arrived. */
  onAnswer(): void;
  /** The session cannot start. */
  onRefusal(error: LinkError): void;
};

/** The bridge's sessions, one at a time, from start to end. */
export type BridgeSession = {
  ids(): { link_session_id: string; request_id: string };
  /** The known data of the session. */
  preview: ReadonlySignal<SessionPreview | null>;
  /** Prepares the next session so that Link opens at once. */
  prepare(): void;
  /** Returns the prepared session, or a new session. */
  open(): Promise<StartSessionResponse>;
  /** The institutions to open with; null if the token's purpose is not known yet. */
  institutions(): InstitutionRow[] | null;
  /** Ends the session after the user's exit. */
  exit(status: ExitStatus | null, events: Events): void;
  /** Ends the session of an unloading page, unless the user may resume the session. */
  abandon(status: ExitStatus | null, events: Events): void;
  /** Discards the session. Reports its events if the application's server may need them. */
  close(events: Events): void;
};

/**
 * The frame makes the session's id, so the page gets events even while the bridge is slow. A
 * session starts before the page opens Link. The session of a link token starts later, since a
 * token has one session, which belongs to the last opened window. Until then the bridge returns
 * only a preview.
 */
export const createBridgeSession = (
  { host, client, clock, newId, resumeCredentials, ...options }: SessionOptions,
  { onAnswer, onRefusal }: Listener,
): BridgeSession => {
  const { config, origin } = host;
  const linkToken = linkTokenIn(config);
  const credentials = linkToken && resumeCredentials(linkToken, newId(2 * ID_LENGTH));
  let names = { link_session_id: "", resume: "" };
  /** The current call. Responses of earlier calls are ignored. */
  let pending: Promise<unknown> | null = null;
  let starting: Promise<StartSessionResponse> | null = null;
  let session: StartSessionResponse | null = null;
  let preparation: PrepareSessionResponse | null = null;
  const preview = signal<SessionPreview | null>(null);

  /** A session's id, and the secret that proves ownership. */
  const newNames = () => {
    const both = credentials ?? newId(2 * ID_LENGTH);
    return { link_session_id: both.slice(0, ID_LENGTH), resume: both.slice(ID_LENGTH) };
  };

  const listen = <Answer>(call: Promise<Answer>, take: (answer: Answer) => void): void => {
    pending = call;
    call.then(
      (answer) => {
        if (pending !== call) return;
        onAnswer();
        take(answer);
        preview.value = session ?? preparation;
      },
      (error: unknown) => {
        if (pending === call) onRefusal(toRefusal(error));
      },
    );
  };

  const start = (): Promise<StartSessionResponse> => {
    names = newNames();
    session = null;
    preview.value = preparation;
    starting = client.start({ config, origin, ...names });
    listen(starting, (answer) => {
      session = answer;
    });
    return starting;
  };

  const abandon = (status: ExitStatus | null, events: Events): void => {
    // The user may return with the link token and resume the session.
    if (!linkToken)
      client.abandon({ config, origin, ...names, status, events }).catch(() => undefined);
  };

  return {
    ids: () => ({ link_session_id: names.link_session_id, request_id: client.requestId }),
    preview,
    prepare: () => {
      if (linkToken)
        listen(client.prepare({ config, origin, resume: newNames().resume }), (answer) => {
          preparation = answer;
        });
      else start();
    },
    open: () =>
      !starting || (session && clock() >= Date.parse(session.expires_at)) ? start() : starting,
    institutions: () => {
      if (!("token" in config)) return options.institutions;
      if (preparation?.at_list) return preparation.institutions;
      return session?.resume_point.at === "institution" ? session.institutions : null;
    },
    exit: (status, events) => {
      if (session || linkToken) client.exit(status).catch(() => undefined);
      else abandon(status, events);
    },
    abandon,
    close: (events) => {
      if (linkToken || session) client.reportEvents(events).catch(() => undefined);
      pending = starting = session = preparation = preview.value = null;
    },
  };
};

/**
 * The config's link token, if any. A session of a link token can be resumed, and its application's
 * server may need the events.
 */
const linkTokenIn = ({ token }: Record<string, unknown>): string | undefined =>
  typeof token === "string" && token.startsWith(LINK_TOKEN_PREFIX) ? token : undefined;
