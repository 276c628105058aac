import { type ReadonlySignal, signal } from "@preact/signals";
import type { AccountWords } from "../i18n/account.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import type { Download } from "./download.ts";
import { createEmailActions, type EmailActions, type Views } from "./email-actions.ts";
import { accountName, applicationName, connectionOf } from "./names.ts";
import { isConnections, type Outcome, type Request } from "./request.ts";
import { NO_EMAIL, type Notice, type Question, type State, signInState } from "./state.ts";

/** Does something after so many ms; answers how to cancel it. */
type StartTimer = (ms: number, run: () => void) => () => void;

/** What is seen, and what a person can do. */
export type Controller = EmailActions & {
  state: ReadonlySignal<State>;
  words: AccountWords;
  /** Begins with what stood behind the `#` of the address. */
  start(fragment: string): Promise<void>;
  /** Reads the connections again: another place may have changed them, or the session be over. */
  reload(): Promise<void>;
  /** Opens the session of a mail. */
  openMailed(): Promise<void>;
  signOut(): Promise<void>;
  /** Saves all that is kept as a file. */
  download(): Promise<void>;
  ask(question: Question): void;
  cancel(): void;
  /** Does what was asked. */
  confirm(): Promise<void>;
};

type Options = {
  request: Request;
  download: Download;
  startTimer: StartTimer;
  words: AccountWords;
  language: string;
};

/** Where people see who reads their accounts, and end it. */
export const createController = (options: Options): Controller => {
  const { request, startTimer, words } = options;
  const state = signal<State>({ view: "LOADING" });
  let cancelTimer = () => {};

  const views: Views = {
    state,
    words,
    showConnections: (answer, changes = {}) => {
      cancelTimer();
      // A second later, so that it is over when we ask.
      cancelTimer = startTimer(answer.session_ends_in + 1000, () => void reload());
      const before = state.peek();
      state.value = {
        ...(before.view === "CONNECTIONS"
          ? before
          : { view: "CONNECTIONS", question: null, busy: false, notice: null, comeBack: NO_EMAIL }),
        answer,
        ...changes,
      };
    },
    isSessionOver: (outcome) => {
      const isOver =
        outcome.kind === "error" && outcome.error.error_code === "INVALID_ACCOUNT_SESSION";
      if (isOver) state.value = signInState(state.peek().view === "LOADING" ? null : "session-end");
      return isOver;
    },
    failureText: (outcome) => {
      if (outcome.kind === "no-answer") return words.noAnswer;
      const isLimit = outcome.kind === "error" && outcome.error.error_code === "RATE_LIMIT";
      return isLimit ? words.tooMany : words.failure;
    },
  };

  const open = async (address: string, onFailure: (outcome: Outcome) => void): Promise<void> => {
    const outcome = await request("open", { address });
    if (outcome.kind === "success" && isConnections(outcome.answer))
      return views.showConnections(outcome.answer);
    if (outcome.kind !== "error") return onFailure(outcome);
    // Opened a second time in a browser that has the session already, it leads there.
    const current = await request("connections");
    if (current.kind === "success" && isConnections(current.answer))
      views.showConnections(current.answer);
    else state.value = signInState("expired");
  };

  const reload = async (): Promise<void> => {
    const before = state.peek();
    if (!["LOADING", "UNREACHABLE", "CONNECTIONS"].includes(before.view)) return;
    if (before.view === "CONNECTIONS" && (before.busy || before.comeBack.busy)) return;
    if (before.view === "UNREACHABLE") state.value = { view: "LOADING" };
    const current = state.peek();
    const outcome = await request("connections");
    // Whoever has done something meanwhile has seen something newer.
    if (state.peek() !== current || views.isSessionOver(outcome)) return;
    if (outcome.kind === "success" && isConnections(outcome.answer))
      views.showConnections(outcome.answer);
    else if (current.view === "LOADING") state.value = { view: "UNREACHABLE" };
  };

  let address: string | null = null;
  return {
    state,
    words,
    ...createEmailActions(views, options),
    start: async (fragment) => {
      if (fragment.startsWith("mail.")) {
        state.value = { view: "MAILED", address: fragment.slice(5), busy: false, error: null };
        return;
      }
      address = fragment === "" ? null : fragment;
      if (address === null) return reload();
      await open(address, () => {
        state.value = { view: "UNREACHABLE" };
      });
    },
    reload: async () => {
      if (state.peek().view !== "UNREACHABLE" || address === null) return reload();
      state.value = { view: "LOADING" };
      await open(address, () => {
        state.value = { view: "UNREACHABLE" };
      });
    },
    openMailed: async () => {
      const before = state.peek();
      if (before.view !== "MAILED" || before.busy) return;
      state.value = { ...before, busy: true, error: null };
      await open(before.address, (outcome) => {
        state.value = { ...before, busy: false, error: views.failureText(outcome) };
      });
    },
    signOut: async () => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.busy) return;
      state.value = { ...before, busy: true, notice: null };
      const outcome = await request("sign-out", {});
      cancelTimer();
      state.value =
        outcome.kind === "success"
          ? signInState("signed-out")
          : { ...before, notice: failure(views.failureText(outcome)) };
    },
    download: async () => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.busy) return;
      state.value = { ...before, busy: true, notice: null };
      const outcome = await options.download();
      if (views.isSessionOver(outcome)) return;
      const notice = outcome.kind === "success" ? null : failure(views.failureText(outcome));
      state.value = { ...before, notice };
    },
    ask: (question) => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.busy) return;
      state.value = { ...before, question, notice: null };
    },
    cancel: () => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.busy) return;
      state.value = { ...before, question: null, notice: null };
    },
    confirm: async () => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.busy || !before.question) return;
      const { question, answer } = before;
      state.value = { ...before, busy: true, notice: null };
      const outcome = await request(...requestOf(question));
      if (views.isSessionOver(outcome)) return;
      if (outcome.kind !== "success") {
        const notice = failure(views.failureText(outcome));
        state.value = { ...before, notice };
      } else if (isConnections(outcome.answer)) {
        const notice: Notice = { kind: "success", text: successText(question, answer, words) };
        views.showConnections(outcome.answer, { question: null, busy: false, notice });
      } else {
        cancelTimer();
        state.value = { view: "ERASED" };
      }
    },
  };
};

const failure = (text: string): Notice => ({ kind: "failure", text });

const requestOf = (question: Question): [path: string, body: object] => {
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

function successText(question: Question, answer: ConnectionsAnswer, words: AccountWords): string {
  if (question.about === "erase-all") return words.erased.title;
  const application = applicationName(question.connectionId, answer, words);
  if (question.about === "stop") return words.stopped(accountName(question, answer), application);
  if (question.about === "disconnect") return words.disconnected(application);
  const hasEnded = connectionOf(question.connectionId, answer)?.status === "ended";
  return hasEnded ? words.erasedRest(application) : words.erasedOne(application);
}
