import type { DashboardWebhook, DashboardWebhookDetails } from "../../protocol/dashboard-items.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { Filters } from "../ui/filters.tsx";
import { List, listBody } from "../ui/list.tsx";
import { durationText, Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { answerText, WebhookBadge, webhookColumns } from "./webhook-columns.tsx";

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

/** Shows one webhook: its body, each attempt, and a button to send it again. */
export const WebhookDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardWebhookDetails>(
    controller,
    "webhooks/show",
    { delivery_id: id },
    5000,
  );
  const action = useAction<DashboardWebhookDetails>(controller);
  const replay = async (): Promise<void> => {
    if (await action.run("webhooks/replay", { delivery_id: id }, "It is sent again."))
      query.reload();
  };
  return (
    <Details query={query} back={{ href: hrefOf("webhooks", scope), text: "All webhooks" }}>
      {({ delivery, body, attempts }) => (
        <>
          <section class="card" aria-labelledby="webhook">
            <h2 id="webhook">
              {delivery.webhook} <WebhookBadge state={delivery.state} />
            </h2>
            <Properties
              of={[
                ["id", <code key="id">{delivery.delivery_id}</code>],
                ["Address", delivery.url],
                [
                  "Item",
                  delivery.item_id && (
                    <a href={hrefOf(`items/${encodeURIComponent(delivery.item_id)}`, scope)}>
                      {delivery.item_id}
                    </a>
                  ),
                ],
                ["Client", <ClientName key="client" {...delivery} />],
                ["Created", <Time key="at" at={delivery.created_at} />],
              ]}
            />
            <p class="actions">
              <button
                type="button"
                class="button small"
                aria-disabled={action.isBusy || delivery.state === "waiting"}
                onClick={() => delivery.state !== "waiting" && void replay()}
              >
                {action.isBusy ? "Sending…" : "Send it again"}
              </button>
            </p>
            <ResultLine {...action} />
          </section>
          <section class="card" aria-labelledby="body">
            <h2 id="body">Body</h2>
            <pre>{body}</pre>
          </section>
          <section class="card" aria-labelledby="attempts">
            <h2 id="attempts">Attempts</h2>
            <ol class="rows">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <span>
                    {answerText(attempt)}
                    <small> in {durationText(attempt.ms)}</small>
                    {attempt.excerpt && <small class="excerpt">{attempt.excerpt}</small>}
                  </span>
                  <Time at={attempt.at} />
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </Details>
  );
};
