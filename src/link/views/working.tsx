import type { Catalogue } from "../../i18n/catalogue.ts";
import type { ViewState } from "../machine/states.ts";
import { openingWords, Waiting } from "./loading.tsx";
import type { LazyView } from "./view.ts";

/**
 * Names the current work of the service. After a while the view explains the delay, and after a
 * minute it offers to leave. Both texts are in the document from the start, and the style shows
 * them later, so no timer is needed.
 */
export const Working: LazyView<"LOADING"> = ({ state, send, text }) => (
  <Waiting
    institution={state.institution}
    title={waitingTitle(state, text)}
    actions={
      !state.offline && (
        <div class="slow later" key={state.name}>
          <p class="note quietly" role="status">
            {text.stillWaiting}
          </p>
          <button
            type="button"
            class="button"
            data-testid="stop-waiting"
            onClick={() => send({ type: "exit.requested" })}
          >
            {text.leave}
          </button>
        </div>
      )
    }
  >
    {isSigningIn(state) && <p class="lead">{text.signingInHelp}</p>}
    <Steps state={state} text={text} />
    <p class="slow quietly" role="status" key={state.name}>
      {state.offline ? "" : text.slow}
    </p>
    {"progress" in state && <Sent {...state} />}
  </Waiting>
);

const isSigningIn = (state: ViewState<"LOADING">): boolean =>
  (state.name === "LOADING.credentials" || state.name === "LOADING.mfa") &&
  state.form.purpose === "login";

/** The sent or read share of a file. The chunk of files has the style. */
const Sent = ({ progress, form }: ViewState<"LOADING.credentials">) => {
  if (!progress) return null;
  const { at, share } = progress;
  const text = form.texts?.[at];
  const percent = share && Math.floor(100 * share);
  return (
    <div
      class="sent"
      role="progressbar"
      aria-label={text}
      aria-valuenow={percent ?? undefined}
      ref={(bar) => bar?.style.setProperty("--share", `${Number(percent)}%`)}
    >
      {text}
      {share !== null && ` · ${percent}\u00a0%`}
    </div>
  );
};

/**
 * The steps of a connection. Only an answer of the institution proves that the institution was
 * reached and the user is signed in.
 */
const Steps = ({ state, text }: { state: ViewState<"LOADING">; text: Catalogue }) => {
  const current =
    state.name === "LOADING.accounts"
      ? 2
      : isSigningIn(state)
        ? Number(state.name === "LOADING.mfa")
        : -1;
  return current < 0 || !state.institution ? null : (
    <ul class="steps">
      {text.steps(state.institution.name).map((step, at) => (
        <li
          key={step}
          class={at < current ? "done" : ""}
          aria-current={at === current ? "step" : undefined}
        >
          {step}
        </li>
      ))}
    </ul>
  );
};

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
