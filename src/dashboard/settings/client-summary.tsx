import type { ComponentChildren } from "preact";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { productText } from "../keys/secret-label.ts";
import { CopyButton } from "../ui/copy-button.tsx";

const SELECTIONS: Record<DashboardClient["account_selection"], string> = {
  disabled: "Users do not choose accounts",
  one: "Users choose a single account",
  several: "Users choose their accounts",
  all: "Every account is selected, and users may leave some out",
};

/** Shows a client's keys and abilities. */
export const ClientSummary = ({
  environment,
  client,
}: Pick<DashboardAnswer, "environment"> & { client: DashboardClient }) => (
  <section class="card facts" aria-labelledby="facts">
    <h2 id="facts">Keys and abilities</h2>
    <dl>
      {client.name !== "" && (
        <Fact name="Name">
          <bdi>{client.name}</bdi>
        </Fact>
      )}
      <Fact name="Environment">
        {capital(environment)}
        {environment !== "production" && (
          <small>Production access is asked for on the Dashboard of the production server.</small>
        )}
      </Fact>
      <Fact name="Client ID">
        <IdCell id={client.client_id} name="client_id" />
      </Fact>
      <Fact name="Public key">
        <IdCell id={client.public_key} name="public_key" />
        <small>
          {client.public_key_enabled
            ? "On: pages may open Link with it."
            : "Off: a page needs a link token."}
        </small>
      </Fact>
      <Fact name="Products">
        {client.products.length === 0
          ? "None"
          : capital(client.products.map(productText).join(", "))}
      </Fact>
      <Fact name="Kind">
        {client.partner ? "A partner: it may use processor tokens" : "An application"}
      </Fact>
      <Fact name="Calls for users">
        {client.legacy_user_api ? "The older ones, by user_token" : "Today’s, by user_id"}
      </Fact>
      <Fact name="Accounts in Link">
        {SELECTIONS[client.account_selection]}
        <small>If a session does not say.</small>
      </Fact>
    </dl>
  </section>
);

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** An id in full, in a cell that copies it. */
const IdCell = ({ id, name }: { id: string; name: string }) => (
  <span class="id-cell">
    <code>{id}</code>
    <CopyButton text={id} name={name} />
  </span>
);

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
