import type { Catalogue } from "../i18n/en.ts";
import type { Shown } from "../machine/states.ts";
import { openingWords, Waiting } from "./loading.tsx";
import type { LaterView } from "./view.ts";

/** What we are doing for the user right now; they may leave at any time. */
export const Working: LaterView<"LOADING"> = ({ state, text }) => (
  <Waiting institution={state.institution} title={titleOf(state, text)}>
    {"held" in state && state.form.purpose === "login" && <p class="lead">{text.signingInHelp}</p>}
    {/* It is there from the start, and the style lets it appear: no clock runs for it. */}
    <p class="slow quietly" role="status" key={state.task}>
      {state.offline ? "" : text.slow}
    </p>
  </Waiting>
);

function titleOf(state: Shown<"LOADING">, text: Catalogue): string {
  switch (state.task) {
    case "start":
    case "institution":
    case "consent":
      return openingWords(state.institution, text);
    case "accounts":
      return text.finishing;
    case "credentials":
    case "mfa":
      return state.form.purpose === "login"
        ? text.signingIn(state.institution.name)
        : text.verifying;
  }
}
