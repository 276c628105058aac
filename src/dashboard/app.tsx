import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ConfirmChange } from "./confirm-change.tsx";
import type { Controller } from "./controller.ts";
import { Facts } from "./facts.tsx";
import { nextFocus } from "./focus.ts";
import { Masthead } from "./masthead.tsx";
import { NO_ANSWER } from "./messages.ts";
import { Name } from "./name.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { SignIn } from "./sign-in.tsx";
import type { ClientState, State } from "./state.ts";
import { VersionCard } from "./version-card.tsx";

type AppProps = { controller: Controller; offline: ReadonlySignal<boolean> };

/** The whole page. */
export const App = ({ controller, offline }: AppProps) => {
  const state = controller.state.value;
  useFocus(state);
  return (
    <>
      <p class="offline" role="status">
        {offline.value && "You are offline. Changes can be made once you are connected again."}
      </p>
      {draw(state, controller)}
    </>
  );
};

/** Moves the focus to where a person goes on when another state is seen. */
function useFocus(state: State): void {
  const previous = useRef(state);
  useLayoutEffect(() => {
    const selector = nextFocus(state, previous.current, document.activeElement === document.body);
    previous.current = state;
    if (selector) document.querySelector<HTMLElement>(selector)?.focus();
  }, [state]);
}

function draw(state: State, controller: Controller) {
  switch (state.view) {
    case "LOADING":
      return <main class="loading" aria-busy="true" aria-label="The Dashboard is being opened" />;
    case "UNREACHABLE":
      return <Unreachable controller={controller} />;
    case "SIGN_IN":
      return <SignIn {...{ state, controller }} />;
    case "CLIENT":
      return <Client {...{ state, controller }} />;
  }
}

const Unreachable = ({ controller }: { controller: Controller }) => (
  <main class="card sign-in">
    <Name />
    <h1 tabIndex={-1}>The server cannot be reached</h1>
    <p class="lead">{NO_ANSWER}</p>
    <button type="button" class="button primary" onClick={controller.reload}>
      Try again
    </button>
  </main>
);

const Client = ({ state, controller }: { state: ClientState; controller: Controller }) => (
  <>
    <Masthead {...{ state, controller }} />
    <main class="wide">
      <h1 tabIndex={-1}>Your client</h1>
      <div class="columns">
        <Facts {...state.answer} />
        <div>
          <VersionCard {...{ state, controller }} />
          <OriginsCard {...{ state, controller }} />
        </div>
      </div>
    </main>
    {state.confirm && <ConfirmChange {...{ state, controller }} />}
  </>
);
