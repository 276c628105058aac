import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Connections } from "./connections.tsx";
import type { Controller } from "./controller.ts";
import { nextFocus } from "./focus.ts";
import { Gate } from "./gate.tsx";
import { SignIn } from "./sign-in.tsx";
import type { State } from "./state.ts";

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

/** Moves the focus to where a person goes on when another state is seen. */
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
          <button type="button" class="button primary" onClick={controller.reload}>
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
      return <Connections {...{ state, controller, hasMail }} />;
  }
}
