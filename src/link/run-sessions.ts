import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { LinkError } from "../protocol/errors/errors.ts";
import type { ExitStatus } from "../protocol/exit-status.ts";
import type { LinkEvent } from "../protocol/link/link-event.ts";
import type { LoginForm } from "../protocol/link/login-form.ts";
import { type BridgeClient, toRefusal } from "./bridge-client.ts";
import { createBridgeSession } from "./bridge-session.ts";
import { createEventLog, type EventLog } from "./event-log.ts";
import { eagerTransitions } from "./machine/eager-transitions.ts";
import type { Effect, EffectOf } from "./machine/effect.ts";
import { errorFields } from "./machine/emit.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import { type State, viewOf } from "./machine/states.ts";
import { type Table, transition } from "./machine/transition.ts";
import type { BridgeCall, SessionOptions, SessionPreview } from "./session-options.ts";

/**
 * The sessions of a page, one after the other: the current state, and a function that sends events
 * to the machine.
 */
export type Sessions = {
  state: ReadonlySignal<State>;
  /** The facts about the session that are known before it is loaded. */
  preview: ReadonlySignal<SessionPreview | null>;
  send(event: MachineEvent): void;
  /** The events of the session, and its client of the bridge. */
  log: EventLog;
  client: BridgeClient;
};

/**
 * Runs the machine: carries out its effects, reports events to the page, and sends the bridge's
 * responses to the machine. Each opening of Link has one session.
 */
export const runSessions = (options: SessionOptions): Sessions => {
  const { host, client, lazyChunk } = options;
  let state: State = { name: "CLOSED" };
  /** The rendered state: updated after the immediate effects of a transition. */
  const lastState = signal<State>(state);
  /** The loaded transitions. */
  const transitions = (): Table => lazyChunk.value?.transitionTable ?? eagerTransitions;
  let isReady = false;
  /** Aborts when Link closes, so no response reaches a later opening. */
  let opening = new AbortController();

  const ready = (): void => {
    if (!isReady) host.post({ type: "ready" });
    isReady = true;
  };

  /** Reports that there is no session, and why, and closes Link. */
  const refuse = (error: LinkError): void => {
    if (state.name !== "CLOSED") emit({ name: "EXIT", ...errorFields(error) });
    const metadata = { ...session.ids(), institution: null, status: null };
    close();
    host.post({ type: "refused", error, metadata });
  };

  const session = createBridgeSession(options, { onAnswer: ready, onRefusal: refuse });
  const log = createEventLog(options.clock, session.ids);
  const emit = (event: LinkEvent): void => host.post(log.add(event));

  const close = (): void => {
    lastState.value = state = { name: "CLOSED" };
    opening.abort();
    opening = new AbortController();
    session.close(log.events);
    log.events = [];
  };

  const send = (event: MachineEvent): void => {
    const previous = state;
    const [next, ...effects] = transition(transitions(), previous, event);
    state = next;
    for (const effect of effects) if (effect.do === "emit") emit(effect.event);
    const view = viewOf(next);
    if (view !== viewOf(previous) && view !== "CLOSED")
      emit({
        name: "TRANSITION_VIEW",
        view_name: view,
        ...(next.name === "MFA" && { mfa_type: next.challenge.type }),
      });
    for (const effect of effects) run(effect);
    lastState.value = state;
  };

  /** Sends a call's resulting event, if any, unless Link is closed. */
  const answer = async (call: Promise<MachineEvent | null>): Promise<void> => {
    const { signal } = opening;
    const event = await call.catch((error: unknown): MachineEvent | null =>
      isAbort(error)
        ? null
        : {
            type: "bridge.refused",
            error: toRefusal(error),
            trace: { at: options.clock(), requestId: client.requestId },
          },
    );
    await options.loadLazyChunk();
    if (event && !signal.aborted) send(event);
  };

  const run = (effect: Effect): void => {
    if (effect.do === "succeed") succeed(effect);
    else if (effect.do === "exit") exit(effect);
    else if (effect.do !== "emit") callBridge(effect, opening.signal);
  };

  const succeed = ({ institution, connection }: EffectOf<"succeed">): void => {
    const { publicToken, accounts } = connection;
    const { link_session_id } = session.ids();
    const metadata = { link_session_id, institution, ...(accounts && { accounts }) };
    host.post({ type: "success", publicToken, metadata });
    close();
  };

  const exit = ({ error, institution, status }: EffectOf<"exit">): void => {
    session.exit(status, log.events);
    host.post({ type: "exit", error, metadata: { ...session.ids(), institution, status } });
    close();
  };

  /** Calls the bridge, after loading the code for the call if necessary. */
  const callBridge = <D extends Effect["do"]>(effect: EffectOf<D>, signal: AbortSignal): void => {
    const calls: { [C in Effect["do"]]?: BridgeCall<C> } = {
      selectInstitution,
      ...lazyChunk.value?.calls,
    };
    const call = calls[effect.do as D];
    if (signal.aborted) return;
    if (call) answer(call(client, effect, signal, send));
    else options.loadLazyChunk().then(() => callBridge(effect, signal));
  };

  const open = (): void => {
    ready();
    const starting = session.open();
    send({ type: "link.opened", institutions: session.institutions() });
    if ("token" in host.config)
      answer(starting.then((start) => ({ type: "session.started", ...start })));
  };

  host.listen((message) => {
    if (message.type === "exit") send({ type: message.force ? "exit.forced" : "exit.requested" });
    else if (state.name === "CLOSED") open();
  });
  options.onPageGone(() => {
    const [, ...effects] = transition(transitions(), state, { type: "exit.forced" });
    if (effects.length === 0) return;
    let status: ExitStatus | null = null;
    for (const effect of effects) {
      if (effect.do === "emit" && effect.event.name === "EXIT") log.add(effect.event);
      if (effect.do === "exit") status = effect.status;
    }
    session.abandon(status, log.events);
  });
  session.prepare();
  return { state: lastState, preview: session.preview, send, log, client };
};

const selectInstitution: BridgeCall<"selectInstitution"> = async (
  { call },
  { institution: { institution_id, way } },
) => ({
  type: "form.loaded",
  form: await call<LoginForm>("institution/select", { institution_id, way }),
});

const isAbort = (error: unknown): boolean => (error as Error).name === "AbortError";
