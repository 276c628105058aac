import type { PortalWords } from "../i18n/portal.ts";
import type { Controller } from "./controller.ts";
import { ErrorLine } from "./gate.tsx";
import { accountName, applicationName, connectionOf } from "./names.ts";
import type { ConnectionsState, Question } from "./state.ts";

type DialogProps = { state: ConnectionsState; question: Question; controller: Controller };

/** Asks once more before something ends. */
export const QuestionDialog = ({ state, question, controller }: DialogProps) => {
  const { words } = controller;
  const { busy, notice } = state;
  const { title, text, yes } = questionText(question, state, words);
  return (
    <dialog
      ref={open}
      aria-labelledby="question"
      aria-describedby="question-text"
      onCancel={(event) => {
        event.preventDefault();
        controller.cancel();
      }}
    >
      <h2 id="question">{title}</h2>
      <p id="question-text">{text}</p>
      <ErrorLine id="question-error" text={notice?.kind === "failure" ? notice.text : null} />
      <p class="actions">
        <button
          type="button"
          class="button danger"
          aria-disabled={busy}
          onClick={controller.confirm}
        >
          {busy ? words.working : yes}
        </button>
        <button type="button" class="button" aria-disabled={busy} onClick={controller.cancel}>
          {words.cancel}
        </button>
      </p>
    </dialog>
  );
};

function questionText(
  question: Question,
  { answer }: ConnectionsState,
  words: PortalWords,
): { title: string; text: string; yes: string } {
  if (question.about === "erase-all") {
    const { title, text, yes } = words.eraseAllQuestion;
    return { title: title(), text: text(), yes };
  }
  const application = applicationName(question.connectionId, answer, words);
  const connection = connectionOf(question.connectionId, answer);
  const institution = connection?.institution.name ?? "";
  const names: [string, string] =
    question.about === "stop"
      ? [accountName(question, answer), application]
      : [application, institution];
  const { title, text, yes } = {
    stop: words.stopQuestion,
    disconnect: words.disconnectQuestion,
    erase: connection?.status === "ended" ? words.eraseRestQuestion : words.eraseQuestion,
  }[question.about];
  return { title: title(...names), text: text(...names), yes };
}

function open(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}
