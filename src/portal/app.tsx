import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Controller } from "./controller.ts";
import { Gate } from "./gate.tsx";
import { LinkedItems } from "./linked-items.tsx";
import { SignIn } from "./sign-in.tsx";
import type { Question, State } from "./state.ts";

/**
 * Returns the id of the element that opens a question. Cancelling the question focuses this
 * element.
 */
const openerOf = (question: Question): string => {
  switch (question.about) {
    case "stop":
      return `stop-${question.accountId}`;
    case "erase-all":
      return "erase-all";
    default:
      return `${question.about}-${question.connectionId}`;
  }
};

/** Returns the id of the element to focus after a change of state; null if the focus stays. */
const nextFocus = (state: State, previous: State): string | null => {
  if (state.view !== previous.view) return "title";
  if (state.view === "SIGN_IN" && previous.view === "SIGN_IN") {
    if (state.sentTo !== previous.sentTo) return state.sentTo ? "title" : "email";
    return state.error && state.error !== previous.error ? "email" : null;
  }
  if (state.view !== "CONNECTIONS" || previous.view !== "CONNECTIONS") return null;
  if (previous.question && !state.question)
    return state.notice ? "notice" : openerOf(previous.question);
  const { comeBack, notice } = state;
  if (notice?.kind === "failure" && notice !== previous.notice && !state.question) return "notice";
  if (comeBack.error && comeBack.error !== previous.comeBack.error)
    return comeBack.email === null ? "email" : "code";
  if (comeBack.email !== previous.comeBack.email)
    return comeBack.email === null ? (state.notice ? "notice" : "email") : "code";
  return null;
};

type AppProps = { controller: Controller; offline: ReadonlySignal<boolean>; hasMail: boolean };

/** The whole page. */
export const App = ({ controller, offline, hasMail }: AppProps) => {
  const state = controller.state.value;
  useFocus(state);
  return (
    <>
      <p class="offline" role="status">
        {offline.value && controller.words.offline}
      </p>
      {draw(state, controller, hasMail)}
    </>
  );
};

/** Moves the focus to the next useful element when the state changes. */
function useFocus(state: State): void {
  const previous = useRef(state);
  useLayoutEffect(() => {
    const id = nextFocus(state, previous.current);
    previous.current = state;
    if (id) document.getElementById(id)?.focus();
  }, [state]);
}

function draw(state: State, controller: Controller, hasMail: boolean) {
  const { words } = controller;
  switch (state.view) {
    case "LOADING":
      return <main class="loading" aria-busy="true" aria-label={words.loading} />;
    case "UNREACHABLE":
      return (
        <Gate title={words.unreachable.title} text={words.unreachable.help}>
          <button type="button" class="button primary" onClick={() => controller.reload()}>
            {words.unreachable.again}
          </button>
        </Gate>
      );
    case "ERASED":
      return <Gate title={words.erased.title} text={words.erased.help} />;
    case "MAILED":
      return (
        <Gate title={words.mailed.title} text={words.mailed.help} error={state.error}>
          <button
            type="button"
            class="button primary"
            aria-disabled={state.busy}
            onClick={controller.openMailed}
          >
            {state.busy ? words.mailed.opening : words.mailed.open}
          </button>
        </Gate>
      );
    case "SIGN_IN":
      return <SignIn {...{ state, controller, hasMail }} />;
    case "CONNECTIONS":
      return <LinkedItems {...{ state, controller, hasMail }} />;
  }
}
