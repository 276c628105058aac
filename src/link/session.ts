import type {
  LoginResponse,
  PrepareSessionResponse,
  StartSessionResponse,
} from "../protocol/bridge.ts";
import type { LinkError } from "../protocol/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { LinkEvent } from "../protocol/link-event.ts";
import type { ExitStatus } from "../protocol/vocabulary.ts";
import { BridgeRefusal, type Client } from "./client.ts";
import type { Effect } from "./machine/effect.ts";
import { errorFields } from "./machine/emit.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import { type State, viewOf } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import type { SessionOptions } from "./session-options.ts";

/** A user who stops typing for this long has searched. */
const PAUSE_MS = 500;

/** More than anybody causes; what leaves with the page has to be small. */
const MOST_EVENTS = 150;

/** The length of a session's id, and of the secret by which its frame goes on with it. */
const ID_LENGTH = 32;

type Effects = { [D in Effect["do"]]: (effect: Extract<Effect, { do: D }>) => void };

/**
 * Runs the machine: carries out its effects, tells the page what happened, and feeds back what the
 * bridge answers. One session serves one opening of Link. Its id is made here, so that the page hears
 * of everything at once, however long the bridge takes to answer. The first session starts before the
 * page opens Link, but for that of a link token: there is one at a time, and it belongs to the window
 * that was opened last; for the others the bridge says what they would show. Answers how to tell the
 * machine what happens.
 */
export const runSessions = (options: SessionOptions): ((happening: MachineEvent) => void) => {
  const { host, client, clock } = options;
  const linkToken = linkTokenIn(host.config);
  const kept = linkToken && options.keptFor(linkToken, options.newId(2 * ID_LENGTH));
  let state: State = { name: "CLOSED" };
  let starting: Promise<StartSessionResponse> | null = null;
  let started: StartSessionResponse | null = null;
  let prepared: PrepareSessionResponse | null = null;
  let names = { link_session_id: "", resume: "" };
  let isReady = false;
  /** Counts the times Link was opened, so that no answer reaches a later one. */
  let opening = 0;
  /** What the page was told in this session; the application's server may want to know it too. */
  let events: Parameters<Client["tellEvents"]>[0] = [];
  let lastTime = 0;
  let search = new AbortController();
  let solving = new AbortController();
  let pause: ReturnType<typeof setTimeout>;

  const paint = (): void => options.paint(state, started ?? prepared);

  /** What names a session and, where it is opened again, shows that it is ours. */
  const identify = () => {
    const both = kept ?? options.newId(2 * ID_LENGTH);
    return { link_session_id: both.slice(0, ID_LENGTH), resume: both.slice(ID_LENGTH) };
  };

  const ready = (): void => {
    if (!isReady) host.tell({ type: "ready" });
    isReady = true;
  };

  const start = (): Promise<StartSessionResponse> => {
    const { config, origin } = host;
    names = identify();
    const mine = client.start({ config, origin, ...names });
    starting = mine;
    mine.then(
      (session) => {
        if (starting !== mine) return;
        started = session;
        ready();
        if (state.name !== "CLOSED") paint();
      },
      (error: unknown) => {
        if (starting === mine) refuse(refusalOf(error));
      },
    );
    return mine;
  };

  const prepare = (): void => {
    const { config, origin } = host;
    client.prepare({ config, origin, resume: identify().resume }).then(
      (answer) => {
        if (opening > 0 || starting) return;
        prepared = answer;
        ready();
      },
      (error: unknown) => {
        if (opening === 0 && !starting) refuse(refusalOf(error));
      },
    );
  };

  /** Says that there is no session, and why; the user is not left alone with what leads nowhere. */
  const refuse = (error: LinkError): void => {
    if (state.name !== "CLOSED") tellEvent({ name: "EXIT", ...errorFields(error) });
    const metadata = { ...ids(), institution: null, status: null };
    finish();
    host.tell({ type: "refused", error, metadata });
  };

  /** Ends an opening; what the bridge is still to be told of it, it is told once it has answered. */
  const finish = (): void => {
    state = { name: "CLOSED" };
    opening++;
    if (linkToken || host.config.webhook) client.tellEvents(events).catch(() => undefined);
    events = [];
    starting = null;
    started = null;
    prepared = null;
    search.abort();
    solving.abort();
    clearTimeout(pause);
    paint();
  };

  const tellEvent = (event: LinkEvent): void => host.tell(keepEvent(event));

  const keepEvent = ({ name, ...metadata }: LinkEvent) => {
    lastTime = Math.max(lastTime, clock());
    const timestamp = new Date(lastTime).toISOString();
    const { link_session_id, request_id } = ids();
    if (events.length < MOST_EVENTS)
      events.push({ event_name: name, event_metadata: { ...metadata, request_id, timestamp } });
    return {
      type: "event" as const,
      name,
      metadata: { ...metadata, link_session_id, request_id, timestamp },
    };
  };

  /** Ends the session where no answer can be waited for. */
  const abandon = (status: ExitStatus | null): void => {
    const { config, origin } = host;
    client.abandon({ config, origin, ...names, status, events }).catch(() => undefined);
  };

  const ids = () => ({ link_session_id: names.link_session_id, request_id: client.requestId });

  const send = (happening: MachineEvent): void => {
    const before = state;
    const [next, ...effects] = transition(options.moves(), before, happening);
    state = next;
    for (const effect of effects) if (effect.do === "emit") carryOut(effect);
    const view = viewOf(next);
    if (view !== viewOf(before) && view !== "CLOSED")
      tellEvent({
        name: "TRANSITION_VIEW",
        view_name: view,
        ...(next.name === "MFA" && { mfa_type: next.challenge.type }),
      });
    if (next !== before) paint();
    for (const effect of effects) if (effect.do !== "emit") carryOut(effect);
  };

  /** Feeds a call's outcome back, unless its session is over by then. */
  const answer = async (call: Promise<MachineEvent>): Promise<void> => {
    const mine = opening;
    const happening = await call.catch((error: unknown): MachineEvent | null =>
      isAbort(error) ? null : { type: "bridge.refused", error: refusalOf(error) },
    );
    if (state.name !== "SELECT_INSTITUTION" || happening?.type === "session.started")
      await options.later();
    if (happening && mine === opening) send(happening);
  };

  const solveCaptcha = async (): Promise<MachineEvent> => {
    solving = new AbortController();
    const { challenge } = await client.captchaChallenge();
    const { solve } = await options.later();
    await client.solveCaptcha(challenge, await solve(challenge, solving.signal));
    return { type: "captcha.solved" };
  };

  const effects: Effects = {
    emit: ({ event }) => tellEvent(event),
    search: ({ query }) => {
      search.abort();
      search = new AbortController();
      clearTimeout(pause);
      pause = setTimeout(() => send({ type: "search.paused" }), PAUSE_MS);
      const here = options.searchHere();
      if (here) return send({ type: "search.answered", query, institutions: here(query) });
      answer(
        client
          .search(query, search.signal)
          .then((found) => ({ type: "search.answered", query, ...found })),
      );
    },
    selectInstitution: ({ institutionId }) =>
      answer(
        client.selectInstitution(institutionId).then((form) => ({ type: "form.loaded", form })),
      ),
    giveConsent: ({ institutionId, version }) =>
      answer(client.giveConsent(institutionId, version).then(() => ({ type: "consent.recorded" }))),
    submitCredentials: ({ institutionId, credentials }) =>
      answer(client.submitCredentials(institutionId, credentials).then(loginStep)),
    submitMfa: ({ answers }) => answer(client.submitMfa(answers).then(loginStep)),
    solveCaptcha: () => answer(solveCaptcha()),
    selectAccounts: ({ accountIds }) =>
      answer(client.selectAccounts(accountIds).then((connection) => connected(connection))),
    succeed: ({ institution, connection: { publicToken, accounts } }) => {
      host.tell({
        type: "success",
        publicToken,
        metadata: {
          link_session_id: names.link_session_id,
          institution,
          ...(accounts && { accounts }),
        },
      });
      finish();
    },
    exit: ({ error, institution, status }) => {
      if (started || linkToken) client.exit(status).catch(() => undefined);
      else abandon(status);
      host.tell({ type: "exit", error, metadata: { ...ids(), institution, status } });
      finish();
    },
  };
  const carryOut = <D extends Effect["do"]>(effect: Extract<Effect, { do: D }>): void =>
    effects[effect.do as D](effect);

  host.listen((message) => {
    if (message.type === "exit")
      return send({ type: message.force ? "exit.forced" : "exit.requested" });
    if (state.name !== "CLOSED") return;
    ready();
    if (!starting || (started && clock() >= Date.parse(started.expires_at))) {
      started = null;
      start();
    }
    const known = "token" in host.config ? listOf(prepared, started) : options.institutions;
    send({ type: "link.opened", institutions: known });
    if ("token" in host.config && starting)
      answer(starting.then((session) => ({ type: "session.started", ...session })));
  });
  options.whenGone(() => {
    // Whoever has a link token may come back, and go on.
    if (linkToken) return;
    const [, ...left] = transition(options.moves(), state, { type: "exit.forced" });
    if (left.length === 0) return;
    let status: ExitStatus | null = null;
    for (const effect of left) {
      if (effect.do === "emit" && effect.event.name === "EXIT") keepEvent(effect.event);
      if (effect.do === "exit") status = effect.status;
    }
    abandon(status);
  });
  if (linkToken) prepare();
  else start();
  return send;
};

/**
 * The link token that a session is opened by, if it is: its session can be gone on with, and its
 * application's server may want to know what happened.
 */
const linkTokenIn = ({ token }: Record<string, unknown>): string | undefined =>
  typeof token === "string" && token.startsWith("link-") ? token : undefined;

/** The first institutions where a token is known to lead to the list; else null. */
const listOf = (
  prepared: PrepareSessionResponse | null,
  started: StartSessionResponse | null,
): InstitutionRow[] | null => {
  if (prepared?.at_list) return prepared.institutions;
  return started?.standing.at === "institution" ? started.institutions : null;
};

const loginStep = ({ challenge, selection, connection }: LoginResponse): MachineEvent => {
  if (challenge) return { type: "mfa.required", challenge };
  if (selection) return { type: "accounts.offered", selection };
  if (connection) return connected(connection);
  throw new Error("the bridge did not say what comes next");
};

const connected = ({
  public_token: publicToken,
  accounts,
  manage_url: manageUrl,
}: NonNullable<LoginResponse["connection"]>): MachineEvent => ({
  type: "item.connected",
  connection: { publicToken, accounts, manageUrl },
});

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

const refusalOf = (error: unknown) => {
  if (error instanceof BridgeRefusal) return error.body;
  throw error;
};
