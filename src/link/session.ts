import type { LoginResponse, StartSessionResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { LinkEvent } from "../protocol/link-event.ts";
import type { FrameMessage } from "../protocol/messages.ts";
import { BridgeRefusal, type Client } from "./client.ts";
import type { Host } from "./host.ts";
import type { Effect } from "./machine/effect.ts";
import type { Happening } from "./machine/happening.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transitions.ts";

/** A user who stops typing for this long has searched. */
const PAUSE_MS = 500;

/** What sessions need from outside. */
export type SessionOptions = {
  host: Host;
  client: Client;
  /** The institutions to show first, as they came with the document. */
  institutions: InstitutionRow[];
  /** Draws a state; `send` is how the drawing answers. */
  paint(state: State, send: (happening: Happening) => void): void;
  /** Now, in ms since 1970. */
  clock: () => number;
};

type Effects = { [D in Effect["do"]]: (effect: Extract<Effect, { do: D }>) => void };

/**
 * Runs the machine: carries out its effects, tells the page what happened, and feeds back what the
 * bridge answers. One session serves one opening of Link. The first one starts at once, so that it is
 * there when the page opens Link; the user does not wait for it either way, only the page does: what
 * happens before the session has its id is told as soon as it has.
 */
export const runSessions = ({ host, client, institutions, paint, clock }: SessionOptions): void => {
  let state: State = { view: "CLOSED" };
  let starting: Promise<StartSessionResponse> | null = null;
  let started: StartSessionResponse | null = null;
  /** Counts the times Link was opened, so that no answer reaches a later one. */
  let opening = 0;
  let untold: ((sessionId: string) => FrameMessage)[] = [];
  let lastTime = 0;
  let search = new AbortController();
  let pause: ReturnType<typeof setTimeout>;

  const start = (): void => {
    const mine = client.start(host.config, host.origin);
    starting = mine;
    mine.then(
      (session) => {
        if (starting !== mine) return;
        started = session;
        host.tell({ type: "ready" });
        for (const message of untold.splice(0)) host.tell(message(session.link_session_id));
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
    if (started) starting = null;
    started = null;
    untold = [];
    search.abort();
    clearTimeout(pause);
    paint(state, send);
  };

  const tell = (message: (sessionId: string) => FrameMessage): void => {
    if (started) host.tell(message(started.link_session_id));
    else untold.push(message);
  };

  const tellEvent = ({ name, ...metadata }: LinkEvent): void => {
    lastTime = Math.max(lastTime, clock());
    const timestamp = new Date(lastTime).toISOString();
    const request_id = client.requestId;
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
    const [next, ...effects] = transition(before, happening);
    state = next;
    for (const effect of effects) if (effect.do === "tell") carryOut(effect);
    if (next.view !== before.view && next.view !== "CLOSED")
      tellEvent({
        name: "TRANSITION_VIEW",
        view_name: next.view,
        ...(next.view === "MFA" && { mfa_type: next.challenge.type }),
      });
    if (next !== before) paint(next, send);
    for (const effect of effects) if (effect.do !== "tell") carryOut(effect);
  };

  /** Feeds a call's outcome back, unless its session is over by then. */
  const answer = async (call: Promise<Happening>): Promise<void> => {
    const mine = opening;
    const happening = await call.catch((error: unknown): Happening | null =>
      isAbort(error) ? null : { type: "REFUSED", error: refusalOf(error) },
    );
    if (happening && mine === opening) send(happening);
  };

  const effects: Effects = {
    tell: ({ event }) => tellEvent(event),
    search: ({ query }) => {
      search.abort();
      search = new AbortController();
      clearTimeout(pause);
      pause = setTimeout(() => send({ type: "PAUSED" }), PAUSE_MS);
      answer(
        client.search(query, search.signal).then((found) => ({ type: "FOUND", query, ...found })),
      );
    },
    selectInstitution: ({ institutionId }) =>
      answer(
        client.selectInstitution(institutionId).then((form) => ({ type: "FORM_READY", form })),
      ),
    submitCredentials: ({ institutionId, credentials }) =>
      answer(client.submitCredentials(institutionId, credentials).then(loginStep)),
    submitMfa: ({ answers }) => answer(client.submitMfa(answers).then(loginStep)),
    selectAccounts: ({ accountIds }) =>
      answer(
        client.selectAccounts(accountIds).then(({ public_token: publicToken, accounts }) => ({
          type: "ITEM_CONNECTED",
          connection: { publicToken, accounts },
        })),
      ),
    succeed: ({ institution, connection: { publicToken, accounts } }) => {
      tell((link_session_id) => ({
        type: "success",
        publicToken,
        metadata: { link_session_id, institution, accounts },
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
    send({ type: "OPENED", institutions });
  });
  start();
};

const loginStep = ({ challenge, accounts }: LoginResponse): Happening =>
  challenge
    ? { type: "CHALLENGED", challenge }
    : { type: "ACCOUNTS_OFFERED", accounts: accounts ?? [] };

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

const refusalOf = (error: unknown) => {
  if (error instanceof BridgeRefusal) return error.body;
  throw error;
};
