import type { Controller } from "./controller.ts";
import { Name } from "./name.tsx";
import { NoticeLine } from "./notice-line.tsx";
import type { SignedInState } from "./state.ts";

/** The header: the name of the site, the environment, and the button to sign out. */
export const Masthead = ({
  state,
  controller,
}: {
  state: SignedInState;
  controller: Controller;
}) => (
  <header class="masthead">
    <div class="wide">
      <Name />
      <p class="chip">{state.answer.environment}</p>
      <nav>
        <a href="/docs">API reference</a>
      </nav>
      <button
        type="button"
        class="button small"
        aria-disabled={state.busy !== null}
        onClick={controller.signOut}
      >
        {state.busy === "sign-out" ? "Signing out…" : "Sign out"}
      </button>
      <NoticeLine id="sign-out-notice" notice={state.notice} about="sign-out" />
    </div>
  </header>
);
