import type { Desk } from "./desk.ts";
import { Name } from "./name.tsx";
import type { ClientState } from "./state.ts";
import { ToldLine } from "./told-line.tsx";

/** The head of the page: what this is, whose environment, and the way out. */
export const Masthead = ({ state, desk }: { state: ClientState; desk: Desk }) => (
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
        onClick={desk.signOut}
      >
        {state.busy === "sign-out" ? "Signing out…" : "Sign out"}
      </button>
      <ToldLine id="sign-out-told" told={state.told} about="sign-out" />
    </div>
  </header>
);
