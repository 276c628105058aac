import { useEffect, useState } from "preact/hooks";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import type { DashboardInbox } from "../../protocol/dashboard/dashboard-items.ts";
import type { Controller } from "../session/controller.ts";
import { hrefOf } from "../session/route.ts";
import { EventTable } from "../try/event-table.tsx";
import { firstOptions } from "../try/link-options.ts";
import { useLink } from "../try/use-link.ts";
import { ForRole } from "../ui/for-role.tsx";
import { ResultLine } from "../ui/use-action.tsx";

type FirstLinkProps = {
  client: DashboardClient;
  environment: string;
  controller: Controller;
  scope: URLSearchParams;
  /** Called after an account was connected. */
  onConnect(): void;
};

/** Opens Link on the page, with the client's inbox as its webhook in the sandbox. */
export const FirstLink = ({
  client,
  environment,
  controller,
  scope,
  onConnect,
}: FirstLinkProps) => {
  const isSandbox = environment === "sandbox";
  const body = scope.has("client") ? { client_id: client.client_id } : {};
  const keys = { key: client.public_key, env: environment };
  const { events, isBusy: isOpening, refusal, open } = useLink(controller, keys);
  const [isReading, setReading] = useState(false);
  const isBusy = isReading || isOpening;
  const isConnected = events.some(({ name }) => name === "onSuccess");
  useEffect(() => {
    if (isConnected) onConnect();
  }, [isConnected]);
  const openWithInbox = async (): Promise<void> => {
    if (isBusy) return;
    setReading(true);
    const inbox = await controller.call<DashboardInbox>("webhooks/inbox", body);
    setReading(false);
    const isThere = inbox.kind === "success" && inbox.answer.problem === null;
    const webhook = isThere ? (inbox.answer.address ?? "") : "";
    await open({ ...firstOptions(client), webhook });
  };
  return (
    <>
      {isSandbox && (
        <p>
          Choose any bank, and sign in as <code>user_good</code> with <code>pass_good</code>.
        </p>
      )}
      <ForRole least="developer">
        <p class="actions">
          <button
            type="button"
            class="button primary small"
            aria-disabled={isBusy}
            onClick={() => void openWithInbox()}
          >
            {isBusy ? "Opening…" : "Open Link"}
          </button>
          <small>
            <a href={hrefOf("try", scope)}>With other options</a>
          </small>
        </p>
        <ResultLine result={refusal === null ? null : { kind: "failure", text: refusal }} />
      </ForRole>
      {events.length > 0 && <EventTable events={events} />}
    </>
  );
};
