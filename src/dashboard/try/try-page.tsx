import { useState } from "preact/hooks";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { brand } from "../session/brand.tsx";
import type { PageProps } from "../session/page.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { CodeCard } from "./code-card.tsx";
import { EventTable } from "./event-table.tsx";
import { configOf, firstOptions, type LinkOptions } from "./link-options.ts";
import { OptionsForm } from "./options-form.tsx";
import { useLink } from "./use-link.ts";

/** Opens Link with every option, and shows the code for it and its events. */
export const TryPage = ({ state, controller, router }: PageProps) => {
  const { environment, client } = state.answer;
  return client ? (
    <LinkTrial key={client.client_id} {...{ client, environment, controller }} />
  ) : (
    <ChooseClient {...{ controller, router }} reason="Link is opened for one client." />
  );
};

type LinkTrialProps = Pick<PageProps, "controller"> & {
  client: DashboardClient;
  environment: string;
};

const LinkTrial = ({ client, environment, controller }: LinkTrialProps) => {
  const [typed, setTyped] = useState(() => firstOptions(client));
  const keys = { key: client.public_key, env: environment };
  const { events, isBusy, refusal, forgetRefusal, open } = useLink(controller, keys);
  const options = allowedOptions(typed, client);
  return (
    <div class="try">
      <ForRole least="developer">
        <OptionsForm
          {...{ options, client, isBusy, refusal }}
          events={<EventTable events={events} />}
          onChange={(next) => {
            setTyped(next);
            forgetRefusal();
          }}
          onOpen={() => void open(options)}
        />
      </ForRole>
      <div class="code-column">
        <CodeCard
          shown={{
            config: configOf(options, keys),
            options,
            origin: location.origin,
            clientId: client.client_id,
            global: brand().headers,
          }}
        />
      </div>
    </div>
  );
};

/**
 * Returns the options that apply to the client's users: a link token replaces a public_key that is switched
 * off, and the name of the white label any other.
 */
const allowedOptions = (options: LinkOptions, client: DashboardClient): LinkOptions => ({
  ...options,
  ...(options.opener === "public_key" && !client.public_key_enabled && { opener: "link_token" }),
  ...(client.brand.name && { clientName: client.brand.name }),
});
