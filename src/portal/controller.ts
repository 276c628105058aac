import { type ReadonlySignal, signal } from "@preact/signals";
import type { PortalWords } from "../i18n/portal.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import { createEmailActions, type EmailActions, type Views } from "./email-actions.ts";
import { accountName, applicationName, findConnection } from "./names.ts";
import { type FileSender, isConnections, type Outcome, type Request } from "./request.ts";
import {
  type ConnectionsState,
  NO_EMAIL,
  type Notice,
  type Question,
  type State,
  signInState,
} from "./state.ts";

/** Runs a function after some ms; returns a function that cancels it. */
type StartTimer = (ms: number, run: () => void) => () => void;

/** The site's state, and the user's actions. */
export type Controller = EmailActions & {
  state: ReadonlySignal<State>;
  words: PortalWords;
  /** Calls the server without a change of the state. */
  request: Request;
  /** Starts with the fragment of the address. */
  start(fragment: string): Promise<void>;
  /**
   * Reads the connections again, since they may have changed elsewhere or the session may be over.
   */
  reload(changes?: Partial<ConnectionsState>): Promise<void>;
  /** Opens the session of a mailed address. */
  openMailed(): Promise<void>;
  signOut(): Promise<void>;
  /** Downloads the file of a path. The sender saves the file. */
  download(path: string, sender: FileSender): Promise<void>;
  ask(question: Question): void;
  cancel(): void;
  /** Carries out the confirmed action. */
  confirm(): Promise<void>;
  /**
   * Carries out an action that needs no confirmation, and shows its success with `changes`. Returns
   * the outcome; null while another action runs.
   */
  act(path: string, body: object, changes?: Partial<ConnectionsState>): Promise<Outcome | null>;
};

type Options = {
  request: Request;
  startTimer: StartTimer;
  words: PortalWords;
  language: string;
};

/** The delay before a failed request about the session's end is repeated. */
const AGAIN_MS = 60_000;

/** Creates the controller of the account site. */
export const createController = (options: Options): Controller => {
  const { startTimer, words } = options;
  // Requests run one after the other, so that no stale response is shown or saved.
  let last: Promise<Outcome> = Promise.resolve({ kind: "no-answer" });
  const request: Request = (...asked) => {
    last = last.then(() => options.request(...asked));
    return last;
  };
  const state = signal<State>({ view: "LOADING" });
  let cancelTimer = () => {};
  let address: string | null = null;

  /**
   * Asks whether the session is over. Repeats the question until there is a response, since the
   * browser may be offline.
   */
  const watchEnd = (ms: number): void => {
    cancelTimer();
    cancelTimer = startTimer(ms, () => {
      if (!isHere()) return;
      watchEnd(AGAIN_MS);
      void reload();
    });
  };
  const isHere = (): boolean => state.peek().view === "CONNECTIONS";
  /** Returns whether the session's state is unknown and no session is being opened. */
  const isLoading = (): boolean => state.peek().view === "LOADING" && address === null;

  const views: Views = {
    state,
    words,
    showConnections: (answer, changes = {}) => {
      // The extra second ensures that the session is over when the server is asked.
      watchEnd(answer.session_ends_in + 1000);
      const previous = state.peek();
      state.value = {
        ...(previous.view === "CONNECTIONS"
          ? previous
          : { view: "CONNECTIONS", question: null, busy: false, notice: null, comeBack: NO_EMAIL }),
        answer,
        ...changes,
      };
    },
    update: (changes) => {
      const current = state.peek();
      if (current.view === "CONNECTIONS") state.value = { ...current, ...changes };
    },
    isLeft: (outcome) => {
      const isOver =
        outcome.kind === "error" && outcome.error.error_code === "INVALID_ACCOUNT_SESSION";
      if (isOver && (isHere() || isLoading()))
        state.value = signInState(isHere() ? "session-end" : null);
      return !isHere();
    },
    failureText: (outcome) => {
      if (outcome.kind === "no-answer") return words.noAnswer;
      const isLimit = outcome.kind === "error" && outcome.error.error_code === "RATE_LIMIT";
      return isLimit ? words.tooMany : words.failure;
    },
  };

  /**
   * Applies the changes of a starting action. Returns false without changes while another action
   * runs.
   */
  const begin = (changes: Partial<ConnectionsState>): boolean => {
    const previous = state.peek();
    const isFree = previous.view === "CONNECTIONS" && !previous.busy;
    if (isFree) state.value = { ...previous, notice: null, ...changes };
    return isFree;
  };
  const fail = (outcome: Outcome): void =>
    views.update({ busy: false, notice: { kind: "failure", text: views.failureText(outcome) } });

  const open = async (address: string, onFailure: (outcome: Outcome) => void): Promise<void> => {
    const previous = state.peek();
    const outcome = await request("open", { address });
    // The user opened another address in the meantime.
    if (state.peek() !== previous) return;
    if (outcome.kind === "success" && isConnections(outcome.answer))
      return views.showConnections(outcome.answer);
    if (outcome.kind !== "error") return onFailure(outcome);
    // A second use of the address leads to the session that the browser already has.
    const current = await request("connections");
    if (state.peek() !== previous) return;
    if (current.kind === "success" && isConnections(current.answer))
      views.showConnections(current.answer);
    else state.value = signInState("expired");
  };

  const reload = async (changes?: Partial<ConnectionsState>): Promise<void> => {
    if (state.peek().view === "UNREACHABLE") state.value = { view: "LOADING" };
    if (!isHere() && !isLoading()) return;
    const current = state.peek();
    const outcome = await request("connections");
    // A newer action has replaced this state.
    if (state.peek() !== current) return;
    if (outcome.kind === "success" && isConnections(outcome.answer))
      views.showConnections(outcome.answer, changes);
    else if (views.isLeft(outcome) && isLoading()) state.value = { view: "UNREACHABLE" };
  };

  const load = async (): Promise<void> => {
    if (address === null) return reload();
    state.value = { view: "LOADING" };
    await open(address, () => {
      state.value = { view: "UNREACHABLE" };
    });
  };

  /** Carries out an action, and shows its result with `changes`. */
  const act = async (
    path: string,
    body: object,
    changes?: Partial<ConnectionsState>,
  ): Promise<Outcome | null> => {
    if (!begin({ busy: true })) return null;
    const outcome = await request(path, body);
    if (views.isLeft(outcome)) return outcome;
    if (outcome.kind !== "success") fail(outcome);
    else if (isConnections(outcome.answer))
      views.showConnections(outcome.answer, { busy: false, ...changes });
    else state.value = { view: "ERASED" };
    return outcome;
  };

  return {
    state,
    words,
    request: options.request,
    ...createEmailActions(views, { ...options, request }),
    start: async (fragment) => {
      if (fragment.startsWith("mail.")) {
        state.value = { view: "MAILED", address: fragment.slice(5), busy: false, error: null };
        return;
      }
      address = fragment === "" ? null : fragment;
      await load();
    },
    reload: (changes) => (state.peek().view === "UNREACHABLE" ? load() : reload(changes)),
    openMailed: async () => {
      const previous = state.peek();
      if (previous.view !== "MAILED" || previous.busy) return;
      state.value = { ...previous, busy: true, error: null };
      await open(previous.address, (outcome) => {
        state.value = { ...previous, busy: false, error: views.failureText(outcome) };
      });
    },
    signOut: async () => {
      if (!begin({ busy: true })) return;
      const outcome = await request("sign-out", {});
      if (outcome.kind !== "success") fail(outcome);
      else if (isHere()) state.value = signInState("signed-out");
    },
    download: async (path, sender) => {
      if (!begin({ busy: true })) return;
      const outcome = await options.request(path, undefined, sender);
      if (views.isLeft(outcome)) return;
      if (outcome.kind !== "success") fail(outcome);
      else views.update({ busy: false });
    },
    act,
    ask: (question) => void begin({ question }),
    cancel: () => void begin({ question: null }),
    confirm: async () => {
      const previous = state.peek();
      if (previous.view !== "CONNECTIONS" || !previous.question) return;
      const { question, answer } = previous;
      const notice: Notice = { kind: "success", text: successText(question, answer, words) };
      await act(...toRequest(question), { question: null, notice });
    },
  };
};

const toRequest = (question: Question): [path: string, body: object] => {
  switch (question.about) {
    case "stop":
      return [
        "connection/stop-sharing",
        { connection_id: question.connectionId, account_id: question.accountId },
      ];
    case "disconnect":
      return ["connection/end", { connection_id: question.connectionId }];
    case "erase":
      return ["connection/erase", { connection_id: question.connectionId }];
    case "erase-all":
      return ["erase", {}];
  }
};

function successText(question: Question, answer: ConnectionsAnswer, words: PortalWords): string {
  if (question.about === "erase-all") return words.erased.title;
  const application = applicationName(question.connectionId, answer, words);
  if (question.about === "stop") return words.stopped(accountName(question, answer), application);
  if (question.about === "disconnect") return words.disconnected(application);
  const hasEnded = findConnection(question.connectionId, answer)?.status === "ended";
  return hasEnded ? words.erasedRest(application) : words.erasedOne(application);
}
