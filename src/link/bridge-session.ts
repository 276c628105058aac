import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { PrepareSessionResponse, StartSessionResponse } from "../protocol/bridge.ts";
import type { LinkError } from "../protocol/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { LINK_TOKEN_PREFIX } from "../protocol/link-token-prefix.ts";
import type { ExitStatus } from "../protocol/vocabulary.ts";
import { type BridgeClient, refusalOf } from "./bridge-client.ts";
import type { SessionOptions, SessionPreview } from "./session-options.ts";

/** The length of a session's id, and of the secret by which its frame resumes it. */
const ID_LENGTH = 32;

type Events = Parameters<BridgeClient["reportEvents"]>[0];

/** What the bridge answers about a session, at any time until it is closed. */
type Listener = {
  /** It has started, or the bridge has said what it would show. */
  onAnswer(): void;
  /** It cannot start. */
  onRefusal(error: LinkError): void;
};

/** The session on the bridge: one after the other, each from its start to its end. */
export type BridgeSession = {
  ids(): { link_session_id: string; request_id: string };
  /** What is known of it so far. */
  preview: ReadonlySignal<SessionPreview | null>;
  /** Prepares the next session, so that Link opens at once. */
  prepare(): void;
  /** Makes sure that there is one for an opening: the one that was prepared, or one from now on. */
  open(): Promise<StartSessionResponse>;
  /** The institutions to open with; null where a token has yet to say what Link is about. */
  institutions(): InstitutionRow[] | null;
  /** Ends it where the user leaves. */
  exit(status: ExitStatus | null, events: Events): void;
  /** Ends it where no answer can be waited for; does nothing where the user may come back to it. */
  abandon(status: ExitStatus | null, events: Events): void;
  /** Forgets it, and reports its events where somebody may want them. */
  close(events: Events): void;
};

/**
 * Its id is made here, so that the page hears of everything at once, however long the bridge takes to
 * answer. It starts before the page opens Link, but for that of a link token: there is one at a time,
 * and it belongs to the window that was opened last; for the others the bridge says what they would
 * show.
 */
export const createBridgeSession = (
  { host, client, clock, newId, resumeCredentials, ...options }: SessionOptions,
  { onAnswer, onRefusal }: Listener,
): BridgeSession => {
  const { config, origin } = host;
  const linkToken = linkTokenIn(config);
  const credentials = linkToken && resumeCredentials(linkToken, newId(2 * ID_LENGTH));
  let names = { link_session_id: "", resume: "" };
  /** The call whose answer is waited for; that of another one comes too late. */
  let pending: Promise<unknown> | null = null;
  let starting: Promise<StartSessionResponse> | null = null;
  let session: StartSessionResponse | null = null;
  let preparation: PrepareSessionResponse | null = null;
  const preview = signal<SessionPreview | null>(null);

  /** A session's id, and the secret that shows that it is ours. */
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
        if (pending === call) onRefusal(refusalOf(error));
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
    // Whoever has a link token may come back, and go on.
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
 * The link token that a session is opened by, if it is: its session can be resumed, and its
 * application's server may want to know what happened.
 */
const linkTokenIn = ({ token }: Record<string, unknown>): string | undefined =>
  typeof token === "string" && token.startsWith(LINK_TOKEN_PREFIX) ? token : undefined;
