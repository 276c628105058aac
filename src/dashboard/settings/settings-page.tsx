import { useState } from "preact/hooks";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import type { DashboardLinkUse } from "../../protocol/dashboard/dashboard-traffic.ts";
import type { Controller } from "../session/controller.ts";
import type { PageProps } from "../session/page.ts";
import { scopeOf } from "../session/route.ts";
import type { ClientState } from "../session/state.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { SelectField } from "../ui/form-fields.tsx";
import { Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { ClientSummary } from "./client-summary.tsx";
import { ConfirmChange } from "./confirm-change.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { OperatorCard } from "./operator-card.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { ProductionCard } from "./production-card.tsx";
import { RedirectUrisCard } from "./redirect-uris-card.tsx";
import { RemoveCard } from "./remove-card.tsx";
import { VersionCard } from "./version-card.tsx";

/** Shows one client: its keys, its abilities, and all settings. */
export const SettingsPage = ({ state, ...props }: PageProps) =>
  state.view === "CLIENT" ? (
    <ClientSettings {...props} state={state} />
  ) : (
    <ChooseClient {...props} reason="Each client has settings of its own." />
  );

const ClientSettings = ({
  state,
  controller,
  router,
}: Omit<PageProps, "state"> & { state: ClientState }) => (
  <>
    <div class="columns">
      <ClientSummary {...state.answer} />
      <div>
        {state.answer.environment === "production" && (
          <ForRole least="admin">
            <ProductionCard
              key={`production ${state.answer.client.client_id}`}
              {...{ state, controller }}
            />
          </ForRole>
        )}
        <ForRole least="developer">
          <VersionCard {...{ state, controller }} />
          <OriginsCard {...{ state, controller }} />
          <RedirectUrisCard
            key={`uris ${state.answer.client.client_id}`}
            {...{ state, controller }}
          />
        </ForRole>
        <SwitchesCard {...{ state, controller }} />
        <NeedsCard
          key={`needs ${state.answer.client.client_id}`}
          client={state.answer.client}
          scope={scopeOf(router.route.value.query)}
          {...{ controller }}
        />
        {state.answer.operator && (
          <ForRole least="admin">
            <OperatorCard {...{ state, controller }} />
            <RemoveCard {...{ state, controller, router }} />
          </ForRole>
        )}
      </div>
    </div>
    {state.confirm && <ConfirmChange {...{ state, controller }} />}
  </>
);

const SELECTIONS: Record<DashboardClient["account_selection"], string> = {
  several: "They choose their accounts",
  one: "They choose one account",
  all: "All are selected, and they may leave some out",
  disabled: "They do not choose",
};

/** Switches a client's settings on and off. */
const SwitchesCard = ({ state, controller }: { state: ClientState; controller: Controller }) => {
  const { public_key_enabled: isOn, account_selection: selection } = state.answer.client;
  const action = useAction<DashboardAnswer>(controller);
  const [isAsked, setAsked] = useState(false);
  const change = async (path: string, body: object, text: string): Promise<void> => {
    const answer = await action.run(path, body, text);
    setAsked(false);
    if (answer) controller.accept(answer);
  };
  const switchKey = () =>
    change(
      "public-key",
      { enabled: !isOn },
      isOn ? "Link opens with a link token only." : "Pages may open Link with the public_key.",
    );
  return (
    <section class="card" aria-labelledby="switches">
      <h2 id="switches">Link</h2>
      <p class="lead">A change holds at once, for the next session.</p>
      <div class="switches">
        <ForRole least="admin">
          <label>
            <input
              type="checkbox"
              checked={isOn}
              onClick={(event) => {
                if (!isOn) return void switchKey();
                event.preventDefault();
                setAsked(true);
              }}
            />
            <span>Pages may open Link with the public_key</span>
          </label>
          <p class="lead">
            Switch it off once your server makes a link token for each session: a page can then open
            Link for your own users only.
          </p>
        </ForRole>
        <ForRole least="developer">
          <SelectField
            name="account-selection"
            label="How users choose accounts, if a session does not say"
            choices={SELECTIONS}
            value={selection}
            onChange={(value) => change("account-selection", { selection: value }, "Saved.")}
          />
        </ForRole>
      </div>
      <ResultLine {...action} />
      {isAsked && (
        <EndPublicKey
          {...{ controller }}
          isBusy={action.isBusy}
          onYes={switchKey}
          onNo={() => setAsked(false)}
        />
      )}
    </section>
  );
};

type EndPublicKeyProps = Pick<Parameters<typeof ConfirmDialog>[0], "isBusy" | "onYes" | "onNo"> & {
  controller: Controller;
};

/**
 * Asks for a confirmation before the public key ends, and shows when the client's users last opened
 * Link.
 */
const EndPublicKey = ({ controller, ...answers }: EndPublicKeyProps) => {
  const { answer } = useQuery<{ rows: DashboardLinkUse[] }>(controller, "sessions", {});
  const last = answer?.rows[0];
  return (
    <ConfirmDialog
      title="Switch the public_key off?"
      yes="Switch it off"
      no="Keep it"
      isDangerous
      {...answers}
    >
      <p>
        Pages that open Link with it are refused at once.
        {answer && !last && " Link was not opened for this client in the last 30 days."}
        {last && (
          <>
            {" "}
            Link was last opened for this client <Time at={last.started_at} />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
};
