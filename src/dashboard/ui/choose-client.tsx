import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ClientRow } from "../../protocol/dashboard/dashboard.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf } from "../session/route.ts";
import { ReadFailure, useQuery } from "./use-query.tsx";

type ChooseClientProps = Pick<PageProps, "controller" | "router"> & {
  /** Why a client has to be chosen. */
  reason: string;
  /** Content that needs no client. */
  children?: ComponentChildren;
};

/** Asks the operator to choose the client of a page; chooses the only one by itself. */
export const ChooseClient = ({ controller, router, reason, children }: ChooseClientProps) => {
  const query = useQuery<{ rows: ClientRow[]; next: string | null }>(controller, "clients", {});
  const { page } = router.route.value;
  const { next = null } = query.answer ?? {};
  const rows = query.answer?.rows.toSorted((a, b) => b.live_items - a.live_items) ?? [];
  const hrefOfClient = (clientId: string) =>
    hrefOf(page, new URLSearchParams({ client: clientId }));
  const only = rows.length === 1 && next === null ? rows[0]?.client_id : undefined;
  useEffect(() => {
    if (only !== undefined) router.go(hrefOfClient(only), true);
  }, [only]);
  if (query.failure === null && (!query.answer || only !== undefined))
    return (
      <p class="none" role="status">
        Loading…
      </p>
    );
  return (
    <>
      <ReadFailure {...query} />
      {query.answer && (
        <div class="empty">
          <h2>Choose a client first</h2>
          <p>{reason}</p>
          <p class="actions">
            {rows.map(({ client_id, name }) => (
              <a key={client_id} class="button small" href={hrefOfClient(client_id)}>
                {name || client_id}
              </a>
            ))}
          </p>
          <p>
            <a href={hrefOf("clients")}>All clients</a>
          </p>
        </div>
      )}
      {children}
    </>
  );
};
