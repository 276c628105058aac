import { useState } from "preact/hooks";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { ProductionChecklist } from "../overview/production-checklist.tsx";
import type { Controller } from "../session/controller.ts";

type NeedsProps = { client: DashboardClient; controller: Controller; scope: URLSearchParams };

/** The needs of production, which the first steps also show. They load when opened. */
export const NeedsCard = ({ client, controller, scope }: NeedsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="card" aria-labelledby="needs">
      <h2 id="needs">For production</h2>
      <p class="lead">Keys, TLS, master key, backup, redirect addresses and mail.</p>
      <details class="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Show the state of each on this server</summary>
        {isOpen && <ProductionChecklist {...{ client, controller, scope }} />}
      </details>
    </section>
  );
};
