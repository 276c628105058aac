import type { LoginResponse, StartSessionResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { LinkEvent } from "../protocol/link-event.ts";
import type { FrameMessage } from "../protocol/messages.ts";
import { BridgeRefusal, type Client } from "./client.ts";
import type { Host } from "./host.ts";
import type { Effect } from "./machine/effect.ts";
import type { Happening } from "./machine/happening.ts";
import { type Table, transition } from "./machine/move.ts";
import type { State } from "./machine/states.ts";

/** A user who stops typing for this long has searched. */
const PAUSE_MS = 500;

/** More than anybody causes; what leaves with the page has to be small. */
const MOST_EVENTS = 150;

/** What sessions need from outside. */
export type SessionOptions = {
  host: Host;
  client: Client;
  /** The institutions to show first, as they came with the document. */
  institutions: InstitutionRow[];
  /** The moves that are known so far. */
  moves(): Partial<Table>;
  /** Resolves once all of them are, with what solves a proof of work; that rejects when aborted. */
  later(): Promise<{
    solve(
      challenge: Record<string, unknown>,
      signal: AbortSignal,
    ): Promise<Record<string, unknown>>;
  }>;
  /** Searches here in the frame; null until that is possible. */
  searchHere(): ((query: string) => InstitutionRow[]) | null;
  /** The secret that shows the bridge that a link token's session is ours to go on with. */
  secretOf(linkToken: string): string;
  /** Draws a state; `session` is null until it has started. */
  paint(state: State, session: StartSessionResponse | null): void;
  /** Now, in ms since 1970. */
  clock: () => number;
};

type Effects = { [D in Effect["do"]]: (effect: Extract<Effect, { do: D }>) => void };

/**
 * Runs the machine: carries out its effects, tells the page what happened, and feeds back what the
 * bridge answers. One session serves one opening of Link. The first one starts at once, so that it is
 * there when the page opens Link; the user does not wait for it either way, only the page does: what
 * happens before the session has its id is told as soon as it has. Only where a token says what Link
 * is about, the user waits as well. Answers how to tell the machine what happens.
 */
export const runSessions = (options: SessionOptions): ((happening: Happening) => void) => {
  const { host, client, clock } = options;
  const linkToken = linkTokenIn(host.config);
  let state: State = { view: "CLOSED" };
  let starting: Promise<StartSessionResponse> | null = null;
  let started: StartSessionResponse | null = null;
  /** Counts the times Link was opened, so that no answer reaches a later one. */
  let opening = 0;
  /** What the page was told in this session; the application's server may want to know it too. */
  let events: Parameters<Client["tellEvents"]>[0] = [];
  let untold: ((sessionId: string) => FrameMessage)[] = [];
  let lastTime = 0;
  let search = new AbortController();
  let solving = new AbortController();
  let pause: ReturnType<typeof setTimeout>;

  const paint = (): void => options.paint(state, started);

  const start = (): void => {
    const { config, origin } = host;
    const mine = client.start({
      config,
      origin,
      resume: linkToken && options.secretOf(linkToken),
    });
    starting = mine;
    mine.then(
      (session) => {
        if (starting !== mine) return;
        started = session;
        host.tell({ type: "ready" });
        for (const message of untold.splice(0)) host.tell(message(session.link_session_id));
        if (state.view !== "CLOSED") paint();
      },
      (error: unknown) => {
        if (starting !== mine) return;
        starting = null;
        finish();
        host.tell({ type: "refused", error: refusalOf(error), metadata: unknownExit() });
      },
    );
  };

  /** Ends an opening. A session that has not started yet was not used: it serves the next one. */
  const finish = (): void => {
    state = { view: "CLOSED" };
    opening++;
    if (started && linkToken) client.tellEvents(events).catch(() => undefined);
    events = [];
    if (started) starting = null;
    started = null;
    untold = [];
    search.abort();
    solving.abort();
    clearTimeout(pause);
    paint();
  };

  const tell = (message: (sessionId: string) => FrameMessage): void => {
    if (started) host.tell(message(started.link_session_id));
    else untold.push(message);
  };

  const tellEvent = ({ name, ...metadata }: LinkEvent): void => {
    lastTime = Math.max(lastTime, clock());
    const timestamp = new Date(lastTime).toISOString();
    const request_id = client.requestId;
    if (events.length < MOST_EVENTS)
      events.push({ event_name: name, event_metadata: { ...metadata, request_id, timestamp } });
    tell((link_session_id) => ({
      type: "event",
      name,
      metadata: { ...metadata, link_session_id, request_id, timestamp },
    }));
  };

  const unknownExit = () => ({
    link_session_id: started?.link_session_id ?? null,
    request_id: client.requestId,
    institution: null,
    status: null,
  });

  const send = (happening: Happening): void => {
    const before = state;
    const [next, ...effects] = transition(options.moves(), before, happening);
    state = next;
    for (const effect of effects) if (effect.do === "tell") carryOut(effect);
    if (next.view !== before.view && next.view !== "CLOSED")
      tellEvent({
        name: "TRANSITION_VIEW",
        view_name: next.view,
        ...(next.view === "MFA" && { mfa_type: next.challenge.type }),
      });
    if (next !== before) paint();
    for (const effect of effects) if (effect.do !== "tell") carryOut(effect);
  };

  /** Feeds a call's outcome back, unless its session is over by then. */
  const answer = async (call: Promise<Happening>): Promise<void> => {
    const mine = opening;
    const happening = await call.catch((error: unknown): Happening | null =>
      isAbort(error) ? null : { type: "REFUSED", error: refusalOf(error) },
    );
    if (state.view !== "SELECT_INSTITUTION") await options.later();
    if (happening && mine === opening) send(happening);
  };

  const solveCaptcha = async (): Promise<Happening> => {
    solving = new AbortController();
    const { challenge } = await client.captchaChallenge();
    const { solve } = await options.later();
    await client.solveCaptcha(challenge, await solve(challenge, solving.signal));
    return { type: "CAPTCHA_SOLVED" };
  };

  const effects: Effects = {
    tell: ({ event }) => tellEvent(event),
    search: ({ query }) => {
      search.abort();
      search = new AbortController();
      clearTimeout(pause);
      pause = setTimeout(() => send({ type: "PAUSED" }), PAUSE_MS);
      const here = options.searchHere();
      if (here) return send({ type: "FOUND", query, institutions: here(query) });
      answer(
        client.search(query, search.signal).then((found) => ({ type: "FOUND", query, ...found })),
      );
    },
    selectInstitution: ({ institutionId }) =>
      answer(
        client.selectInstitution(institutionId).then((form) => ({ type: "FORM_READY", form })),
      ),
    giveConsent: ({ institutionId, version }) =>
      answer(client.giveConsent(institutionId, version).then(() => ({ type: "CONSENT_KEPT" }))),
    submitCredentials: ({ institutionId, credentials }) =>
      answer(client.submitCredentials(institutionId, credentials).then(loginStep)),
    submitMfa: ({ answers }) => answer(client.submitMfa(answers).then(loginStep)),
    solveCaptcha: () => answer(solveCaptcha()),
    selectAccounts: ({ accountIds }) =>
      answer(client.selectAccounts(accountIds).then((connection) => connected(connection))),
    succeed: ({ institution, connection: { publicToken, accounts } }) => {
      tell((link_session_id) => ({
        type: "success",
        publicToken,
        metadata: { link_session_id, institution, ...(accounts && { accounts }) },
      }));
      finish();
    },
    leave: ({ error, institution, status }) => {
      const metadata = { ...unknownExit(), institution, status };
      if (started) client.exit(status).catch(() => undefined);
      // A session that has no id yet was never open, as far as the page knows.
      host.tell({ type: "exit", error, metadata });
      finish();
    },
  };
  const carryOut = <D extends Effect["do"]>(effect: Extract<Effect, { do: D }>): void =>
    effects[effect.do as D](effect);

  host.listen((message) => {
    if (message.type === "exit") return send({ type: message.force ? "FORCED_OUT" : "LEFT" });
    if (state.view !== "CLOSED") return;
    if (!starting || (started && clock() >= Date.parse(started.expires_at))) {
      started = null;
      start();
    }
    const known = "token" in host.config ? listOf(started) : options.institutions;
    send({ type: "OPENED", institutions: known });
    if (!known && starting) answer(starting.then((session) => ({ type: "STARTED", ...session })));
  });
  start();
  return send;
};

/**
 * The link token that a session is opened by, if it is: its session can be gone on with, and its
 * application's server may want to know what happened.
 */
const linkTokenIn = ({ token }: Record<string, unknown>): string | undefined =>
  typeof token === "string" && token.startsWith("link-") ? token : undefined;

/** The first institutions of a session that a token has started at the list; else null. */
const listOf = (session: StartSessionResponse | null): InstitutionRow[] | null =>
  session?.standing.at === "institution" ? session.institutions : null;

const loginStep = ({ challenge, selection, connection }: LoginResponse): Happening => {
  if (challenge) return { type: "CHALLENGED", challenge };
  if (selection) return { type: "ACCOUNTS_OFFERED", selection };
  if (connection) return connected(connection);
  throw new Error("the bridge did not say what comes next");
};

const connected = ({
  public_token: publicToken,
  accounts,
  manage_url: manageUrl,
}: NonNullable<LoginResponse["connection"]>): Happening => ({
  type: "ITEM_CONNECTED",
  connection: { publicToken, accounts, manageUrl },
});

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

const refusalOf = (error: unknown) => {
  if (error instanceof BridgeRefusal) return error.body;
  throw error;
};
