import { ConfirmChange } from "./confirm-change.tsx";
import { Facts } from "./facts.tsx";
import { OriginsCard } from "./origins-card.tsx";
import type { PageProps } from "./page.ts";
import { OperatorCard } from "./settings/operator-card.tsx";
import { ProductionCard } from "./settings/production-card.tsx";
import { RedirectUrisCard } from "./settings/redirect-uris-card.tsx";
import { RemoveCard } from "./settings/remove-card.tsx";
import { SwitchesCard } from "./settings/switches-card.tsx";
import { LazyPage } from "./shell/lazy-page.tsx";
import type { ClientState } from "./state.ts";
import { VersionCard } from "./version-card.tsx";

const SECRETS = { load: async () => (await import("./settings/secret-card.tsx")).SecretCard };

/** One client: its keys, what it may do, and all that can be changed about it. */
export const SettingsPage = ({
  state,
  controller,
  router,
}: Omit<PageProps, "state"> & { state: ClientState }) => (
  <>
    <div class="columns">
      <Facts {...state.answer} />
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
