import type { PortalWords } from "../i18n/portal.ts";
import { ComeBack } from "./come-back.tsx";
import type { Controller } from "./controller.ts";
import type { DownloadsProps } from "./downloads.tsx";
import { ErrorLine } from "./gate.tsx";
import { lazy } from "./lazy.tsx";
import { LinkedItemCard } from "./linked-item-card.tsx";
import { brandName, Name } from "./name.tsx";
import { accountName, applicationName, findConnection, onlyOwner } from "./names.ts";
import type { ConnectionsState, Question } from "./state.ts";

/** The card of grants, which most servers do not offer. */
const LazySharing = lazy<SharingProps>(() => import("./sharing.tsx"));

const LazyDownloads = lazy<DownloadsProps>(() => import("./downloads.tsx"));

type DataCardProps = {
  controller: Controller;
  /** Whether there is no connection. */
  isEmpty: boolean;
  /** Whether no data is left to delete. */
  isGone: boolean;
  /** Whether an action runs, including the download. */
  busy: boolean;
};

/** Lets a user download or delete their data. */
const DataCard = ({ controller, isEmpty, isGone, busy }: DataCardProps) => {
  const { words } = controller;
  return (
    <section class="card" aria-labelledby="data">
      <h2 id="data">{words.data.title}</h2>
      {!isEmpty && <LazyDownloads {...{ controller, busy }} />}
      {!isGone && (
        <p class="actions">
          <button
            type="button"
            id="erase-all"
            class="button danger"
            onClick={() => controller.ask({ about: "erase-all" })}
          >
            {words.data.eraseAll}
          </button>
        </p>
      )}
      <p class="kept">{words.data.kept}</p>
    </section>
  );
};

type DialogProps = { state: ConnectionsState; question: Question; controller: Controller };

/** Asks for confirmation before something ends. */
const QuestionDialog = ({ state, question, controller }: DialogProps) => {
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
  const connection = findConnection(question.connectionId, answer);
  const institution = connection?.institution.name ?? "";
  const names: [string, string] =
    question.about === "stop"
      ? [accountName(question, answer), application]
      : [application, institution];
  const [{ title, text }, yes] = {
    stop: [words.stopQuestion, words.stop] as const,
    disconnect: [words.disconnectQuestion, words.disconnect] as const,
    erase:
      connection?.status === "ended"
        ? ([words.eraseRestQuestion, words.eraseRest] as const)
        : ([words.eraseQuestion, words.erase] as const),
  }[question.about];
  return { title: title(...names), text: text(...names), yes };
}

function open(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}

type SharingProps = { state: ConnectionsState; controller: Controller };

type ConnectionsProps = { state: ConnectionsState; controller: Controller; hasMail: boolean };

/** Lists the applications that read a user's accounts, with the actions on them. */
export const LinkedItems = ({ state, controller, hasMail }: ConnectionsProps) => {
  const { words } = controller;
  const { answer, notice, question, busy } = state;
  const isEmpty = answer.connections.length === 0;
  // Without an address the user cannot return, so nothing is left to delete.
  const isGone = isEmpty && answer.email === null;
  const owner = onlyOwner(answer);
  return (
    <>
      <header class="masthead">
        <div class="wide">
          {owner ? (
            <b class="card-head">
              <img {...owner.brand.logo} alt="" />
              {owner.application}
            </b>
          ) : (
            <Name />
          )}
          <button
            type="button"
            class="button small"
            aria-disabled={busy}
            onClick={controller.signOut}
          >
            {words.signOut}
          </button>
        </div>
      </header>
      <main class="wide">
        <h1 id="title" tabIndex={-1}>
          {words.title}
        </h1>
        <p class="lead">{words.lead(brandName())}</p>
        <p
          id="notice"
          tabIndex={-1}
          role="status"
          class={notice && !question ? `notice ${notice.kind}` : "notice"}
        >
          {notice && !question && notice.text}
        </p>
        <div class="columns">
          <div>
            {isEmpty && (
              <section class="card">
                <h2>{words.none.title}</h2>
                <p class="lead">{words.none.help}</p>
              </section>
            )}
            {answer.connections.map((connection) => (
              <LinkedItemCard
                key={connection.connection_id}
                {...{ connection, controller }}
                isAlike={answer.connections.some(
                  (other) =>
                    other !== connection &&
                    other.application === connection.application &&
                    other.institution.name === connection.institution.name,
                )}
              />
            ))}
          </div>
          <div>
            {answer.grants && <LazySharing {...{ state, controller }} />}
            {!isGone && <ComeBack {...{ state, controller, hasMail }} />}
            <DataCard {...{ controller, isEmpty, isGone, busy }} />
          </div>
        </div>
      </main>
      {question && <QuestionDialog {...{ state, question, controller }} />}
    </>
  );
};
