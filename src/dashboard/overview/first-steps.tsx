import type { DashboardOverview } from "../../protocol/dashboard/dashboard-overview.ts";
import type { Controller } from "../session/controller.ts";
import { hrefOf } from "../session/route.ts";
import type { ClientState } from "../session/state.ts";
import { FirstCall } from "./first-call.tsx";
import { ProductionChecklist } from "./production-checklist.tsx";

type StepsProps = {
  steps: NonNullable<DashboardOverview["steps"]>;
  state: ClientState;
  controller: Controller;
  scope: URLSearchParams;
  /** Called after the first call was made. */
  onCall(): void;
};

/** The steps of a new client; those that the server has seen are ticked. The first call is made in place. */
export const FirstSteps = ({ steps, state, controller, scope, onCall }: StepsProps) => {
  const { environment, client } = state.answer;
  const isProduction = environment === "production";
  const all: [isDone: boolean, href: string, name: string, note: string][] = [
    [true, hrefOf("keys", scope), "Get your keys", "The table has each with its last use."],
    [steps.called, "#first-call", "Make a first call", "One to copy is below."],
    [steps.linked, hrefOf("try", scope), "Connect an account in Link", "Try it here first."],
    [
      steps.notified,
      hrefOf("webhooks", scope),
      "Receive a webhook",
      "Name an address when you make a link token.",
    ],
    isProduction
      ? [steps.production, hrefOf("settings", scope), "Go to production", "Ask for access."]
      : [steps.production, "#production", "Go to production", "A list of needs is below."],
  ];
  const done = all.filter(([isDone]) => isDone).length;
  return (
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">
        First steps{" "}
        <small>
          {done} of {all.length}
        </small>
      </h2>
      <ol class="first-steps">
        {all.map(([isDone, href, name, note]) => (
          <li key={name} class={isDone ? "done" : undefined}>
            <a href={href}>
              {name}
              <span class="visually-hidden">{isDone ? ": done" : ": to do"}</span>
            </a>
            <small>{note}</small>
          </li>
        ))}
      </ol>
      <FirstCall key={client.client_id} clientId={client.client_id} {...{ controller, onCall }} />
      <ProductionChecklist {...{ controller, client, scope }} />
    </section>
  );
};
