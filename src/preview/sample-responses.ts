import type { MachineEvent } from "../link/machine/machine-event.ts";
import type { State } from "../link/machine/states.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { sampleEvents } from "./sample-events.ts";
import { BANKS } from "./samples.ts";

/** Returns a successful institution's response to a waiting state; null for other states. */
export const responseTo = (state: State, language: Language): MachineEvent | null => {
  const { form, selection, connect } = sampleEvents(language);
  switch (state.name) {
    case "SELECT_INSTITUTION":
      return state.query === "" || state.results ? null : find(state.query);
    case "LOADING.institution":
      return { type: "form.loaded", form: form({ institution: state.institution }) };
    case "LOADING.consent":
      return { type: "consent.recorded" };
    case "LOADING.credentials":
    case "LOADING.mfa":
      return state.form.purpose === "login" ? selection() : connect(false);
    case "OAUTH.waiting":
      return selection();
    case "RECAPTCHA.solving":
      return { type: "captcha.solved" };
    case "LOADING.accounts":
      return connect(true);
    default:
      return null;
  }
};

const find = (query: string): MachineEvent => ({
  type: "search.answered",
  query,
  institutions: BANKS.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
});
