import type { DashboardWebhook } from "../../protocol/dashboard/dashboard-items.ts";
import { hrefOf } from "../session/route.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Breakable } from "../ui/breakable.tsx";
import type { Column } from "../ui/list.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { Time } from "../ui/time.tsx";

const STATES: Record<DashboardWebhook["state"], [Tone, string]> = {
  delivered: ["plain", "Delivered"],
  waiting: ["warn", "Retrying"],
  given_up: ["bad", "Given up"],
};

/** Shows the state of a delivery. */
export const WebhookBadge = ({ state }: Pick<DashboardWebhook, "state">) => {
  const [tone, text] = STATES[state];
  return <Badge {...{ tone, text }} />;
};

/** Returns the last response to a webhook: its status, or why there was none. */
export const answerText = ({ status, failure }: Pick<DashboardWebhook, "status" | "failure">) =>
  status === null ? (failure ?? "not sent yet") : `HTTP ${status}`;

/** The codes of Node for a failed connection, in words that fit into a column. */
const FAILURES = [
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "cut off"],
  ["ENOTFOUND", "unknown host"],
  ["ETIMEDOUT", "timed out"],
] as const;

const shortAnswer = (row: Pick<DashboardWebhook, "status" | "failure">): string =>
  FAILURES.find(([code]) => row.failure?.includes(code))?.[1] ?? answerText(row);

/** Returns the columns of a list of webhooks. */
export const webhookColumns = (scope: URLSearchParams): readonly Column<DashboardWebhook>[] => [
  {
    name: "Webhook",
    cell: ({ delivery_id, webhook }) => (
      <a href={hrefOf(`webhooks/${encodeURIComponent(delivery_id)}`, scope)}>
        <Breakable text={webhook} />
      </a>
    ),
  },
  { name: "id", isId: true, cell: ({ delivery_id }) => <ShortId id={delivery_id} name="id" /> },
  {
    name: "State",
    isState: true,
    textOf: ({ state }) => STATES[state][1],
    sort: "state",
    cell: ({ state, next_try_at }) => (
      <>
        <WebhookBadge state={state} />
        {next_try_at !== null && (
          <small>
            <Time at={next_try_at} />
          </small>
        )}
      </>
    ),
  },
  {
    name: "Last answer",
    textOf: answerText,
    cell: (row) => <span title={answerText(row)}>{shortAnswer(row)}</span>,
  },
  {
    name: "Address",
    isMinor: true,
    textOf: ({ url }) => url,
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  { name: "Tries", isMinor: true, isNumber: true, cell: ({ tries }) => tries },
  { name: "Created", sort: "", cell: ({ created_at }) => <Time at={created_at} /> },
];
