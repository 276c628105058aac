import { useEffect } from "preact/hooks";
import type {
  DashboardExamples,
  DashboardInbox,
} from "../../protocol/dashboard/dashboard-items.ts";
import type { Controller } from "../session/controller.ts";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { UnfoldingRow } from "../ui/unfolding-row.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";

/** The inbox is read this often: an example arrives within seconds. */
const EVERY_MS = 5000;

/** An example webhook for every client. */
const EXAMPLE = "TRANSACTIONS:SYNC_UPDATES_AVAILABLE";

type InboxProps = {
  controller: Controller;
  scope: URLSearchParams;
  /** The number of shown webhooks; all webhooks by default. */
  limit?: number;
  /** Called once a webhook is there. */
  onReceive?(): void;
};

/** The address of the client's inbox, and the webhooks that arrived there in the last day. */
export const Inbox = ({
  controller,
  scope,
  limit = Number.POSITIVE_INFINITY,
  onReceive,
}: InboxProps) => {
  // The controller adds the client to the body. This field makes each client's query different.
  const body = scope.has("client") ? { client_id: scope.get("client") } : {};
  const query = useQuery<DashboardInbox>(controller, "webhooks/inbox", body, EVERY_MS);
  const action = useAction<DashboardExamples>(controller);
  const { answer } = query;
  const address = answer?.address ?? null;
  const hasWebhooks = (answer?.webhooks.length ?? 0) > 0;
  useEffect(() => {
    if (hasWebhooks) onReceive?.();
  }, [hasWebhooks]);
  const send = async (): Promise<void> => {
    const fields = { url: address, webhook: EXAMPLE };
    if (await action.run("webhooks/examples", fields, "An example is on its way.")) query.reload();
  };
  return (
    <div class="inbox">
      <ReadFailure {...query} />
      {address !== null && (
        <p class="inbox-address">
          <code>{address}</code> <CopyButton text={address} name="the inbox's address" />
        </p>
      )}
      {answer?.problem && (
        <p class="notice failure">This server may not call the address: it {answer.problem}.</p>
      )}
      {address !== null && (
        <ForRole least="developer">
          <p class="actions">
            <button
              type="button"
              class="button small"
              aria-disabled={action.isBusy}
              onClick={() => void send()}
            >
              {action.isBusy ? "Sending…" : "Send an example"}
            </button>
          </p>
          <ResultLine {...action} />
        </ForRole>
      )}
      {answer && (
        <div role="log" aria-label="Webhooks">
          {hasWebhooks ? (
            <Webhooks webhooks={answer.webhooks.slice(0, limit)} />
          ) : (
            <p class="none">Nothing has come within a day.</p>
          )}
        </div>
      )}
    </div>
  );
};

const Webhooks = ({ webhooks }: { webhooks: DashboardInbox["webhooks"] }) => (
  <div class="events">
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Webhook</th>
            <th scope="col">Signature</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map(({ webhook_id, received_at, body, verified, ...named }) => (
            <UnfoldingRow
              key={webhook_id}
              at={received_at}
              name={toName(named)}
              detail={parse(body)}
              last={
                verified ? (
                  <Badge tone="good" text="Verified" />
                ) : (
                  <Badge tone="bad" text="Not verified" />
                )
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  </div>
);

const toName = ({
  webhook_type,
  webhook_code,
}: Pick<DashboardInbox["webhooks"][number], "webhook_type" | "webhook_code">): string =>
  webhook_type === null ? "No webhook of this server" : `${webhook_type}: ${webhook_code}`;

/**
 * The maximum number of nested levels, more than webhooks have. Thousands of levels would crash the
 * page.
 */
const MAX_LEVELS = 32;

/** Returns the parsed body; the unparsed body if it is not JSON or nested too deep. */
const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? text : value;
  } catch {
    return text;
  }
};

const isDeep = (value: unknown, level = 0): boolean =>
  level > MAX_LEVELS ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((part) => isDeep(part, level + 1)));
