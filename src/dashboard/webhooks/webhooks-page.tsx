import type {
  DashboardWebhook,
  DashboardWebhookDetails,
  DashboardWebhookSummary,
} from "../../protocol/dashboard/dashboard-items.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import { ClientName } from "../ui/client-name.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CopiedCode, Details, Properties } from "../ui/details.tsx";
import { Filters } from "../ui/filters.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { ItemLink } from "../ui/item-link.tsx";
import { List, listBody } from "../ui/list.tsx";
import { ListWithDetails } from "../ui/list-with-details.tsx";
import { SelectedTime, timeBody } from "../ui/selected-time.tsx";
import { durationText, FullTime, Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { answerText, WebhookBadge, webhookColumns } from "./webhook-columns.tsx";
import { WebhookSummary } from "./webhook-summary.tsx";

const STATES = { "": "All", waiting: "Retrying", delivered: "Delivered", given_up: "Given up" };

/** Webhook deliveries: the list, or one of them. */
export const WebhooksPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return (
    <ListWithDetails
      router={props.router}
      list={<Webhooks {...props} />}
      details={id !== null && <WebhookDetails key={id} {...props} id={id} />}
    />
  );
};

const Webhooks = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const client = address.get("client");
  const { answer: summary } = useQuery<DashboardWebhookSummary>(
    controller,
    "webhooks/summary",
    // The controller adds the client to the body; this field makes the query of each client
    // distinct.
    client === null ? {} : { client_id: client },
    30_000,
  );
  const event = address.get("event");
  const query = useQuery<{ rows: DashboardWebhook[]; next: string | null }>(
    controller,
    "webhooks",
    {
      ...timeBody(address),
      ...listBody(address),
      ...(address.get("state") && { state: address.get("state") }),
      ...(address.get("search") && { item_id: address.get("search") }),
      ...(event && { event }),
    },
    10_000,
  );
  return (
    <>
      <Filters
        router={router}
        search={{ label: "Item", placeholder: "item_id" }}
        choices={[
          { name: "event", label: "Event", choices: eventChoices(summary, event) },
          { name: "state", label: "State", choices: STATES },
        ]}
      />
      {summary && <WebhookSummary {...{ summary, router }} />}
      <SelectedTime router={router} />
      <List
        caption="Webhooks"
        file="webhooks"
        // Deliveries of an event are listed by time only.
        hasOrder={!event}
        columns={webhookColumns(address)}
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
      {state.view === "CLIENT" && (
        <WebhookActions {...{ state, controller }} onDone={query.reload} />
      )}
    </>
  );
};

/** Returns the events of 30 days, and the one that the address names. */
const eventChoices = (
  summary: DashboardWebhookSummary | null,
  chosen: string | null,
): Record<string, string> => {
  const events = new Set(summary?.places.map(({ webhook }) => webhook));
  if (chosen) events.add(chosen);
  return { "": "All", ...Object.fromEntries([...events].toSorted().map((name) => [name, name])) };
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
    <Details
      query={query}
      router={router}
      list="All webhooks"
      kind="Webhook"
      nameOf={({ delivery }) => delivery.webhook}
    >
      {({ delivery, body, attempts }) => (
        <>
          <section class="card" aria-labelledby="webhook">
            <h2 id="webhook">
              Delivery <WebhookBadge state={delivery.state} />
            </h2>
            <Properties
              of={[
                ["id", <CopiedCode key="id" text={delivery.delivery_id} name="id" />],
                ["Address", delivery.url],
                ["Item", delivery.item_id && <ItemLink id={delivery.item_id} {...{ scope }} />],
                [
                  "Link session",
                  delivery.link_session_id && (
                    <a
                      href={hrefOf(
                        `sessions/${encodeURIComponent(delivery.link_session_id)}`,
                        scope,
                      )}
                    >
                      {delivery.link_session_id}
                    </a>
                  ),
                ],
                ["Client", <ClientName key="client" {...delivery} />],
                [
                  "Next try",
                  delivery.next_try_at !== null && (
                    <FullTime key="next" at={delivery.next_try_at} />
                  ),
                ],
                ["Created", <FullTime key="at" at={delivery.created_at} />],
              ]}
            />
            <ForRole least="developer">
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
            </ForRole>
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
                    <small>
                      {" "}
                      in {durationText(attempt.ms)}, <Time at={attempt.at} />
                    </small>
                    <Sent {...attempt} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </Details>
  );
};

/** The headers of an attempt as sent, and the beginning of its response, with tokens redacted. */
const Sent = ({
  headers,
  excerpt,
}: Pick<DashboardWebhookDetails["attempts"][number], "headers" | "excerpt">) => (
  <>
    {headers && (
      <details class="more">
        <summary>Headers as sent</summary>
        <pre>{headerText(headers)}</pre>
        <CopyButton text={headerText(headers)} name="the headers" />
      </details>
    )}
    {excerpt && (
      <details class="more">
        <summary>The receiver’s answer</summary>
        <pre>{excerpt}</pre>
      </details>
    )}
  </>
);

const headerText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
