import type { Catalogue } from "../../i18n/catalogue.ts";
import type { ViewState } from "../machine/states.ts";
import { openingWords, Waiting } from "./loading.tsx";
import type { LazyView } from "./view.ts";

/** Names the current work of the service; the user may leave at any time. */
export const Working: LazyView<"LOADING"> = ({ state, text }) => (
  <Waiting institution={state.institution} title={waitingTitle(state, text)}>
    {isSigningIn(state) && <p class="lead">{text.signingInHelp}</p>}
    {/* It is there from the start, and the style lets it appear: no clock runs for it. */}
    <p class="slow quietly" role="status" key={state.name}>
      {state.offline ? "" : text.slow}
    </p>
  </Waiting>
);

const isSigningIn = (state: ViewState<"LOADING">): boolean =>
  (state.name === "LOADING.credentials" || state.name === "LOADING.mfa") &&
  state.form.purpose === "login";

function waitingTitle(state: ViewState<"LOADING">, text: Catalogue): string {
  switch (state.name) {
    case "LOADING.start":
    case "LOADING.institution":
    case "LOADING.consent":
      return openingWords(state.institution, text);
    case "LOADING.accounts":
      return text.finishing;
    case "LOADING.credentials":
    case "LOADING.mfa":
      return state.form.purpose === "login"
        ? text.signingIn(state.institution.name)
        : text.verifying;
  }
}
