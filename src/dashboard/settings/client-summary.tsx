import type { ComponentChildren } from "preact";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { CopyButton } from "../ui/copy-button.tsx";

const SELECTIONS: Record<DashboardClient["account_selection"], string> = {
  disabled: "off: users do not choose accounts",
  one: "one: users choose a single account",
  several: "several: users choose their accounts",
  all: "all: every account is ticked, and users may untick some",
};

/** Shows a client's keys and abilities. */
export const ClientSummary = ({
  environment,
  client,
}: Pick<DashboardAnswer, "environment"> & { client: DashboardClient }) => (
  <section class="card facts" aria-labelledby="facts">
    <h2 id="facts">Keys and abilities</h2>
    <dl>
      <Fact name="Environment">
        {environment}
        {environment !== "production" && (
          <small>production access is requested on the Dashboard of the production server</small>
        )}
      </Fact>
      <Fact name="client_id">
        <code class="key">{client.client_id}</code>
        <CopyButton text={client.client_id} name="client_id" />
      </Fact>
      <Fact name="public_key">
        <code class="key">{client.public_key}</code>
        <CopyButton text={client.public_key} name="public_key" />
        <small>
          {client.public_key_enabled
            ? "switched on: pages may open Link with it"
            : "switched off: Link opens with a link token only"}
        </small>
      </Fact>
      <Fact name="Products">
        {client.products.length === 0 ? "none" : client.products.join(", ")}
      </Fact>
      <Fact name="Partner">
        {client.partner
          ? "yes: it may use processor tokens"
          : "no: an application, not a processor"}
      </Fact>
      <Fact name="User API">{client.legacy_user_api ? "legacy" : "new"}</Fact>
      <Fact name="Account selection">
        {SELECTIONS[client.account_selection]}
        <small>if a session does not say</small>
      </Fact>
    </dl>
  </section>
);

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
