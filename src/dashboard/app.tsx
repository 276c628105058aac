import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Name } from "./brand.tsx";
import type { Controller } from "./controller.ts";
import { nextFocus } from "./focus.ts";
import { NO_ANSWER } from "./messages.ts";
import type { PageProps } from "./page.ts";
import { PAGES } from "./pages.ts";
import type { Router } from "./route.ts";
import { SettingsPage } from "./settings/settings-page.tsx";
import { LazyPage } from "./shell/lazy-page.tsx";
import { homeTitle, Shell } from "./shell/shell.tsx";
import { SignIn } from "./sign-in.tsx";
import type { State } from "./state.ts";

type AppProps = { controller: Controller; router: Router; offline: ReadonlySignal<boolean> };

/** The whole page. */
export const App = ({ controller, router, offline }: AppProps) => {
  const state = controller.state.value;
  useFocus(state);
  return (
    <>
      <p class="offline" role="status">
        {offline.value && "You are offline. Changes can be made once you are connected again."}
      </p>
      {draw(state, controller, router)}
    </>
  );
};

/** Moves the focus to the next useful element when the state changes. */
function useFocus(state: State): void {
  const previous = useRef(state);
  useLayoutEffect(() => {
    const selector = nextFocus(state, previous.current, document.activeElement === document.body);
    previous.current = state;
    if (selector) document.querySelector<HTMLElement>(selector)?.focus();
  }, [state]);
}

function draw(state: State, controller: Controller, router: Router) {
  switch (state.view) {
    case "LOADING":
      return <main class="loading" aria-busy="true" aria-label="The Dashboard is being opened" />;
    case "UNREACHABLE":
      return <Unreachable controller={controller} />;
    case "SIGN_IN":
      return <SignIn {...{ state, controller, router }} />;
    default:
      return <SignedIn {...{ state, controller, router }} />;
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

const SignedIn = (props: PageProps) => {
  const { state, router } = props;
  const { page: name } = router.route.value;
  const { operator } = state.answer;
  const pageName = name === "" && state.view === "OPERATOR" ? "clients" : name;
  const page = PAGES.find(
    (candidate) => candidate.name === pageName && (operator || !candidate.isOperators),
  );
  if (page)
    return (
      <Shell {...props} title={page.title}>
        <LazyPage
          key={`${page.name} ${router.route.value.query.get("client")}`}
          {...{ page, props }}
        />
      </Shell>
    );
  if (name === "" && state.view === "CLIENT")
    return (
      <Shell {...props} title={homeTitle(state)}>
        <SettingsPage key={state.answer.client.client_id} {...props} state={state} />
      </Shell>
    );
  return (
    <Shell {...props} title="There is no such page">
      <p class="none">
        <a href="/dashboard">Go to the first page</a>
      </p>
    </Shell>
  );
};
