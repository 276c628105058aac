import type { DashboardWebhook } from "../../protocol/dashboard-items.ts";
import type { PageProps } from "../page.ts";
import { scopeOf } from "../route.ts";
import { Filters } from "../ui/filters.tsx";
import { List, listBody } from "../ui/list.tsx";
import { useQuery } from "../ui/use-query.ts";
import { webhookColumns } from "./webhook-columns.tsx";
import { WebhookDetails } from "./webhook-details.tsx";

const STATES = { "": "All", waiting: "Tried again", delivered: "Delivered", given_up: "Given up" };

/** Webhook deliveries: the list, or one of them. */
export const WebhooksPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return id === null ? <Webhooks {...props} /> : <WebhookDetails key={id} {...props} id={id} />;
};

const Webhooks = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: DashboardWebhook[]; next: string | null }>(
    controller,
    "webhooks",
    {
      ...listBody(address),
      ...(address.get("state") && { state: address.get("state") }),
      ...(address.get("search") && { item_id: address.get("search") }),
    },
    10_000,
  );
  return (
    <>
      <Filters
        router={router}
        search={{ label: "Item", placeholder: "item_id" }}
        choices={[{ name: "state", label: "State", choices: STATES }]}
      />
      <List
        caption="Webhooks"
        columns={webhookColumns(scopeOf(address))}
        keyOf={({ delivery_id }) => delivery_id}
        empty={
          <>
            <h2>No webhook here</h2>
            <p>
              Give Link, a link token or an Item a <code>webhook</code> address, and what happens to
              an Item is sent there. In the sandbox <code>/sandbox/item/fire_webhook</code> sends
              one at once; they are listed for 30 days.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};
