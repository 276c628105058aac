import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DashboardOverview } from "../../protocol/dashboard/dashboard-overview.ts";
import { Inbox } from "../inbox/inbox.tsx";
import type { Controller } from "../session/controller.ts";
import { hrefOf } from "../session/route.ts";
import type { ClientState } from "../session/state.ts";
import { FirstCall } from "./first-call.tsx";
import { FirstLink } from "./first-link.tsx";
import { ProductionChecklist } from "./production-checklist.tsx";

type StepsProps = {
  steps: NonNullable<DashboardOverview["steps"]>;
  state: ClientState;
  controller: Controller;
  scope: URLSearchParams;
  /** Called after a step was taken here. */
  onStep(): void;
};

/** The webhooks that the step shows of the inbox. */
const INBOX_ROWS = 10;

/** The steps of a new client, each done on the page; completed steps are ticked, and the next one is open. */
export const FirstSteps = ({ steps, state, controller, scope, onStep }: StepsProps) => {
  const { environment, client } = state.answer;
  // The server counts once a second, so its totals may not have the latest step yet.
  const [taken, setTaken] = useState({ called: false, linked: false, notified: false });
  const take = (step: Partial<typeof taken>): void => {
    setTaken((previous) => ({ ...previous, ...step }));
    onStep();
  };
  const all: [isDone: boolean, name: string, note: string, body: ComponentChildren][] = [
    [
      true,
      "Get your keys",
      "A client_id and a secret",
      <p>
        <a href={hrefOf("keys", scope)}>API keys</a> has each secret with its last use.
      </p>,
    ],
    [
      steps.called || taken.called,
      "Make a first call",
      "One to copy, with its answer",
      <FirstCall
        clientId={client.client_id}
        {...{ controller }}
        onCall={() => take({ called: true })}
      />,
    ],
    [
      steps.linked || taken.linked,
      "Connect an account in Link",
      "Opened here",
      <FirstLink
        {...{ client, environment, controller, scope }}
        onConnect={() => take({ linked: true })}
      />,
    ],
    [
      steps.notified || taken.notified,
      "Receive a webhook",
      environment === "sandbox" ? "In an inbox of this server" : "At an address of yours",
      environment === "sandbox" ? (
        <>
          <p>
            Name this address as the <code>webhook</code> of a link token; Link above has it.{" "}
            <a href={hrefOf("inbox", scope)}>All of the inbox</a>
          </p>
          <Inbox
            {...{ controller, scope }}
            limit={INBOX_ROWS}
            onReceive={() => take({ notified: true })}
          />
        </>
      ) : (
        <p>
          Name an address as the <code>webhook</code> of a link token.{" "}
          <a href={hrefOf("webhooks", scope)}>Webhooks</a> lists all that are sent.
        </p>
      ),
    ],
    [
      steps.production,
      "Go to production",
      "What this server still needs",
      <>
        {environment === "production" && (
          <p>
            <a href={hrefOf("settings", scope)}>Ask for access</a> under Settings.
          </p>
        )}
        <ProductionChecklist {...{ controller, client, scope }} />
      </>,
    ],
  ];
  const next = all.find(([isDone]) => !isDone)?.[1];
  return (
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">
        First steps{" "}
        <small>
          {all.filter(([isDone]) => isDone).length} of {all.length}
        </small>
      </h2>
      <ol class="first-path" key={client.client_id}>
        {all.map(([isDone, name, note, body]) => (
          <Step key={name} {...{ isDone, name, note }} isNext={name === next}>
            {body}
          </Step>
        ))}
      </ol>
    </section>
  );
};

type StepProps = {
  isDone: boolean;
  isNext: boolean;
  name: string;
  note: string;
  children: ComponentChildren;
};

/** A step that opens when it is next. A just completed step stays open. */
const Step = ({ isDone, isNext, name, note, children }: StepProps) => {
  const [isOpen, setOpen] = useState(isNext);
  useEffect(() => {
    if (isNext) setOpen(true);
  }, [isNext]);
  return (
    <li class={isDone ? "done" : undefined}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {name}
          <span class="visually-hidden">{isDone ? ": done" : ": to do"}</span> <small>{note}</small>
        </summary>
        {isOpen && <div class="first-path-body">{children}</div>}
      </details>
    </li>
  );
};
