import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { homeOf, PAGES } from "./pages.ts";
import { Name } from "./session/brand.tsx";
import type { Controller } from "./session/controller.ts";
import { nextFocus } from "./session/focus.ts";
import { NO_ANSWER } from "./session/messages.ts";
import { hasPage, type PageProps } from "./session/page.ts";
import type { Router } from "./session/route.ts";
import type { SignedInState, State } from "./session/state.ts";
import { LazyPage } from "./shell/lazy-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { Role } from "./ui/for-role.tsx";
import { NewKeys } from "./ui/new-keys.tsx";

type AppProps = { controller: Controller; router: Router; offline: ReadonlySignal<boolean> };

/** The whole page. */
export const App = ({ controller, router, offline }: AppProps) => {
  const state = controller.state.value;
  const newKeys = controller.newKeys.value;
  useFocus(state);
  return (
    <>
      <p class="offline" role="status">
        {offline.value && "You are offline. Changes can be made once you are connected again."}
      </p>
      {draw(state, controller, router)}
      {newKeys && <NewKeys keys={newKeys} onSaved={() => controller.showKeys(null)} />}
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
      return state.mode === "invitation" ? (
        <LazyPage page={INVITATION} props={{ state, controller, router }} />
      ) : (
        <SignIn {...{ state, controller, router }} />
      );
    default:
      return (
        <Role.Provider value={state.answer.role}>
          <SignedIn {...{ state, controller, router }} />
        </Role.Provider>
      );
  }
}

const INVITATION = {
  load: async () => (await import("./people/accept-invitation.tsx")).AcceptInvitation,
};

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
  const name = router.route.value.page || homeOf(state);
  const page = PAGES.find((candidate) => candidate.name === name && hasPage(state, candidate));
  if (page)
    return (
      <Shell {...props} title={page.name === "settings" ? clientTitle(state) : page.title}>
        <LazyPage
          key={`${page.name} ${router.route.value.query.get("client")}`}
          {...{ page, props }}
        />
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

/** Returns the title of a client's settings. */
const clientTitle = ({ answer: { operator, client } }: SignedInState): string =>
  (operator && client?.name) || "Settings";
