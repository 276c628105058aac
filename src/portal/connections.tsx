import { ComeBack } from "./come-back.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import type { Controller } from "./controller.ts";
import { DataCard } from "./data-card.tsx";
import { Name } from "./name.tsx";
import { QuestionDialog } from "./question-dialog.tsx";
import type { ConnectionsState } from "./state.ts";

type ConnectionsProps = { state: ConnectionsState; controller: Controller; hasMail: boolean };

/** Who reads a person's accounts, and what they can do about it. */
export const Connections = ({ state, controller, hasMail }: ConnectionsProps) => {
  const { words } = controller;
  const { answer, notice, question, busy } = state;
  const isEmpty = answer.connections.length === 0;
  // Without an address nobody comes back to nothing, and nothing is left to delete.
  const isGone = isEmpty && answer.email === null;
  return (
    <>
      <header class="masthead">
        <div class="wide">
          <Name />
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
        <p class="lead">{words.lead}</p>
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
              <ConnectionCard key={connection.connection_id} {...{ connection, controller }} />
            ))}
          </div>
          <div>
            {!isGone && <ComeBack {...{ state, controller, hasMail }} />}
            <DataCard {...{ controller, isEmpty, isGone, busy }} />
          </div>
        </div>
      </main>
      {question && <QuestionDialog {...{ state, question, controller }} />}
    </>
  );
};
