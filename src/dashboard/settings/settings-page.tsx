import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard.ts";
import { ClientSummary } from "../client-summary.tsx";
import { ConfirmChange } from "../confirm-change.tsx";
import type { Controller } from "../controller.ts";
import { OriginsCard } from "../origins-card.tsx";
import type { PageProps } from "../page.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import type { ClientState } from "../state.ts";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { VersionCard } from "../version-card.tsx";
import { OperatorCard } from "./operator-card.tsx";
import { ProductionCard } from "./production-card.tsx";
import { RedirectUrisCard } from "./redirect-uris-card.tsx";
import { RemoveCard } from "./remove-card.tsx";

const SECRETS = { load: async () => (await import("./secret-card.tsx")).SecretCard };

/** Shows one client: its keys, its abilities, and all settings. */
export const SettingsPage = ({
  state,
  controller,
  router,
}: Omit<PageProps, "state"> & { state: ClientState }) => (
  <>
    <div class="columns">
      <ClientSummary {...state.answer} />
      <div>
        {state.answer.environment === "production" && (
          <ProductionCard
            key={`production ${state.answer.client.client_id}`}
            {...{ state, controller }}
          />
        )}
        <LazyPage
          key={state.answer.client.client_id}
          page={SECRETS}
          props={{ state, controller }}
        />
        <VersionCard {...{ state, controller }} />
        <OriginsCard {...{ state, controller }} />
        <RedirectUrisCard
          key={`uris ${state.answer.client.client_id}`}
          {...{ state, controller }}
        />
        <SwitchesCard {...{ state, controller }} />
        {state.answer.operator && <OperatorCard {...{ state, controller }} />}
        {state.answer.operator && <RemoveCard {...{ state, controller, router }} />}
      </div>
    </div>
    {state.confirm && <ConfirmChange {...{ state, controller }} />}
  </>
);

const SELECTIONS: Record<DashboardClient["account_selection"], string> = {
  several: "They choose their accounts",
  one: "They choose one account",
  all: "All are ticked, and some may be unticked",
  disabled: "They do not choose",
};

/** Switches a client's settings on and off. */
const SwitchesCard = ({ state, controller }: { state: ClientState; controller: Controller }) => {
  const { public_key_enabled: isOn, account_selection: selection } = state.answer.client;
  const action = useAction<DashboardAnswer>(controller);
  const change = async (path: string, body: object, text: string): Promise<void> => {
    const answer = await action.run(path, body, text);
    if (answer) controller.accept(answer);
  };
  return (
    <section class="card" aria-labelledby="switches">
      <h2 id="switches">Link</h2>
      <div class="switches">
        <label>
          <input
            type="checkbox"
            checked={isOn}
            onChange={() =>
              change(
                "public-key",
                { enabled: !isOn },
                isOn
                  ? "Link opens with a link token only."
                  : "Pages may open Link with the public_key.",
              )
            }
          />
          <span>Pages may open Link with the public_key</span>
        </label>
        <p class="lead">
          Switch it off once your server makes a link token for each session: a page can then open
          Link for your own users only.
        </p>
        <label class="field" for="account-selection">
          How users choose accounts, if a session does not say
        </label>
        <select
          id="account-selection"
          class="text"
          value={selection}
          onChange={({ currentTarget: { value } }) =>
            change("account-selection", { selection: value }, "Saved.")
          }
        >
          {Object.entries(SELECTIONS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <ResultLine {...action} />
    </section>
  );
};
