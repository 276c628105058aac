import type { Question, State } from "./state.ts";

/** The id of what opens a question, to go back to when it is cancelled. */
const openerOf = (question: Question): string => {
  switch (question.about) {
    case "stop":
      return `stop-${question.accountId}`;
    case "erase-all":
      return "erase-all";
    default:
      return `${question.about}-${question.connectionId}`;
  }
};

/** The id of where a person goes on after another state; null where the focus is. */
export const nextFocus = (state: State, before: State): string | null => {
  if (state.view !== before.view) return "title";
  if (state.view === "SIGN_IN" && before.view === "SIGN_IN") {
    if (state.sentTo !== before.sentTo) return state.sentTo ? "title" : "email";
    return state.error && state.error !== before.error ? "email" : null;
  }
  if (state.view !== "CONNECTIONS" || before.view !== "CONNECTIONS") return null;
  if (before.question && !state.question)
    return state.notice ? "notice" : openerOf(before.question);
  const { comeBack, notice } = state;
  if (notice?.kind === "failure" && notice !== before.notice && !state.question) return "notice";
  if (comeBack.error && comeBack.error !== before.comeBack.error)
    return comeBack.email === null ? "email" : "code";
  if (comeBack.email !== before.comeBack.email)
    return comeBack.email === null ? (state.notice ? "notice" : "email") : "code";
  return null;
};
