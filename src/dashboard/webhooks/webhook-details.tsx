import type { DashboardWebhookDetails } from "../../protocol/dashboard-items.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { ResultLine } from "../ui/result-line.tsx";
import { durationText } from "../ui/time.ts";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { useQuery } from "../ui/use-query.ts";
import { answerText, WebhookBadge } from "./webhook-columns.tsx";

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
